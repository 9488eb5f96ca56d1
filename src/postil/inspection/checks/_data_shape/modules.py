"""A changed file of code: its functions, the headings they write and the functions they call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.inspection.line_roles import LineRoles
from postil.syntax import Definition, Import, Kind, definitions, imports

_LONGEST_LINE = 2_000
_MOST_FUNCTIONS = 2_000
_MOST_ON_A_LINE = 2
"""More headings than this are a list of what is looked for, not something that is written."""
_HEADING = re.compile(
    r"[\"'`](?:\\n){0,4}(#{1,6}\s[^\"'`\\\n{}$<]{2,60})|<h([1-6])\b[^>\n]{0,80}>([^<{\n]{2,60})</h"
)
_WRITES_HEADING = re.compile(
    r"[\"'`](?:\\n){0,4}#{1,6}\s|<h[1-6]\b|^[ \t]{0,40}#{2,6}\s", re.MULTILINE
)
_OWN_LINE = re.compile(r"\A\s{0,40}(#{2,6}\s[^\"'`\\\n{}$<]{2,60})\Z")
_CALLED = re.compile(r"(?<![\w.])(?:self\.|this\.)?([A-Za-z_]\w{0,60})\(|<([A-Z]\w{0,60})[\s/>]")
_ALONE = r"\A\s{{0,80}}(?:await\s)?(?:self\.|this\.)?{name}\(([^()\n]{{0,200}})\);?\s{{0,8}}\Z"
_WORD = re.compile(r"[A-Za-z_]\w{0,60}")
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTANT})


@dataclass(frozen=True)
class Module:
    """One changed file and its functions."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return [line[:_LONGEST_LINE] for line in self.text.split("\n")]

    @cached_property
    def _roles(self) -> LineRoles:
        return LineRoles(self.text, paths.language_of(self.path) or "")

    @cached_property
    def functions(self) -> list[Definition]:
        found = definitions(self.path, self.text)
        return [each for each in found if each.kind in _FUNCTIONS and each.end_line > each.line][
            :_MOST_FUNCTIONS
        ]

    @cached_property
    def _by_name(self) -> dict[str, list[Definition]]:
        found: dict[str, list[Definition]] = {}
        for function in self.functions:
            found.setdefault(function.name, []).append(function)
        return found

    def named(self, name: str) -> Definition | None:
        """The only function of that name."""
        found = self._by_name.get(name, [])
        return found[0] if len(found) == 1 else None

    @cached_property
    def writes_headings(self) -> bool:
        return _WRITES_HEADING.search(self.text) is not None

    @cached_property
    def _imported(self) -> list[Import]:
        return list(imports(self.path, self.text))

    def brings(self, name: str, module: Module) -> bool:
        """Whether the file imports that name from that other file."""
        stem = module.path.rpartition("/")[2].partition(".")[0]
        return any(
            name in (each.local, each.name) and stem in each.source for each in self._imported
        )

    def headings(self, function: Definition) -> Iterator[tuple[int, str]]:
        for number in range(function.line, function.end_line + 1):
            line = self.lines[number - 1]
            if ("#" in line or "<h" in line) and len(_HEADING.findall(line)) <= _MOST_ON_A_LINE:
                match = _HEADING.search(line) or (
                    _OWN_LINE.match(line) if self._roles.is_string(number) else None
                )
                if match and not self._roles.comment(number):
                    yield number, " ".join((match[1] or match[match.lastindex or 1]).split())

    @cached_property
    def _written(self) -> dict[int, dict[str, int]]:
        return {}

    def written(self, function: Definition) -> dict[str, int]:
        """The headings that a function writes, each with its line; looked up once."""
        if function.line not in self._written:
            found = {text: number for number, text in self.headings(function)}
            self._written[function.line] = found
        return self._written[function.line]

    def calls(self, function: Definition) -> Iterator[tuple[int, str]]:
        for number in range(function.line + 1, function.end_line + 1):
            for match in _CALLED.finditer(self._code(number)):
                yield number, match[1] or match[2]

    def is_used(self, at: int, name: str, written: int) -> bool:
        """Whether what a call gives goes on, or it is handed what a heading was written to."""
        alone = re.match(_ALONE.format(name=re.escape(name)), self.lines[at - 1])
        if alone is None:
            return True
        words = set(_WORD.findall(alone[1]))
        return not words.isdisjoint(_WORD.findall(self.lines[written - 1].partition("#")[0]))

    def _code(self, number: int) -> str:
        return self._roles.code(number)[:_LONGEST_LINE]

    def is_one_block(self, first: int, second: int) -> bool:
        """Whether two lines are indented alike and nothing between them is less."""
        low, high = sorted((first, second))
        between = [line for line in self.lines[low - 1 : high] if line.strip()]
        indents = [len(line) - len(line.lstrip()) for line in between]
        return indents[0] == indents[-1] and min(indents) == indents[0]
