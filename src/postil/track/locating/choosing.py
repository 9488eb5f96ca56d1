"""Chooses between places that fit, or none of them when two fit alike."""

from __future__ import annotations

from collections.abc import Sequence

from postil.syntax import enclosing
from postil.track.locating.blocks import Place
from postil.track.locating.lines import Lines
from postil.track.locating.question import Answer, How, Kind, Question
from postil.track.locating.texts import Texts

_CLEARLY = 0.75
"""A second place that fits better than this share of the best makes both doubtful."""

_LEAST, _MOST, _PER_LINE = 70, 95, 5
_LEAST_BY_CONTENT, _MOST_BY_CONTENT = 50, 90


def clearest(question: Question, places: Sequence[Place], texts: Texts) -> Place | None:
    """The place that fits clearly best; of rivals the one in the definition of the same name."""
    rivals = [place for place in places if place.score > _CLEARLY * places[0].score]
    if len(rivals) == 1:
        return rivals[0]
    symbol = question.symbol or _symbol(question.path, texts.old(question.path), question.start)
    named = [
        place
        for place in rivals
        if symbol and symbol == _symbol(place.path, texts.new(place.path), place.focus[0] + 1)
    ]
    return named[0] if len(named) == 1 else None


def _symbol(path: str, lines: Lines | None, line: int) -> str:
    """The name of the definition around a line; empty when there is none or nobody can tell."""
    if lines is None:
        return ""
    found = enclosing(path, "\n".join(lines.exact), line)
    return found.name if found else ""


def placed(
    question: Question, place: Place, was: Sequence[str], texts: Texts, *, how: How
) -> Answer:
    """The answer that names a place at which every line that is asked for was found."""
    first, last = place.focus[0], place.focus[-1]
    now = texts.new(place.path)
    is_equal = now is not None and now.exact[first : last + 1] == list(was)
    is_there = place.path == question.path and first + 1 == question.start
    return Answer(
        kind=(Kind.SAME if is_there else Kind.MOVED) if is_equal else Kind.EDITED,
        how=how,
        confidence=_by_share(place) if how is How.CONTENT else _by_score(place),
        path=place.path,
        start=first + 1,
        end=last + 1,
    )


def _by_score(place: Place) -> int:
    """Added lines that equal removed ones: the more of them, the surer."""
    return min(_MOST, round(_LEAST + _PER_LINE * place.score))


def _by_share(place: Place) -> int:
    """Nobody knows what else stood in the old file, so what no longer fits counts against it."""
    span = _MOST_BY_CONTENT - _LEAST_BY_CONTENT
    return round(_LEAST_BY_CONTENT + span * max(0.0, 4 * place.share - 3))
