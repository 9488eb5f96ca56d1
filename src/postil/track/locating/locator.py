"""Answers where ranges of lines went, each by the surest means there is for it."""

from __future__ import annotations

from collections.abc import Iterable

from postil.domain.change import FileStatus
from postil.track.locating.blocks import Excerpt, Place
from postil.track.locating.choosing import clearest, placed
from postil.track.locating.content import by_content
from postil.track.locating.linemap import LineMap
from postil.track.locating.lines import Lines
from postil.track.locating.mapped import is_kept, is_torn, kept, similar, spots
from postil.track.locating.matching import NONE
from postil.track.locating.question import Answer, How, Kind, Question, Sides, unknown
from postil.track.locating.texts import Texts

_CONTEXT = 20
"""Lines around a removed range that help to find it elsewhere."""

_ENOUGH_HERE = 0.75
_ENOUGH_ELSEWHERE = 1.5
"""What the lines found must say together; more when they are said to have left their file."""

_SAYS_NOTHING = 0.25
_REMOVED = 90


def locate(questions: Iterable[Question], sides: Sides) -> tuple[Answer, ...]:
    """One answer to each question, in order; what is learnt about a file serves all of them."""
    texts = Texts(sides)
    return tuple(_locate(question, texts) for question in questions)


def _locate(question: Question, texts: Texts) -> Answer:
    old = texts.old(question.path)
    if old is not None and _stands(question, old):
        return _followed(question, old, texts)
    if question.text:
        return by_content(question, texts)
    return unknown(How.UNREAD if old is None else How.ABSENT)


def _followed(question: Question, old: Lines, texts: Texts) -> Answer:
    """The answer for lines that are known to have stood in the old file."""
    file = texts.file(question.path)
    if file is not None and file.status is FileStatus.DELETED:
        return _pasted(question, old, None, texts) or _removed()
    mapped = texts.map(question.path)
    if mapped is None:
        return unknown(How.UNREAD)
    if is_torn(question, mapped):
        return _torn_out(question, mapped, texts)
    if is_kept(question, mapped):
        return kept(question, texts.now(question.path), mapped)
    return _displaced(question, mapped, texts)


def _torn_out(question: Question, mapped: LineMap, texts: Texts) -> Answer:
    """Only where the removed lines were pasted is it known which of equal ones were removed."""
    is_out = all(spot == NONE for spot in spots(question, mapped))
    pasted = _pasted(question, mapped.old, mapped, texts) if is_out else None
    return pasted or unknown(How.AMBIGUOUS)


def _displaced(question: Question, mapped: LineMap, texts: Texts) -> Answer:
    """The answer for lines that did not stay with their neighbours: pasted, edited or gone."""
    path = texts.now(question.path)
    pasted = _pasted(question, mapped.old, mapped, texts)
    if pasted is not None and pasted.kind is not Kind.UNKNOWN:
        return pasted
    if any(spot != NONE for spot in spots(question, mapped)):
        return kept(question, path, mapped)
    answer = similar(question, path, mapped) or pasted
    if answer is None:
        return _removed() if mapped.is_whole else unknown(How.NOTHING)
    return answer


def _stands(question: Question, old: Lines) -> bool:
    """Whether the range exists and holds the text that is asked about."""
    if not 1 <= question.start <= question.end <= len(old):
        return False
    there = old.exact[question.start - 1 : question.end]
    return not question.text or Lines(question.text).exact == there


def _pasted(question: Question, old: Lines, mapped: LineMap | None, texts: Texts) -> Answer | None:
    """Where the lines were put, looking at added lines only; None when they are nowhere."""
    excerpt = _cut(question, old, mapped)
    places = texts.added.found(excerpt)
    here = texts.now(question.path)
    worthy = [place for place in places if place.score >= _least(place, here)]
    if worthy:
        best = clearest(question, worthy, texts)
        if best is None:
            return unknown(How.AMBIGUOUS)
        was = old.exact[question.start - 1 : question.end]
        return placed(question, best, was, texts, how=How.BLOCK)
    says = sum(excerpt.weights[excerpt.focus : excerpt.focus_end])
    is_said = says > _SAYS_NOTHING and texts.added.has(excerpt)
    return unknown(How.NOTHING) if is_said else None


def _least(place: Place, here: str) -> float:
    return _ENOUGH_HERE if place.path == here else _ENOUGH_ELSEWHERE


def _cut(question: Question, old: Lines, mapped: LineMap | None) -> Excerpt:
    """The range with the removed lines around it; lines that stayed are no part of a move."""
    first, last = question.start - 1, question.end
    start, end = first, last
    while start > max(0, first - _CONTEXT) and not (mapped and mapped.is_firm(start - 1)):
        start -= 1
    while end < min(len(old), last + _CONTEXT) and not (mapped and mapped.is_firm(end)):
        end += 1
    return Excerpt(old.bare[start:end], old.weights[start:end], first - start, last - start)


def _removed() -> Answer:
    return Answer(kind=Kind.DELETED, how=How.REMOVED, confidence=_REMOVED)
