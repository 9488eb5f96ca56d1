"""Which files of the base run a linter or tell its version, told by the words that stand in them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from postil.domain.paths import is_ci, is_fixture, is_lockfile, is_vendored
from postil.ports import Hits, Tree

_NAMES = frozenset(
    {
        *(".pre-commit-config.yaml", ".pre-commit-config.yml", "prek.toml", "lefthook.yml"),
        *("lefthook.yaml", ".lefthook.yml", "makefile", "gnumakefile", "justfile", "tox.ini"),
        *("noxfile.py", "package.json", "taskfile.yml", "taskfile.yaml", "pyproject.toml"),
        *("deno.json", "deno.jsonc", "hatch.toml", "mise.toml", ".mise.toml", "rakefile"),
        *(".mega-linter.yml", ".golangci.yml", ".golangci.yaml"),
    }
)
_MANIFESTS = frozenset({"setup.py", "setup.cfg", "pipfile", "environment.yml"})
_LISTS = ("requirement", "constraint")
_HOOKS = (".husky/", ".githooks/", "git-hooks/")
_REMARKS = ("#", "//")
_SHELL = (".sh", ".bash")


def is_build_script(path: str) -> bool:
    """Whether a machine runs what is written there before a change is merged."""
    if is_fixture(path) or is_vendored(path):
        return False
    name = path.rpartition("/")[2].lower()
    return is_ci(path) or name in _NAMES or path.startswith(_HOOKS)


def tells_versions(path: str) -> bool:
    """Whether a file may say which version of a program is installed."""
    if is_build_script(path):
        return True
    if is_fixture(path) or is_vendored(path):
        return False
    name = path.rpartition("/")[2].lower()
    listed = path.endswith((".txt", ".in")) and any(word in path.lower() for word in _LISTS)
    return is_lockfile(path) or name in _MANIFESTS or listed


def pins(
    words: Collection[str], found: Mapping[str, Hits], base: Tree
) -> Mapping[str, Mapping[str, str]]:
    """For each word the files with it that may tell a version, as they are at the base."""
    places = {
        word: {hit.path for hit in found[word].hits if tells_versions(hit.path)} for word in words
    }
    texts = {path: base.read_long(path) for path in set[str]().union(*places.values())}
    return {
        word: {path: text for path in sorted(paths) if (text := texts[path])}
        for word, paths in places.items()
    }


def scripts(
    words: Collection[str], found: Mapping[str, Hits], base: Tree
) -> Mapping[str, Mapping[str, str]]:
    """For each word the build scripts that use it outside of comments at head and at the base."""
    read: dict[str, str] = {}
    used: dict[str, dict[str, str]] = {word: {} for word in words}
    for word in words:
        # What build scripts start comes after them.
        for hit in sorted(found[word].hits, key=lambda hit: not is_build_script(hit.path)):
            if not is_build_script(hit.path) and not _is_started(hit.path, used[word].values()):
                continue
            if hit.path not in read:
                read[hit.path] = _spoken(base.read(hit.path) or "")
            if word in read[hit.path] and not hit.text.lstrip().startswith(_REMARKS):
                used[word][hit.path] = read[hit.path]
    return used


def _is_started(path: str, texts: Collection[str]) -> bool:
    """Whether one of the scripts names this one, as it must to run it."""
    name = path.rpartition("/")[2]
    return path.endswith(_SHELL) and any(name in text for text in texts)


def _spoken(text: str) -> str:
    """The lines that are not comments."""
    return "\n".join(
        line for line in text.split("\n") if not line.lstrip()[:2].startswith(_REMARKS)
    )
