"""A sample review in which the panel was asked about everything it can be asked about."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.brief import ConcernResult
from postil.domain.conversation import Call, CallOutcome, Usage
from postil.domain.document import Cost
from postil.domain.observation import Attendance, Gap
from postil.domain.panel import (
    Crossing,
    Dispute,
    EmptyChair,
    GoalRecord,
    MatrixRow,
    PanelRecord,
    PassEnding,
    PassRecord,
    Ruling,
)
from postil.domain.report import GoalVerdict
from postil.domain.severity import Dimension, Severity

from samples import NOISY, Sample

_FINDING = NOISY.document.findings[0]

RECORD = PanelRecord(
    chairs=(EmptyChair(role="type-design", reason="no type was added or changed"),),
    passes=(
        PassRecord(
            dimension=Dimension.CORRECTNESS,
            ending=PassEnding.FINDINGS,
            owner="staff-engineer",
            findings=3,
        ),
        PassRecord(
            dimension=Dimension.SECURITY,
            ending=PassEnding.CLEAN,
            owner="security",
            evidence="every query takes parameters",
        ),
        PassRecord(
            dimension=Dimension.PERFORMANCE,
            ending=PassEnding.NOT_APPLICABLE,
            owner="staff-engineer",
            evidence="no loop and no query was changed",
        ),
        PassRecord(
            dimension=Dimension.CONCURRENCY,
            ending=PassEnding.GAP,
            owner="staff-engineer",
            evidence="its owner said nothing about it",
        ),
    ),
    matrix=(
        MatrixRow(
            number=1,
            concern="refunds never exceed the payment | ever",
            source="description",
            result=ConcernResult.BROKEN,
            note="the amount is not compared",
            evidence=_FINDING.evidence[:1],
        ),
        MatrixRow(
            number=2,
            concern="the ledger balances",
            source="issue BILL-42",
            result=ConcernResult.NOT_VERIFIED,
            note="nobody answered",
        ),
    ),
    goal=GoalRecord(
        verdict=GoalVerdict.PARTIALLY,
        note="refunds are written, not sent",
        evidence=_FINDING.evidence[:1],
    ),
    crossing=Crossing(
        model="openai:gpt-6",
        agreement=1,
        primary_only=2,
        second_only=1,
        contradiction=1,
        disputes=(
            Dispute(
                id="n1-F1",
                bucket="contradiction",
                place="src/billing/refund.py:7",
                severity=Severity.HIGH,
                summary="the refund may be paid twice",
                arbitrated=True,
                ruling=Ruling.REAL_BUG,
                reason="nothing guards the retry",
                finding="F1",
                effect="confidence 60 → 70",
            ),
            Dispute(
                id="n1-F2",
                bucket="primary-only",
                place="src/billing/refund.py:12",
                severity=Severity.HIGH,
                summary="the total may be negative",
                arbitrated=True,
                ruling=Ruling.FALSE_POSITIVE,
                reason="the caller refuses it",
                finding="F2",
                effect="confidence 80 → 40",
                acknowledge=True,
            ),
            Dispute(
                id="n1-S1",
                bucket="second-only",
                place="src/billing/client.py:8",
                severity=Severity.LOW,
                summary="the timeout is short",
                arbitrated=False,
            ),
        ),
        arbiter="google:gemini-4",
        caveat="Two models trained alike may be wrong alike.",
        note="one dispute was left to people",
    ),
    limitations=(("sdet", "the tests could not be run"),),
    unread=(("security", "src/generated/schema.sql", "it does not fit the model's window"),),
    shards=1,
    estimate_usd=0.2,
)

CALLS = (
    Call(
        seat="security",
        model="anthropic:claude-sonnet-5-5",
        outcome=CallOutcome.ANSWERED,
        usage=Usage(input=20_000, cached=0, output=1_200, usd=0.08),
        seconds=21.0,
        first_byte=0.5,
    ),
    Call(
        seat="staff-engineer",
        model="anthropic:claude-sonnet-5-5",
        outcome=CallOutcome.TIMED_OUT,
        seconds=30.0,
        note="no answer in time",
    ),
    Call(
        seat="staff-engineer",
        model="openai:gpt-6",
        outcome=CallOutcome.ANSWERED,
        usage=Usage(input=20_500, cached=18_000, output=2_000, usd=0.05),
        seconds=4.5,
        first_byte=0.7,
    ),
)


def _panelled() -> Sample:
    document = NOISY.document
    brief = replace(
        document.brief,
        intent=replace(document.brief.intent, goal="Support can refund without a developer"),
    )
    return Sample(
        replace(
            document,
            brief=brief,
            reviewers=RECORD,
            calls=CALLS,
            cost=Cost(usd=0.13, input_tokens=40_500, cached_tokens=18_000, output_tokens=3_200),
        ),
        NOISY.change,
    )


PANELLED = _panelled()


def without(*failed: str) -> Sample:
    """The same review with reviewers that failed, and the gap each of them leaves."""
    document = PANELLED.document
    records = tuple(
        replace(record, attendance=Attendance.FAILED, reason="no answer", remarks=0)
        if record.name in failed
        else record
        for record in document.inspectors
    )
    gaps = tuple(
        Gap(subject=f"reviewer `{name}`", reason="no answer", required=True) for name in failed
    )
    return Sample(replace(document, inspectors=records, gaps=(*document.gaps, *gaps)), NOISY.change)
