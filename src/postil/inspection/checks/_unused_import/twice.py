"""Finds what a file imports or includes a second time."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._unused_import.reading import LONGEST_LINE, LONGEST_TEXT, Reading

INCLUDING = frozenset({"c", "cpp"})
_IMPORTING = frozenset({"python", "java", "php"})
_DIRECTIVE = re.compile(r"\A[ \t]{0,40}#[ \t]{0,20}(\w{1,20})[ \t]{0,20}")
_SHOWN = re.compile(
    r"--8<-- \[(?:start|end)|\[(?:START|END) \w|\b(?:tag|end)::\w|\[doc-(?:start|end)|#(?:end)?region \w"
)
"""Marks in comments around what a page takes over from a program."""
_INCLUDED = re.compile(r"\A([<\"][^<>\"]{1,200}\.(?:h|hh|hpp|hxx)[>\"]|<[a-z_0-9]{1,40}>)")


@dataclass(frozen=True, slots=True)
class Standing:
    """Something that is imported, by what makes it the same, and the line it stands on."""

    key: Hashable
    shown: str
    line: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """The second of two imports of the same thing, and the line of the first."""

    shown: str
    line: int
    first: int


def repeats(now: Reading, before: Reading, added: frozenset[int]) -> Iterator[Repeat]:
    """What stands in the file for the second time since the change."""
    older = Counter(one.key for one in _standing(before))
    seen: dict[Hashable, Standing] = {}
    for one in _standing(now):
        other = seen.setdefault(one.key, one)
        if other.line == one.line or older[one.key] > 1:
            continue
        parts = _parts(now.lines)
        if bisect(parts, one.line) != bisect(parts, other.line):
            continue
        # An edit may put its line above or below the one that was there.
        new, old = (one, other) if one.line in added else (other, one)
        if new.line in added:
            yield Repeat(new.shown, new.line, old.line)


def _parts(lines: Sequence[str]) -> list[int]:
    """Where parts begin and end that a manual shows by themselves, each with all that it needs."""
    return [
        number for number, line in enumerate(lines, start=1) if _SHOWN.search(line[:LONGEST_LINE])
    ]


def _standing(reading: Reading) -> Iterator[Standing]:
    if reading.language in INCLUDING:
        yield from _included(reading)
    elif reading.language in _IMPORTING:
        for entry in reading.names:
            if not entry.around:
                key = (entry.local, entry.name, entry.source, _sort(reading.lines[entry.first - 1]))
                yield Standing(key, entry.local, entry.line)


def _sort(line: str) -> str:
    """The word that tells a function from a class of the same name, and a member from a class."""
    return next((word for word in ("function", "const", "static") if f" {word} " in line), "")


def _included(reading: Reading) -> Iterator[Standing]:
    """Headers that are included whatever holds; a definition between two may make them differ."""
    if len(reading.text) > LONGEST_TEXT or "#include" not in reading.text:
        return
    depth, defined, guard = 0, 0, _guard(reading)
    for number, line in enumerate(reading.lines, start=1):
        word = _DIRECTIVE.match(line[:LONGEST_LINE])
        if word is None or not reading.roles.code(number).strip():
            continue
        match word[1]:
            case "if" | "ifdef" | "ifndef":
                depth += number != guard
            case "endif":
                depth -= 1
            case "define" | "undef" | "pragma":
                defined += number != guard + 1
            case "include" if depth == 0:
                named = _INCLUDED.match(line[word.end() :])
                if named is not None:
                    yield Standing((named[1], defined), named[1], number)


def _guard(reading: Reading) -> int:
    """The line of the condition that only keeps the file from being read twice; none is 0."""
    for number, line in enumerate(reading.lines, start=1):
        word = _DIRECTIVE.match(line[:LONGEST_LINE])
        if word is not None and reading.roles.code(number).strip():
            below = _DIRECTIVE.match((reading.lines[number : number + 1] or [""])[0][:LONGEST_LINE])
            opens = word[1] == "ifndef" and below is not None and below[1] == "define"
            return number if opens else 0
    return 0
