"""Programs of one repository: which of them a helper is for although the change put it into another.

A helper from a shared folder that ends the program, or raises, when its call gives nothing is as good for
the next program, as long as that one does not look at what the call gives itself.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Sequence

from postil.domain.paths.names import words
from postil.inspection.checks._helper_rollout.sameness import Call, Rollout
from postil.ports import Tree

MAIN = re.compile(r"^package main\b", re.MULTILINE)
_SHARED = frozenset(words("internal pkg lib libs common shared core commons platform support base"))
_PROGRAMS = frozenset(words("bin cmd scripts apps services workers jobs programs daemons"))
_MAINS = frozenset(words("main __main__ index app server worker cli run start manage wsgi asgi"))
_STARTS = re.compile(r"^if __name__ == |\bpublic static void main\(|^if __FILE__ ==|^fn main\(", re.MULTILINE)  # fmt: skip
_MANIFESTS = ("go.mod", "package.json", "pyproject.toml", "setup.py", "Cargo.toml", "Gemfile", "composer.json", "pom.xml")  # fmt: skip
_IF = re.compile(r"\b(?:if|unless|guard|assert)\b|\?\?|\|\||\bor\b|\?:")
_FAILS = re.compile(
    r"\b(?:raise|throw|panic|abort|die|assert|errors\.New|fmt\.Errorf)\b|\b(?:\w{1,20}\.)?Fatal(?:f|ln)?\(|\b(?:os|sys|process|System)\.[eE]xit\b|\bexit\("
)
_ASSIGNED = re.compile(r"\A\s{0,80}(?:(?:const|let|var|final|my|auto)\s)?(?P<names>[$\w]{1,60}(?:,\s?\w{1,40}){0,2})(?:\s?:\s?[\w<>\[\]]{1,40})?\s?:?=(?!=)")  # fmt: skip
_LOOKS = re.compile(
    r"\b(?:if|unless|switch|assert|while|guard|when|elif|match)\b|\?\?|\|\||\bor\b|==|!=|&&|\?[.:]"
)
_CATCHES = re.compile(r"\b(?:except|rescue|catch)\b")
_LITERAL = re.compile(r"\A([\"'`])([\w./: -]{1,80})\1")
_FIRST_WORD = re.compile(r"\A[A-Za-z0-9]{1,40}")
_OF_ANYBODY = frozenset(
    words(
        "HOME PATH USER CI DEBUG LANG SHELL TERM EDITOR PWD TMPDIR TZ NO_COLOR LOG_LEVEL VERBOSE ENV HOSTNAME"
    )
)
"""Settings that a program may well go without."""
_SHORTEST_WORD = 3


def is_program(path: str, text: str) -> bool:
    """Whether a file is where a program begins."""
    folder, name = posixpath.split(path)
    if path.endswith(".go"):
        return MAIN.search(text) is not None
    is_one = name.partition(".")[0] in _MAINS or not _PROGRAMS.isdisjoint(folder.split("/"))
    return is_one or _STARTS.search(text) is not None


def is_shared_check(rollout: Rollout, path: str, head: Tree) -> bool:
    """Whether the helper adds a check to its call and lies where this file could have it from."""
    wrapper = rollout.wrapper
    home = posixpath.dirname(wrapper.path)
    if not wrapper.exported or wrapper.owner or home in rollout.folders:
        return False
    parts = home.split("/")
    if _SHARED.isdisjoint(parts) or not _may_have(home, path):
        return False
    behind = wrapper.body.partition(f"{wrapper.call}(")[2]
    checks = _IF.search(wrapper.body) is not None and _FAILS.search(behind) is not None
    return checks and _unit_of(path, head.paths()) == _unit_of(wrapper.path, head.paths())


def _may_have(home: str, path: str) -> bool:
    """Whether Go lets the file have it: what is internal is for those beside it."""
    before, internal, _ = f"/{home}/".partition("/internal/")
    return not (path.endswith(".go") and internal) or f"/{path}".startswith(f"{before}/")


def _unit_of(path: str, known: Collection[str]) -> str:
    """The nearest folder with a manifest; empty where the root is the first."""
    folder = posixpath.dirname(path)
    while folder:
        if any(f"{folder}/{name}" in known for name in _MANIFESTS):
            return folder
        folder = posixpath.dirname(folder)
    return ""


def is_unchecked(rollout: Rollout, call: Call, lines: Sequence[str]) -> bool:
    """Whether nothing looks at what the call gives, and it asks for a thing of the same sort.

    `lines` are its own and those that follow.
    """
    assigned = _ASSIGNED.match(lines[0])
    if any(_CATCHES.search(line) for line in lines):
        return False
    if _LOOKS.search(lines[0][assigned.end() :] if assigned else lines[0]):
        return False
    if assigned is not None:
        names = [name.strip() for name in assigned["names"].split(",")]
        if any(_LOOKS.search(line) and _names(line, names) for line in lines[1:]):
            return False
    return _is_of_sort(call, rollout.taken)


def _names(line: str, names: Sequence[str]) -> bool:
    return any(re.search(rf"(?<![\w$]){re.escape(name)}(?!\w)", line) for name in names)


def _is_of_sort(call: Call, taken: Sequence[Call]) -> bool:
    """Whether what is asked for by its name begins like what was asked for where calls were replaced."""
    name = _literal(call)
    if not name:
        return True
    firsts = {_word(_literal(one)) for one in taken}
    if len(firsts) == 1 and len(min(firsts)) >= _SHORTEST_WORD:
        return _word(name) in firsts
    return name not in _OF_ANYBODY


def _literal(call: Call) -> str:
    found = _LITERAL.match(call.arguments[0]) if call.arguments else None
    return found[2] if found is not None else ""


def _word(name: str) -> str:
    found = _FIRST_WORD.match(name.replace("_", " "))
    return found[0] if found is not None else ""
