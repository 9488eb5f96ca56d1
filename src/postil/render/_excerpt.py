"""The lines around a place in a change, as a reader of the diff would see them."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.change import Side
from postil.domain.finding import Evidence
from postil.render._pages import Pages

_CONTEXT = 2
_LONGEST = 12


@dataclass(frozen=True, slots=True)
class Shown:
    """One line to show; `mark` is a blank, a plus or a minus, `hit` says it is part of the quote."""

    number: int | None
    mark: str
    text: str
    hit: bool


def excerpt(evidence: Evidence, pages: Pages | None) -> tuple[Shown, ...]:
    """The quoted lines with their neighbours in the change, or the quote alone; never many."""
    around = _from_change(evidence, pages) if pages else ()
    return (around or _from_quote(evidence))[:_LONGEST]


def _from_change(evidence: Evidence, pages: Pages) -> tuple[Shown, ...]:
    if evidence.start is None:
        return ()
    places = pages.places(evidence.path, evidence.side)
    last = min(evidence.end or evidence.start, evidence.start + _LONGEST)
    found = [places[n] for n in range(evidence.start, last + 1) if n in places]
    if not found:
        return ()
    lines = found[0][0]
    hits = [position for hunk, position in found if hunk is lines]
    numbers = range(evidence.start, last + 1)
    return tuple(
        Shown(
            line.new or line.old,
            line.mark,
            line.text,
            (line.new if evidence.side is Side.NEW else line.old) in numbers,
        )
        for line in lines[max(0, hits[0] - _CONTEXT) : hits[-1] + _CONTEXT + 1]
    )


def _from_quote(evidence: Evidence) -> tuple[Shown, ...]:
    if not evidence.text:
        return ()
    return tuple(
        Shown(None if evidence.start is None else evidence.start + offset, " ", text, hit=True)
        for offset, text in enumerate(evidence.text.split("\n"))
    )
