"""Verifies findings by questions: what would refute each, what the code answers, what that leaves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from postil.domain.conversation import Prompt
from postil.domain.errors import Garbled, ModelError
from postil.domain.finding import Finding
from postil.domain.panel import Assessment
from postil.domain.severity import Basis
from postil.inspection.verification.inquiry import (
    MOST_FINDINGS,
    RULES,
    Inquiry,
    Looked,
    Subject,
    skipped,
    subjects,
    told,
)
from postil.inspection.verification.rows import rows, schema, text

STEP = "questions"
NAME = "falsification questions"
MOST_QUESTIONS = 10
MOST_OUTPUT = 8_000
MOST_LINE = 300
_SCORES = range(1, 11)
_PERCENT = 10

ASK = """\
For each finding write one to ten questions that the code can answer, such that an answer of no makes
the finding weaker: is the value really unchecked, can the caller really pass that, does the other
place really differ. Ask about what was claimed, not about style.
"""
ANSWER = """\
Answer each question from the code; look it up before you answer. question: its number; answer: yes, no
or unclear; why: one sentence that names file and line. Neither defend nor attack the finding.
"""
SCORE = """\
Score each finding from these questions and answers alone: 1 to 3 it is likely false, 4 to 6 nobody
can tell, 7 to 10 it is likely true. An unclear answer proves nothing. reason: one sentence.
"""

_QUESTIONS = schema(
    "questions", id=text(20), asks={"type": "array", "items": text(MOST_LINE), "maxItems": 10}
)
_ANSWERS = schema(
    "answers",
    id=text(20),
    question={"type": "integer"},
    answer={"enum": ["yes", "no", "unclear"]},
    why=text(MOST_LINE),
)
_MARKS = schema(
    "scores",
    id=text(20),
    score={"type": "integer", "minimum": 1, "maximum": 10},
    reason=text(MOST_LINE),
)


@dataclass(frozen=True, slots=True)
class Asked:
    id: str
    asks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    id: str
    question: int
    answer: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    id: str
    score: int
    reason: str = ""


_Said = TypeVar("_Said", Asked, Scored)


async def verified(findings: Sequence[Finding], inquiry: Inquiry) -> Looked:
    """A score for each finding of a model, in three calls; none when there is nothing to verify.

    Whoever scores sees questions and answers, never the code. A finding without a score keeps
    its confidence; when a call fails all of them do.
    """
    everyone = subjects(findings)
    if not everyone:
        return Looked()
    chosen = everyone[:MOST_FINDINGS]
    try:
        scores = await _scores(chosen, inquiry)
    except ModelError as problem:
        return Looked(gaps=(skipped(NAME, str(problem)),))
    given = tuple(_assessment(each, scores[each.id]) for each in chosen if each.id in scores)
    missing = len(everyone) - len(given)
    why = f"{missing} of {len(everyone)} findings got no score and keep their own confidence"
    return Looked(assessments=given, gaps=(skipped(NAME, why),) if missing else ())


async def _scores(chosen: Sequence[Subject], inquiry: Inquiry) -> Mapping[str, Scored]:
    listing = inquiry.data("\n\n".join(map(told, chosen)), source="findings")
    asked = await _asked(listing, [each.id for each in chosen], inquiry)
    answers = await _answers(listing, asked, inquiry)
    titles = {each.id: each.finding.title for each in chosen}
    shown = [_examined(titles[id_], asked[id_], said) for id_, said in answers.items()]
    prompt = Prompt(
        rules=RULES,
        shared=inquiry.data("\n\n".join(shown), source="questions and answers"),
        charge=SCORE,
        schema=_MARKS,
        most_output=MOST_OUTPUT,
    )
    heard = await inquiry.hear(prompt, partial(rows, name="scores", kind=Scored), seat=STEP)
    return _first(
        each for each in heard.reading.taken() if each.id in answers and each.score in _SCORES
    )


async def _asked(listing: str, ids: Sequence[str], inquiry: Inquiry) -> Mapping[str, Asked]:
    prompt = Prompt(
        rules=RULES, shared=listing, charge=ASK, schema=_QUESTIONS, most_output=MOST_OUTPUT
    )
    heard = await inquiry.hear(prompt, partial(rows, name="questions", kind=Asked), seat=STEP)
    asked = _first(each for each in heard.reading.taken() if each.id in ids and _asks(each))
    if not asked:
        raise Garbled("nothing was asked about any of the findings")
    return asked


async def _answers(
    listing: str, asked: Mapping[str, Asked], inquiry: Inquiry
) -> Mapping[str, list[Answered]]:
    questions = inquiry.data("\n\n".join(map(_numbered, asked.values())), source="questions")
    prompt = Prompt(
        rules=RULES,
        shared=listing,
        charge=f"{ANSWER}\n{questions}",
        schema=_ANSWERS,
        most_output=MOST_OUTPUT,
    )
    reader = partial(rows, name="answers", kind=Answered)
    heard = await inquiry.hear(prompt, reader, seat=STEP, looks=True)
    answers: dict[str, list[Answered]] = {}
    for each in heard.reading.taken():
        if each.id in asked and each.question in range(1, len(_asks(asked[each.id])) + 1):
            answers.setdefault(each.id, []).append(each)
    if not answers:
        raise Garbled("none of the questions was answered")
    return answers


def _first(said: Iterable[_Said]) -> dict[str, _Said]:
    found: dict[str, _Said] = {}
    for each in said:
        found.setdefault(each.id, each)
    return found


def _asks(asked: Asked) -> list[str]:
    return [_line(each) for each in asked.asks if each.strip()][:MOST_QUESTIONS]


def _numbered(asked: Asked) -> str:
    rows_ = [f"{count}. {each}" for count, each in enumerate(_asks(asked), start=1)]
    return "\n".join([f"[{asked.id}]", *rows_])


def _examined(title: str, asked: Asked, said: Sequence[Answered]) -> str:
    """A finding with its questions and what was answered; one left open says so."""
    answers: dict[int, Answered] = {}
    for each in said:
        answers.setdefault(each.question, each)
    lines = [f"[{asked.id}] {_line(title)}"]
    for count, question in enumerate(_asks(asked), start=1):
        answer = answers.get(count)
        found = f"{_line(answer.answer)}: {_line(answer.why)}" if answer else "not answered"
        lines += [f"{count}. {question}", f"   {found}"]
    return "\n".join(lines)


def _assessment(subject: Subject, scored: Scored) -> Assessment:
    return Assessment(
        position=subject.position,
        step=STEP,
        confidence=scored.score * _PERCENT,
        reason=_line(scored.reason) or f"scored {scored.score} of 10",
        basis=Basis.VERIFIED,
    )


def _line(text_: str) -> str:
    return " ".join(text_.split())[:MOST_LINE]
