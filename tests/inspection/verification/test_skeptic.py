"""The skeptic is asked once about the serious findings; its words are handed on unbelieved."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from postil.domain.conversation import Reply
from postil.domain.errors import ModelDown
from postil.domain.finding import Finding
from postil.domain.report import PriorAnswer
from postil.domain.severity import Basis, Severity
from postil.inspection.verification.inquiry import Inquiry
from postil.inspection.verification.skeptic import Doubts, doubted

from fakes.inquiries import found, inquiry, model_of, said
from fakes.models import FakeToolset

CRITICAL = found(3, severity=Severity.CRITICAL)
HIGH = found(5, severity=Severity.HIGH)


def answer(id_: str = "V1", **parts: Any) -> dict[str, Any]:
    quotes = [{"path": "a.py", "text": "if not ok: return"}]
    return {"id": id_, "answer": "withdrawn", "note": "guarded", "quotes": quotes, **parts}


def doubts(asked_in: Inquiry, *findings: Finding, least: Severity = Severity.CRITICAL) -> Doubts:
    return asyncio.run(doubted(findings, asked_in, least=least))


def test_what_it_says_is_handed_on_by_position() -> None:
    asked_in = inquiry(said(verifications=[answer()]), tools=FakeToolset())
    result = doubts(asked_in, found(1), HIGH, CRITICAL)
    ((position, verification),) = result.said
    assert (position, verification.answer, verification.note) == (
        2,
        PriorAnswer.WITHDRAWN,
        "guarded",
    )
    assert verification.quotes[0].text == "if not ok: return"
    assert result.gaps == ()
    (prompt,) = model_of(asked_in).asked
    assert prompt.tools
    assert HIGH.title not in prompt.shared


def test_high_ones_too_when_told() -> None:
    asked_in = inquiry(said(verifications=[answer("V1"), answer("V2", answer="retained")]))
    result = doubts(asked_in, HIGH, CRITICAL, least=Severity.HIGH)
    assert [(position, each.answer.value) for position, each in result.said] == [
        (1, "withdrawn"),
        (0, "retained"),
    ]


@pytest.mark.parametrize(
    "findings", [(), (HIGH,), (found(severity=Severity.CRITICAL, basis=Basis.RULE),)]
)
def test_without_a_serious_finding_of_a_model_nobody_is_asked(
    findings: tuple[Finding, ...],
) -> None:
    asked_in = inquiry(said(verifications=[]))
    assert doubts(asked_in, *findings) == Doubts()
    assert model_of(asked_in).asked == []


def test_ids_are_looked_up_and_the_first_answer_counts() -> None:
    rows = [answer("F1"), answer(note="first"), answer(note="second")]
    ((_, verification),) = doubts(inquiry(said(verifications=rows)), CRITICAL).said
    assert verification.note == "first"


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (ModelDown("cut"), "cut"),
        (said(verifications=[answer("F1")]), "it did not answer about 1 of 1 serious findings"),
        (Reply(text="no"), "it did not answer about 1 of 1 serious findings"),
    ],
)
def test_without_an_answer_nothing_changes_and_it_says_so(reply: Any, why: str) -> None:
    result = doubts(inquiry(reply), CRITICAL)
    assert result.said == ()
    assert [(gap.subject, gap.reason, gap.required) for gap in result.gaps] == [
        ("no skeptic", why, False)
    ]
