"""Settles where an inserted or removed stretch begins when it could begin at several lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_BLANK = 1_000
"""The indentation of a blank line with nothing behind it."""


@dataclass(frozen=True, slots=True)
class Slide:
    """A stretch of `length` lines that may begin anywhere from `first` to `last`."""

    first: int
    last: int
    length: int

    @property
    def starts(self) -> range:
        return range(self.first, self.last + 1)


def slide(lines: Sequence[str], start: int, end: int, room: tuple[int, int]) -> Slide:
    """How far the stretch can go; `room` bounds it by the lines that are paired beside it."""
    first, last = start, start
    lowest, highest = room
    while first > lowest and lines[first - 1] == lines[end - start + first - 1]:
        first -= 1
    while last + end - start < highest and lines[last] == lines[last + end - start]:
        last += 1
    return Slide(first, last, end - start)


def best_start(lines: Sequence[str], way: Slide) -> int:
    """The start that leaves both edges at the outermost indentation, after a blank if it can."""
    return min(way.starts, key=lambda start: (_cost(lines, start, way.length), -start))


def _cost(lines: Sequence[str], start: int, length: int) -> float:
    return sum(_edge(lines, at) for at in (start, start + length))


def _edge(lines: Sequence[str], at: int) -> float:
    """How unlikely an edge before this line is: deep code, no blank above, blank below."""
    if at >= len(lines):
        return 0.0
    after_blank = at == 0 or not lines[at - 1]
    indent = next(_indents(lines, at), _BLANK)
    return indent + (0.0 if after_blank else 0.5) + (0.25 if not lines[at] else 0.0)


def _indents(lines: Sequence[str], at: int) -> Iterator[int]:
    for line in lines[at : at + 20]:
        if line:
            yield len(line) - len(line.lstrip())
