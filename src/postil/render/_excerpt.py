"""The lines around a place in a change, as a reader of the diff would see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import Change, Hunk, Line, Side
from postil.domain.finding import Evidence

_CONTEXT = 2
_LONGEST = 12


@dataclass(frozen=True, slots=True)
class Shown:
    """One line to show; `mark` is a blank, a plus or a minus, `hit` says it is part of the quote."""

    number: int | None
    mark: str
    text: str
    hit: bool


def excerpt(evidence: Evidence, change: Change | None) -> tuple[Shown, ...]:
    """The quoted lines with their neighbours in the change, or the quote alone; never many."""
    around = _from_change(evidence, change) if change else ()
    return (around or _from_quote(evidence))[:_LONGEST]


def _from_change(evidence: Evidence, change: Change) -> tuple[Shown, ...]:
    files = change.by_path if evidence.side is Side.NEW else change.by_old_path
    file = files.get(evidence.path)
    if file is None or evidence.start is None:
        return ()
    end = evidence.end or evidence.start
    for hunk in file.hunks:
        lines = tuple(_around(hunk, evidence.side, evidence.start, end))
        if lines:
            return lines
    return ()


def _around(hunk: Hunk, side: Side, start: int, end: int) -> Iterator[Shown]:
    first = hunk.new_start if side is Side.NEW else hunk.old_start
    count = hunk.new_count if side is Side.NEW else hunk.old_count
    if end < first or start >= first + count:
        return
    entries = list(hunk.lines())
    numbers = [_number(line, side) for line in entries]
    hits = {i for i, number in enumerate(numbers) if number and start <= number <= end}
    low, high = min(hits, default=0), max(hits, default=-1)
    for index in range(max(0, low - _CONTEXT), min(len(entries), high + _CONTEXT + 1)):
        line = entries[index]
        yield Shown(line.new or line.old, line.mark, line.text, index in hits)


def _number(line: Line, side: Side) -> int | None:
    return line.new if side is Side.NEW else line.old


def _from_quote(evidence: Evidence) -> tuple[Shown, ...]:
    if not evidence.text:
        return ()
    return tuple(
        Shown(None if evidence.start is None else evidence.start + offset, " ", text, hit=True)
        for offset, text in enumerate(evidence.text.split("\n"))
    )
