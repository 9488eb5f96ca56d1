"""Tells which of the names that a file imports stand nowhere else in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain.paths import language_of
from postil.inspection.line_roles import LineRoles
from postil.syntax import Brought, Imported, imported

LONGEST_TEXT = 400_000
LONGEST_LINE = 2_000
COMPONENTS = frozenset({"vue", "svelte"})
SCRIPTS = frozenset({"javascript", "typescript", "tsx"}) | COMPONENTS
_WORD = re.compile(r"(?<![\w$])(?:(?<=\.\.)|(?<!\.))[^\W\d][\w$]*|(?<![\w$.])\$[\w$]*")
"""A name; not one after a lone dot, which belongs to something else."""
_PHP_WORD = re.compile(r"(?<![\w\\$])(?<!->)(?<!::)[^\W\d]\w*")
_DASHED = re.compile(r"[^\W\d][\w-]*")
_KOTLIN = re.compile(
    r"\Aimport[ \t]{1,8}((?:\w{1,100}\.){1,20}([A-Z]\w{0,100}))(?:[ \t]{1,8}as[ \t]{1,8}(\w{1,100}))?"
    r"[ \t;]{0,8}\Z"
)


@dataclass(frozen=True)
class Reading:
    """One version of a file."""

    path: str
    text: str

    @cached_property
    def language(self) -> str:
        return language_of(self.path) or ""

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def roles(self) -> LineRoles:
        return LineRoles(self.text, self.language)

    @cached_property
    def imported(self) -> Imported | None:
        """What the file imports; None where that cannot be told, or where much else may be lost."""
        if len(self.text) > LONGEST_TEXT:
            return None
        if self.language == "kotlin":
            return _of_kotlin(self.lines)
        return imported(self.path, self.text)

    @property
    def names(self) -> tuple[Brought, ...]:
        return self.imported.names if self.imported is not None else ()

    @cached_property
    def bound(self) -> frozenset[str]:
        return frozenset(entry.local for entry in self.names)

    @cached_property
    def unused(self) -> frozenset[str]:
        """The names that nothing but imports speaks of."""
        rest = self.imported.rest if self.imported is not None else ""
        if self.language == "php":
            return self._unused_in_php(rest)
        left = self.bound - frozenset(_words(rest))
        if self.language in SCRIPTS and left:
            spoken = self._elements(rest)
            left = frozenset(name for name in left if name.lower() not in spoken)
        return frozenset(name for name in left if not self._is_quoted(name, rest))

    def _elements(self, rest: str) -> frozenset[str]:
        """Words with dashes, without them; in the markup of a component plain ones may be elements too."""
        plain = self.language in COMPONENTS
        words = (word for word in _DASHED.findall(rest) if plain or "-" in word)
        return frozenset(word.replace("-", "").lower() for word in words)

    def _unused_in_php(self, rest: str) -> frozenset[str]:
        """Names of classes are the same in small letters; in prose those are words."""
        left = self.bound - frozenset(_PHP_WORD.findall(rest))
        if not left:
            return left
        roles = LineRoles(rest, "php")
        numbers = range(1, rest.count("\n") + 2)
        spoken = {word.lower() for line in numbers for word in _PHP_WORD.findall(roles.code(line))}
        return frozenset(name for name in left if name.lower() not in spoken)

    def _is_quoted(self, name: str, rest: str) -> bool:
        """Whether a comment or a text says the name after a dot, where it may be a path to it."""
        if f".{name}" not in rest:
            return False
        pattern = re.compile(rf"(?<=\.){re.escape(name)}(?!\w)")
        for number, line in enumerate(rest.split("\n"), start=1):
            if f".{name}" in line:
                code = self.roles.code(number)
                if any(code[at.start() : at.end()] != name for at in pattern.finditer(line)):
                    return True
        return False

    def covers(self, line: int) -> bool:
        """Whether a line belongs to an import."""
        return any(entry.first <= line <= entry.last for entry in self.names)


def _words(rest: str) -> Iterator[str]:
    for word in _WORD.findall(rest):
        yield word
        if "$" in word:
            yield word.strip("$")


def _of_kotlin(lines: list[str]) -> Imported:
    """Classes only: functions may be called by signs and delegates without being named."""
    names: list[Brought] = []
    rest = list(lines)
    for index, line in enumerate(lines):
        if line.startswith("import "):
            rest[index] = ""
            found = _KOTLIN.match(line[:LONGEST_LINE])
            if found is not None:
                names.append(
                    Brought(
                        local=found[3] or found[2],
                        name=found[2],
                        source=found[1],
                        line=index + 1,
                        first=index + 1,
                        last=index + 1,
                        is_renamed=found[3] is not None,
                    )
                )
    return Imported(tuple(names), "\n".join(rest), is_bare=False)
