"""Answers about earlier findings: only ids that were asked about, only with lines that stand."""

from __future__ import annotations

import pytest

from judge.scene import Scene
from postil.domain.finding import Quote
from postil.domain.panel import PriorRecord
from postil.domain.report import PriorAnswer, Report, ReportedQuote, Verification
from postil.judge.prior_answers import prior_answers

REAL = ReportedQuote(path="src/shape.py", text='return "new"')
INVENTED = ReportedQuote(path="src/shape.py", text="return nothing")


def restore(quote: ReportedQuote) -> Quote:
    return Quote(path=quote.path, text=quote.text, side=quote.side, line=quote.line)


def said(answer: PriorAnswer, *quotes: ReportedQuote, id_: str = "F1") -> Verification:
    return Verification(id=id_, answer=answer, note=f"it is\n{answer.value}", quotes=quotes)


def record(*answers: Verification, role: str = "security") -> PriorRecord:
    reports = [(role, Report(verifications=(each,))) for each in answers]
    (found,) = prior_answers({"security": ["F1"]}, reports, Scene().grounds(), restore)
    return found


@pytest.mark.parametrize("answer", list(PriorAnswer))
def test_an_answer_with_lines_that_stand_counts(answer: PriorAnswer) -> None:
    found = record(said(answer, INVENTED, REAL))
    assert (found.answer, found.note) == (answer, f"it is {answer.value}")
    assert [each.place for each in found.evidence] == ["src/shape.py:8"]


@pytest.mark.parametrize("answer", [PriorAnswer.FIXED, PriorAnswer.WITHDRAWN])
@pytest.mark.parametrize("quotes", [(), (INVENTED,)])
def test_without_them_it_is_still_there(
    answer: PriorAnswer, quotes: tuple[ReportedQuote, ...]
) -> None:
    found = record(said(answer, *quotes))
    assert (found.answer, found.evidence) == (PriorAnswer.RETAINED, ())
    assert found.note == f"it was called {answer.value}, but nothing that could be found was quoted"


def test_still_there_needs_no_lines() -> None:
    assert record(said(PriorAnswer.RETAINED)).note == "it is retained"


def test_no_answer_is_no_answer() -> None:
    meant = PriorRecord(id="F1", answer=None, note="nobody answered for it")
    assert record() == meant
    assert record(said(PriorAnswer.FIXED, REAL, id_="F2")) == meant
    assert record(said(PriorAnswer.FIXED, REAL), role="sdet") == meant


@pytest.mark.parametrize(
    ("answers", "meant"),
    [
        ([said(PriorAnswer.RETAINED), said(PriorAnswer.FIXED, REAL)], PriorAnswer.FIXED),
        ([said(PriorAnswer.FIXED, REAL), said(PriorAnswer.RETAINED, REAL)], PriorAnswer.RETAINED),
        ([said(PriorAnswer.WITHDRAWN, REAL), said(PriorAnswer.FIXED, REAL)], PriorAnswer.FIXED),
        ([said(PriorAnswer.FIXED), said(PriorAnswer.WITHDRAWN, REAL)], PriorAnswer.WITHDRAWN),
    ],
)
def test_of_several_parts_what_is_shown_counts(
    answers: list[Verification], meant: PriorAnswer
) -> None:
    assert record(*answers).answer is meant
