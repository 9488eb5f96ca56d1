"""A file of code: its functions, what they write for a reader and the functions they call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.inspection.checks._data_shape.calls import Call, calls
from postil.inspection.checks._data_shape.headings import Writing, heading_on, writings
from postil.inspection.line_roles import LineRoles
from postil.syntax import Definition, Import, Kind, definitions, imports

_LONGEST_LINE = 2_000
_MOST_FUNCTIONS = 2_000
_WRITES_HEADING = re.compile(
    r"[\"'`](?:\\n){0,4}(?:#{1,6}\s|\||\*\*)|<(?:h[1-6]|summary|caption|legend)\b|^[ \t]{0,40}#{1,6}\s",
    re.MULTILINE,
)
_ALONE = r"\A\s{{0,80}}(?:await\s)?(?:self\.|this\.)?{name}\(([^()\n]{{0,200}})\);?\s{{0,8}}\Z"
_WORD = re.compile(r"[A-Za-z_]\w{0,60}")
_BRINGS = re.compile(
    r"\A\s{0,40}(?:pub\s)?(?:import|from|use|using|require\w{0,10}|include\w{0,5}|mod|source|load)\b|\bfrom\s?[\"']|\brequire\("
)
_FILE_WORD = re.compile(r"[A-Za-z_][\w-]{0,60}")
_BODY = re.compile(r"\)[^\n{:=]{0,80}(?:\{|:\s{0,4}\n|=>|=)|\)\s{0,4}\n")
_FILLED = re.compile(r"(?:\$|#)?\{([^{}\n]{1,160})\}")
_TEXT_AHEAD = re.compile(r"[\"'`]")
_MOST_BRINGING = 200
_MOST_SIGNED = 8
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTANT})


@dataclass(frozen=True)
class Module:
    """One file and its functions."""

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

    @cached_property
    def brought(self) -> frozenset[str]:
        """The words of the lines that bring something in, as names of files are compared."""
        lines = [line for line in self.lines[:_MOST_BRINGING] if _BRINGS.search(line)]
        return frozenset(alike(word) for word in _FILE_WORD.findall("\n".join(lines)))

    def headings(self, function: Definition) -> Iterator[tuple[int, str]]:
        for number in range(function.line, function.end_line + 1):
            line = self.lines[number - 1]
            text = heading_on(line, is_text=self._roles.is_string(number))
            if text and not self._roles.comment(number):
                yield number, text

    @cached_property
    def _writings(self) -> dict[int, list[Writing]]:
        return {}

    def writings(self, function: Definition) -> list[Writing]:
        """What a function writes for a reader; looked up once."""
        if function.line not in self._writings:
            self._writings[function.line] = [
                each
                for number in range(function.line, function.end_line + 1)
                if not self._roles.comment(number)
                for each in writings(
                    self.lines[number - 1], number, is_text=self._roles.is_string(number)
                )
            ]
        return self._writings[function.line]

    def written(self, function: Definition) -> dict[str, int]:
        """The headings that a function writes as they stand, each with its line."""
        found = self.writings(function)
        return {
            each.text: each.line for each in found if each.text.lstrip("#") and not each.is_field
        }

    def calls(self, function: Definition) -> Iterator[Call]:
        for number in range(function.line + 1, function.end_line + 1):
            yield from calls(self.code(number), number, self.lines)
            for filled in self._filled(number):
                yield from calls(filled, number, ())

    def _filled(self, number: int) -> list[str]:
        """What is worked out inside of a text on a line."""
        line = self.lines[number - 1]
        if "{" not in line or line.lstrip().startswith(("//", "*", "# ")) or "(" not in line:
            return []
        if not self._roles.is_string(number) and not _TEXT_AHEAD.search(line):
            return []
        code = self.code(number)
        return [match[1] for match in _FILLED.finditer(line) if match[1] not in code]

    def signature(self, function: Definition) -> str:
        """The first lines of a function, down to where its body begins."""
        lines = self.lines[function.line - 1 : min(function.end_line, function.line + _MOST_SIGNED)]
        head = "\n".join(lines)
        return head[: match.end()] if (match := _BODY.search(head)) else lines[0]

    def is_used(self, at: int, name: str, written: int) -> bool:
        """Whether what a call gives goes on, or it is handed what a heading was written to."""
        alone = re.match(_ALONE.format(name=re.escape(name)), self.lines[at - 1])
        if alone is None:
            return True
        words = set(_WORD.findall(alone[1]))
        return not words.isdisjoint(_WORD.findall(self.lines[written - 1].partition("#")[0]))

    def code(self, number: int) -> str:
        return self._roles.code(number)[:_LONGEST_LINE]

    def is_one_block(self, first: int, second: int) -> bool:
        """Whether where the second line is reached, the first one is as well."""
        low, high = sorted((first, second))
        between = [line for line in self.lines[low - 1 : high] if line.strip()]
        indents = [len(line) - len(line.lstrip()) for line in between]
        if first <= second:
            return min(indents) == indents[0]
        return indents[0] == indents[-1] and min(indents) == indents[0]


def alike(name: str) -> str:
    """A name as files and what is in them are compared: in small letters, without hyphens."""
    return name.lower().replace("_", "").replace("-", "")
