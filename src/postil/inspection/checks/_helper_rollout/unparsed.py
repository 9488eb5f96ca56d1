"""The functions of languages that have no grammar here, told by their first word and their braces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.syntax import Definition, Kind

_LONGEST = 1_000
_MOST_LINES = 20
_OPENING = re.compile(
    r"\A(?P<before>[\w@ ]{0,120}?)\b(?:fun|func) (?:<[^<>\n]{0,80}> )?(?:[A-Z]\w{0,60}\.)?(?P<name>\w{1,80})\("
)
_CLOSED = frozenset({"private", "fileprivate"})
_TYPE = re.compile(
    r"\A(?:[\w@]{1,40} ){0,4}(?:class|object|enum|struct|extension|interface) (\w{1,80})"
)


def unparsed_functions(text: str) -> Iterator[Definition]:
    """Each function of Kotlin or Swift with its lines, and the type around it by its indent."""
    lines = text.split("\n")
    types: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        plain = line[:_LONGEST].strip()
        depth = len(line) - len(line.lstrip())
        if plain:
            types = [entry for entry in types if entry[0] < depth or plain.startswith("}")]
        if (named := _TYPE.match(plain)) is not None:
            types = [*(entry for entry in types if entry[0] < depth), (depth, named[1])]
        found = _OPENING.match(plain)
        if found is not None:
            yield Definition(
                name=found["name"],
                kind=Kind.FUNCTION,
                line=number,
                end_line=_end(lines, number, depth),
                owner=types[-1][1] if types else "",
                exported=_CLOSED.isdisjoint(found["before"].split()),
            )


def _end(lines: list[str], first: int, depth: int) -> int:
    """The line of the brace that closes what a line opens; the line itself where none does."""
    if not lines[first - 1].rstrip().endswith(("{", "(", "=")):
        return first
    for number, line in enumerate(lines[first : first + _MOST_LINES], start=first + 1):
        is_closing = len(line) - len(line.lstrip()) == depth and line.strip().startswith("}")
        if is_closing:
            return number
    return first
