"""Which contexts a workflow expression reads: `${{ needs.build.outputs.tag }}` reads `needs`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from postil.inspection.outlines import Scalar

_OPEN, _CLOSE = "${{", "}}"
_MOST_CHARACTERS = 20_000
_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<text>'[^']*(?:'|\Z))
    |(?P<name>[A-Za-z_][A-Za-z0-9_-]*)
    |(?P<number>[0-9][0-9A-Za-z_.+-]*)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """One chain of names, all lower case; it ends where the next name is only known at run time.

    `has_default` tells that `||` follows, or that the expression asks whether it is there (`!x`,
    `x && f(x) || y`), so that it is ready for nothing to be there.
    """

    names: tuple[str, ...]
    line: int
    spelled: str
    has_default: bool = False

    def at(self, index: int) -> str | None:
        return self.names[index] if index < len(self.names) else None


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    position: int


def readings(value: Scalar, *, bare: bool = False) -> Iterator[Reading]:
    """Every chain the value reads; `bare` where the whole value is an expression, as in `if`."""
    written, line = _written(value)
    if bare and _OPEN not in written:
        yield from _chains(written, line)
        return
    counted = 0
    position = written.find(_OPEN)
    while position >= 0:
        end = _end(written, position + len(_OPEN))
        if end < 0:
            return
        line += written.count("\n", counted, position)
        counted = position
        yield from _chains(written[position + len(_OPEN) : end], line)
        position = written.find(_OPEN, end)


def _written(value: Scalar) -> tuple[str, int]:
    """The value as it stands over its lines, and the number of its first line."""
    if "\n" not in value.raw:
        return value.text, value.line
    if value.raw[0] in "|>":
        return value.raw.partition("\n")[2], value.line + 1
    return value.raw, value.line


def _end(raw: str, start: int) -> int:
    """Where the expression closes; a `}}` inside a quoted text does not close it."""
    position = start
    while True:
        close = raw.find(_CLOSE, position)
        quote = raw.find("'", position)
        if close < 0 or quote < 0 or close < quote:
            return close
        position = raw.find("'", quote + 1) + 1
        if position == 0:
            return close


def _chains(expression: str, line: int) -> Iterator[Reading]:
    tokens = [token for token in _tokens(expression[:_MOST_CHARACTERS]) if token.kind != "space"]
    index = 0
    asked: set[tuple[str, ...]] = set()
    while index < len(tokens):
        token = tokens[index]
        before = tokens[index - 1].text if index else ""
        if token.kind != "name" or before == ".":
            index += 1
            continue
        names, after = _follow(tokens, index)
        if after < len(tokens) and tokens[after].text == "(" and len(names) == 1:
            index = after
            continue
        end = tokens[after - 1].position + len(tokens[after - 1].text)
        chain = tuple(name.lower() for name in names)
        if before == "!" or _is_ready_for_nothing(tokens, after):
            asked.add(chain)
        yield Reading(
            chain,
            line + expression.count("\n", 0, token.position),
            expression[token.position : end],
            chain in asked,
        )
        index = after


def _is_ready_for_nothing(tokens: list[_Token], after: int) -> bool:
    """Whether a default follows what was read, at once or after a part that needs it, or a test
    for the empty text.
    """
    marks = [token.text for token in tokens[after:]]
    if marks[:3] in (["=", "=", "''"], ["!", "=", "''"]):
        return True
    if marks[:2] == ["&", "&"]:
        return ("|", "|") in pairwise(marks)
    return marks[:2] == ["|", "|"]


def _follow(tokens: list[_Token], start: int) -> tuple[list[str], int]:
    """The names of one chain and the index after it; a dynamic part ends it."""
    names = [tokens[start].text]
    index = start + 1
    while index + 1 < len(tokens):
        mark, following = tokens[index].text, tokens[index + 1]
        if mark == "." and following.kind == "name":
            names.append(following.text)
            index += 2
        elif mark == "[" and following.kind == "text" and _closes(tokens, index + 2):
            names.append(following.text[1:-1])
            index += 3
        else:
            break
    return names, index


def _closes(tokens: list[_Token], index: int) -> bool:
    return index < len(tokens) and tokens[index].text == "]"


def _tokens(expression: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(expression):
        yield _Token(str(found.lastgroup), found[0], found.start())
