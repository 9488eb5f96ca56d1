"""Which entries of a list, a set or a table one version of a constant has and the other has not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.syntax import Sort, Token

MOST_TOKENS = 24
"""Of an entry that is longer, it is not one value that came or went."""
_MOST_SLIDES = 60
_OPENING = frozenset({"(", "[", "{"})
_CLOSING = frozenset({")", "]", "}"})
_PAIRS = {")": "(", "]": "[", "}": "{"}
_PROGRAMS = frozenset({"=>", "->", "function", "lambda", "def", "func", "return", "async"})
_AROUND_DOTS = (" . ", " :: ")


@dataclass(frozen=True, slots=True)
class Element:
    """One entry without its comma: its tokens, and where it would go on in the other version."""

    tokens: Sequence[Token]
    seam: int | None

    @property
    def text(self) -> str:
        said = " ".join(
            f'"{token.text}"' if token.sort is Sort.STRING else token.text for token in self.tokens
        )
        for spaced in _AROUND_DOTS:
            said = said.replace(spaced, spaced.strip())
        return said

    @property
    def line(self) -> int:
        return self.tokens[0].line


def elements(
    tokens: Sequence[Token], start: int, end: int, other: Sequence[Token], at: int
) -> list[Element]:
    """The entries that a run of tokens is made of; empty where it is not made of whole ones."""
    run = _whole(tokens, start, end)
    if run is None:
        return []
    seam = other[min(at, len(other) - 1)].line if other else None
    found = [Element(entry, seam) for entry in _entries(run)]
    return found if all(_is_value(entry.tokens) for entry in found) else []


def _whole(tokens: Sequence[Token], start: int, end: int) -> Sequence[Token] | None:
    """The run told as whole entries, where that can be had by moving it to the left.

    Of `A.X, A.Y` the edit that took the second may just as well be told as `X, A.`.
    """
    for _ in range(_MOST_SLIDES):
        run = tokens[start:end]
        before = tokens[start - 1].text if start else ""
        after = tokens[end].text if end < len(tokens) else ""
        if _is_balanced(run):
            if run[-1].text == "," and (before in _OPENING or before == ","):
                return run[:-1]
            if run[0].text == "," and (after in _CLOSING or after == ","):
                return run[1:]
        if not start or tokens[start - 1].key != tokens[end - 1].key:
            return None
        start, end = start - 1, end - 1
    return None


def _entries(run: Sequence[Token]) -> Iterator[Sequence[Token]]:
    depth = begin = 0
    for at, token in enumerate(run):
        if token.text == "," and token.sort is Sort.MARK and not depth:
            yield run[begin:at]
            begin = at + 1
        elif token.sort is Sort.MARK:
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
    yield run[begin:]


def _is_value(entry: Sequence[Token]) -> bool:
    """Whether an entry is there and is a value, not a piece of a program."""
    words = {token.text for token in entry}
    telling = any(
        token.sort in (Sort.NAME, Sort.NUMBER, Sort.STRING, Sort.CONSTANT) for token in entry
    )
    return telling and len(entry) <= MOST_TOKENS and _PROGRAMS.isdisjoint(words)


def _is_balanced(run: Sequence[Token]) -> bool:
    open_: list[str] = []
    for token in run:
        if token.sort is not Sort.MARK:
            continue
        if token.text in _OPENING:
            open_.append(token.text)
        elif token.text in _CLOSING and (not open_ or open_.pop() != _PAIRS[token.text]):
            return False
    return not open_
