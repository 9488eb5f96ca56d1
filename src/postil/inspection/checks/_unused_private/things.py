"""What a file defines for itself alone, or for the few files that may reach it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from postil.domain.paths import language_of
from postil.inspection.checks._unused_private.marks import (
    branch_lines,
    is_called_by_others,
    is_marked,
)
from postil.syntax import Definition, Kind, definitions, imports

LONGEST_LINE = 1_000
SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
LANGUAGES = SCRIPTS | {"python", "java", "csharp", "php", "go", "ruby", "c"}
CALLED = frozenset({Kind.FUNCTION, Kind.METHOD})
_MEMBERS = frozenset({Kind.METHOD, Kind.FIELD, Kind.CLASS})
_TOP = frozenset({Kind.FUNCTION, Kind.CLASS, Kind.CONSTANT, Kind.TYPE})
_PLAIN = re.compile(r"\A[A-Za-z_][A-Za-z0-9_]{0,200}\Z")
_SHORTEST = 2
_MOST_PARENTS = 20
_MODULE = re.compile(
    r"^[ \t]{0,40}(?:import|export)\b|\bmodule\.exports\b|^exports\.\w|\brequire\(", re.MULTILINE
)
_ERASED = re.compile(r"\b(?:declare|namespace|module)\s")
_CLASS = re.compile(r"\A\s{0,200}class\s{1,8}(\w{1,200})\s{0,8}(?:\(([^()]{0,400})\))?\s{0,8}:")
_BASE_WORD = re.compile(r"[\w.]{1,200}")
_HARMLESS_BASES = frozenset({"object", "ABC", "abc.ABC", "Exception", "ValueError", "TypeError"})
_SECTION = re.compile(r"\A(\s{0,200})(private|public|protected|private_class_method)\s{0,8}\Z")
_WITH_DEF = re.compile(r"\A\s{0,200}private\s{1,8}def\s")


class Reach(Enum):
    """Where a name can be used from: its function, its file, the files of its folder, or anywhere.

    CLASS is kept to the file by the language, but strings and a second part of the class reach it.
    """

    BLOCK = auto()
    FILE = auto()
    CLASS = auto()
    FOLDER = auto()
    TREE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """A private definition; `word` is how a search finds its name.

    `may_be_called` tells that a class of another file, of which its own class is a child, may use it.
    """

    name: str
    word: str
    path: str
    kind: Kind
    line: int
    end_line: int
    text: str
    owner: str
    reach: Reach
    may_be_called: bool = False

    @property
    def is_called(self) -> bool:
        return self.kind in CALLED

    @property
    def is_member(self) -> bool:
        return bool(self.owner) and self.reach is not Reach.BLOCK

    def spans(self, line: int) -> bool:
        return self.line <= line <= self.end_line


def things_in(path: str, text: str) -> tuple[Thing, ...]:
    """The private definitions of a file, without those that something else than a use keeps alive."""
    language = language_of(path) or ""
    if language not in LANGUAGES or path.endswith((".d.ts", ".h")):
        return ()
    if language in SCRIPTS and not _MODULE.search(text):
        return ()
    lines = text.split("\n")
    found = definitions(path, text)
    brought = {entry.local for entry in imports(path, text)} if language in SCRIPTS else set()
    below = _private_lines(lines) if language == "ruby" else frozenset()
    uncertain = branch_lines(lines) if language == "c" else frozenset()
    known = _known_classes(lines) if language == "python" else frozenset()
    things: list[Thing] = []
    for one in found:
        word = one.name.rstrip("?!=") if language == "ruby" else one.name
        if not _PLAIN.match(word) or len(word) < _SHORTEST or word in brought:
            continue
        reach = _reach(one, language, lines[one.line - 1][:LONGEST_LINE], below)
        if reach is None or is_called_by_others(word, language):
            continue
        if one.line in uncertain or is_marked(lines, one.line, language):
            continue
        things.append(
            Thing(
                name=one.name,
                word=word,
                path=path,
                kind=one.kind,
                line=one.line,
                end_line=one.end_line,
                text=lines[one.line - 1],
                owner=one.owner,
                reach=reach,
                may_be_called=_has_strange_parent(one, language, known),
            )
        )
    return tuple(things)


def _reach(one: Definition, language: str, text: str, below: frozenset[int]) -> Reach | None:
    """From where it may be used; None for what is not private, or not looked at."""
    if one.local:
        nested = language in SCRIPTS | {"python"} and one.kind is Kind.FUNCTION
        return Reach.BLOCK if nested else None
    before = text.partition(one.name)[0]
    if language == "python":
        return Reach.TREE if _is_private_python(one.name) else None
    if language in SCRIPTS:
        return _script_reach(one, before)
    if language == "go":
        fits = one.kind in _TOP or (one.kind is Kind.METHOD and before.lstrip().startswith("func"))
        return Reach.FOLDER if fits and not one.exported else None
    if language == "ruby":
        return Reach.TREE if one.kind is Kind.METHOD and one.line in below else None
    if language == "c":
        return Reach.FILE if one.kind is Kind.FUNCTION and not one.exported else None
    is_private = "private" in before.split() and one.kind in _MEMBERS and bool(one.owner)
    return Reach.CLASS if is_private else None


def _script_reach(one: Definition, before: str) -> Reach | None:
    if one.owner:
        if before.endswith("#"):
            return Reach.FILE
        is_private = "private" in before.replace("(", " ").split() and one.kind in _MEMBERS
        return Reach.CLASS if is_private else None
    if one.kind is Kind.TYPE and before[:1].isspace():
        # What stands in a block adds to a type that others declare.
        return None
    fits = one.kind in _TOP and not one.exported and not one.name.startswith("_")
    return Reach.FILE if fits and not _ERASED.search(before) else None


def _is_private_python(name: str) -> bool:
    """One underscore says it; names that also end with one belong to some protocol."""
    return name.startswith("_") and not name.endswith("_")


def _private_lines(lines: Sequence[str]) -> frozenset[int]:
    """The lines of a Ruby file below a bare `private`, or with one before the method."""
    found: set[int] = set()
    indent = -1
    for number, line in enumerate(lines, start=1):
        text = line[:LONGEST_LINE]
        section = _SECTION.match(text)
        if section is not None:
            indent = len(section[1]) if section[2] == "private" else -1
        elif text.strip() and len(text) - len(text.lstrip()) < indent:
            indent = -1
        if (indent >= 0 and section is None) or _WITH_DEF.match(text):
            found.add(number)
    return frozenset(found)


def _known_classes(lines: Sequence[str]) -> frozenset[str]:
    """The classes of a Python file whose parents, up to the last, stand in that file too."""
    parents: dict[str, list[str]] = {}
    for line in lines:
        found = _CLASS.match(line[:LONGEST_LINE])
        if found is not None:
            parents[found[1]] = _BASE_WORD.findall(found[2] or "")
    known: set[str] = set()
    for _ in range(_MOST_PARENTS):
        more = {
            name
            for name, bases in parents.items()
            if all(base in known or base in _HARMLESS_BASES for base in bases)
        }
        if more == known:
            break
        known = more
    return frozenset(known)


def _has_strange_parent(one: Definition, language: str, known: frozenset[str]) -> bool:
    if not one.owner or one.local:
        return False
    if language == "python":
        return one.owner not in known
    return language == "ruby" and one.inherits
