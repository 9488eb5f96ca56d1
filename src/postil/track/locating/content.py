"""Answers from quoted lines and the lines stored around them, when the old revision is gone."""

from __future__ import annotations

from postil.track.locating.blocks import Excerpt, Index, Place
from postil.track.locating.choosing import clearest, placed
from postil.track.locating.lines import Lines, weight
from postil.track.locating.matching import NONE
from postil.track.locating.question import Answer, How, Kind, Question, unknown
from postil.track.locating.similarity import most_like
from postil.track.locating.texts import Texts

_ENOUGH_HERE = 0.75
_ENOUGH_ELSEWHERE = 2.0
_ENOUGH_AROUND = 1.0
"""What the lines around must say together before the lines between them are called gone."""

_DOUBTED = 65
_SAME = 80
"""The least confidence with which lines are called the same on their content alone."""


def telling_line(question: Question) -> str:
    """The quoted line that says most about where it stands; empty when none says anything."""
    lines = Lines(question.text)
    best = max(range(len(lines)), key=lambda at: lines.weights[at], default=NONE)
    return lines.bare[best] if best != NONE and lines.weights[best] else ""


def by_content(question: Question, texts: Texts) -> Answer:
    """Where the quoted lines stand now: in their file if they can be found there, else elsewhere."""
    if not question.text.strip():
        return unknown(How.NOTHING)
    excerpt = _excerpt(question)
    path = texts.now(question.path)
    here = texts.whole(path)
    answer = _found(question, here, texts, least=_ENOUGH_HERE)
    if answer is None:
        answer = _found(question, texts.everywhere, texts, least=_ENOUGH_ELSEWHERE)
    if answer is None:
        answer = _between(question, here.places(excerpt), texts)
    return answer


def _excerpt(question: Question) -> Excerpt:
    quoted = Lines(question.text).bare
    before = [line.strip() for line in question.before]
    lines = [*before, *quoted, *(line.strip() for line in question.after)]
    return Excerpt(lines, [weight(line) for line in lines], len(before), len(before) + len(quoted))


def _found(question: Question, index: Index, texts: Texts, *, least: float) -> Answer | None:
    """The quoted lines as they were; None when they stand nowhere with enough around them."""
    places = index.found(_excerpt(question))
    if not places or places[0].score < least:
        return None
    best = clearest(question, places, texts)
    if best is None:
        return unknown(How.AMBIGUOUS)
    answer = placed(question, best, Lines(question.text).exact, texts, how=How.CONTENT)
    # An equal line may have come to stand where the quoted one was; its neighbours tell.
    is_doubtful = answer.kind is Kind.SAME and answer.confidence < _SAME
    return unknown(How.NOTHING) if is_doubtful else answer


def _between(question: Question, places: list[Place], texts: Texts) -> Answer:
    """What stands where the quoted lines stood, if the lines around them are still there."""
    if not places or places[0].score < _ENOUGH_AROUND:
        return unknown(How.NOTHING)
    best = clearest(question, places, texts)
    lines = texts.new(best.path) if best else None
    if best is None or lines is None:
        return unknown(How.AMBIGUOUS)
    above = best.pairs[len(question.before) - 1] if question.before else NONE
    below = best.pairs[-len(question.after)] if question.after else NONE
    if NONE in (above, below):
        return unknown(How.NOTHING)
    if below == above + 1:
        return Answer(kind=Kind.DELETED, how=How.CONTENT, confidence=_DOUBTED)
    quoted = Lines(question.text).bare
    top = most_like(quoted[0], lines.bare, above + 1, below)
    bottom = most_like(quoted[-1], lines.bare, above + 1, below)
    if top is None or bottom is None or bottom.line < top.line:
        return unknown(How.NOTHING)
    return Answer(
        kind=Kind.EDITED,
        how=How.CONTENT,
        confidence=_DOUBTED,
        path=best.path,
        start=top.line + 1,
        end=bottom.line + 1,
    )
