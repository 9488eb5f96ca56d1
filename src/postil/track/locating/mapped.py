"""Answers that a line map gives: lines that stayed, changed in place or went with their neighbours."""

from __future__ import annotations

from postil.track.locating.linemap import LineMap
from postil.track.locating.matching import NONE
from postil.track.locating.question import Answer, How, Kind, Question, unknown
from postil.track.locating.similarity import most_like

_SURE, _DOUBTED, _PARTLY = 98, 60, 80
_SPREAD = 10
"""Lines by which a range may have grown beyond three times its length."""

_KEPT = 0.3
"""The least share of a range's words that must have stayed for its place to be known by them."""


def spots(question: Question, mapped: LineMap) -> list[int]:
    """The new line of each line asked for."""
    return mapped.pairs[question.start - 1 : question.end]


def is_torn(question: Question, mapped: LineMap) -> bool:
    """Whether the lines may be gone or not: equal ones beside them were, or they were."""
    return all(line in mapped.torn for line in range(question.start - 1, question.end))


def is_kept(question: Question, mapped: LineMap) -> bool:
    """Whether enough of the range stayed for the map alone to place it."""
    lines = range(question.start - 1, question.end)
    weights = [mapped.old.weights[line] for line in lines]
    firm = [mapped.is_firm(line) for line in lines]
    if all(firm):
        return True
    share = sum(weight for weight, stayed in zip(weights, firm, strict=True) if stayed)
    return share > 0 and share >= _KEPT * sum(weights)


def kept(question: Question, path: str, mapped: LineMap) -> Answer:
    """Where the lines that stayed are now, from the first of them to the last."""
    found = [spot for spot in spots(question, mapped) if spot != NONE]
    first, last = found[0], found[-1]
    length = question.end - question.start + 1
    if last - first >= 3 * length + _SPREAD:
        return unknown(How.AMBIGUOUS)
    was = mapped.old.exact[question.start - 1 : question.end]
    is_equal = mapped.new.exact[first : last + 1] == was
    if is_equal and len(found) == length:
        stays = path == question.path and first + 1 == question.start
        kind, confidence = (Kind.SAME if stays else Kind.MOVED), _SURE
    else:
        kind, confidence = Kind.EDITED, _SURE if len(found) == length else _PARTLY
    if _is_doubted(question, mapped):
        confidence = _DOUBTED
    return Answer(
        kind=kind, how=How.LINE_MAP, confidence=confidence, path=path, start=first + 1, end=last + 1
    )


def _is_doubted(question: Question, mapped: LineMap) -> bool:
    lines = range(question.start - 1, question.end)
    return all(line in mapped.loose or not mapped.is_firm(line) for line in lines)


def similar(question: Question, path: str, mapped: LineMap) -> Answer | None:
    """The lines that took the place of the range and resemble it; None when there are none."""
    first, last = question.start - 1, question.end - 1
    lines, bare = mapped.new.bare, mapped.old.bare
    gap = mapped.gap(first)
    top = most_like(bare[first], lines, gap.new, gap.new_end)
    bottom = most_like(bare[last], lines, gap.new, gap.new_end)
    if top is None or bottom is None:
        return None if top is bottom else unknown(How.NOTHING)
    if not (top.is_clear and bottom.is_clear and top.line <= bottom.line):
        return unknown(How.AMBIGUOUS)
    return Answer(
        kind=Kind.EDITED,
        how=How.SIMILAR,
        confidence=round(90 * min(top.value, bottom.value)),
        path=path,
        start=top.line + 1,
        end=bottom.line + 1,
    )
