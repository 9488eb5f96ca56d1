"""Which build scripts of the base run a linter, told by the words that stand in them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from postil.domain.paths import is_ci, is_fixture, is_vendored
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
_HOOKS = (".husky/", ".githooks/", "git-hooks/")
_REMARKS = ("#", "//")


def is_build_script(path: str) -> bool:
    """Whether a machine runs what is written there before a change is merged."""
    if is_fixture(path) or is_vendored(path):
        return False
    name = path.rpartition("/")[2].lower()
    return is_ci(path) or name in _NAMES or path.startswith(_HOOKS)


def scripts(
    words: Collection[str], found: Mapping[str, Hits], base: Tree
) -> Mapping[str, Mapping[str, str]]:
    """For each word the build scripts that use it outside of comments at head and at the base."""
    read: dict[str, str] = {}
    used: dict[str, dict[str, str]] = {word: {} for word in words}
    for word in words:
        for hit in found[word].hits:
            if not is_build_script(hit.path):
                continue
            if hit.path not in read:
                read[hit.path] = _spoken(base.read(hit.path) or "")
            if word in read[hit.path] and not hit.text.lstrip().startswith(_REMARKS):
                used[word][hit.path] = read[hit.path]
    return used


def _spoken(text: str) -> str:
    """The lines that are not comments."""
    return "\n".join(
        line for line in text.split("\n") if not line.lstrip()[:2].startswith(_REMARKS)
    )
