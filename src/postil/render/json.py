"""The report for other programs: one JSON document, the contract of reviewing locally."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from postil.codec import to_json
from postil.domain.brief import Intent
from postil.domain.change import Change, Side
from postil.domain.conversation import Call
from postil.domain.document import Cost, ReviewDocument, UnitCount
from postil.domain.finding import Adjustment, Evidence, Finding, Race, Suggestion
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.ledger import State
from postil.domain.memory import Transition
from postil.domain.observation import Clean, Gap
from postil.domain.panel import (
    Crossing,
    EmptyChair,
    GoalRecord,
    MatrixRow,
    PanelRecord,
    PassRecord,
)
from postil.domain.severity import Basis, Dimension, Kind, Reversible, Root, Severity
from postil.domain.wording import BLAST_WORDS, confidence_word, emoji, p_code
from postil.render import Style
from postil.render._answers import Answered, verified
from postil.render._json_panel import Failure, Limitation, Seat, failures, limitations, seats
from postil.render._status import in_order, is_partial, json_status, summary_line

NAME = "json"
MEDIA_TYPE = "application/json"

PCode = Annotated[str, msgspec.Meta(pattern="^(P[0-2]|Q)$")]
Confidence = Annotated[str, msgspec.Meta(pattern="^(high|medium|low)$")]

_APART = (Kind.SPEC_GAP, Kind.PRAISE)
_KINDS = frozenset(kind.value for kind in Kind)
_LEVELS_AND_KINDS = _KINDS | {severity.value for severity in Severity}


class Status(StrEnum):
    BLOCKING = "blocking"
    REVIEW_BEFORE_MERGE = "review-before-merge"
    APPROVED_WITH_NOTES = "approved-with-notes"
    APPROVED = "approved"
    NOOP = "noop"
    PARTIAL_FAILURE = "partial-failure"
    CHECKS_ONLY = "checks-only"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """Verbatim lines and where code found them; no lines when only the file is certain."""

    file: str
    side: Side
    revision: str
    line_start: int | None
    line_end: int | None
    text: str


class SeverityAdjustment(
    msgspec.Struct, frozen=True, kw_only=True, rename={"before": "from", "after": "to"}
):
    """What the severity was before judgement, as emoji and code, and why it moved."""

    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedFinding:
    """One finding. `file` and its lines are the place that needs an edit, `evidence` its text.

    `id` is the number people use (`F1`), `key` stays the same over pushes. `advisory` is
    true for what is no introduced defect of the code: nothing waits for it. `quotes` holds
    every piece of evidence and `note_at` the index of the one a note belongs on.
    """

    id: str
    key: str
    p_code: PCode
    severity_emoji: str
    severity: Severity
    kind: Kind
    root: Root
    state: State
    advisory: bool
    introduced: bool
    slug: str
    category: str
    dimension: Dimension
    title: str
    file: str
    line_start: int | None
    line_end: int | None
    confidence: Confidence
    confidence_score: int
    basis: Basis
    blast: str
    justification: str
    reversible: Reversible
    failure_mode: str
    mitigation: str
    evidence: str
    quotes: tuple[Quoted, ...]
    note_at: int
    details: str
    caveat: str
    severity_adjustment: SeverityAdjustment | None
    adjustments: tuple[Adjustment, ...]
    suggestion: Suggestion | None
    race: Race | None
    related: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecGap:
    """A question to whoever owns the specification."""

    id: str
    key: str
    section: str
    title: str
    spec_quote: str
    code_quote: str
    questions: tuple[str, ...]
    quotes: tuple[Quoted, ...]
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """Something done well; nothing to act on, and absent when coverage is not full."""

    title: str
    file: str
    line_start: int | None
    line_end: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorVerification:
    """What became of an earlier finding: fixed (`yes`), still there (`no`), or nobody knows.

    `prior_id` is its key, or the id under which the caller handed it in; `id` its number.
    """

    prior_id: str
    id: str
    verification: Literal["yes", "unclear", "no"]
    state: State
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAsideCount:
    """How many remarks one reason set aside, and at which step."""

    step: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalReport:
    """A whole review for the program that asked for it.

    `status` speaks for the whole run, `verdict` for what was seen, `coverage` for how much
    that was; a status other than `approved` may stand beside a clean verdict. `transition`
    says how the verdict moved since the review of `last_sha`, and `history` what happened
    to the commits in between, when they were rewritten. `units` counts the parts of the
    change and those no reviewer had to read again, null where there was nothing to go on from.
    """

    mode: Literal["local"]
    base: str
    base_sha: str
    head: str
    last_sha: str | None
    transition: Transition
    history: str
    units: UnitCount | None
    status: Status
    verdict: Verdict
    coverage: Coverage
    outcome: Outcome
    summary_line: str
    subagent_failures: tuple[Failure, ...]
    findings: tuple[ReportedFinding, ...]
    closed: tuple[ReportedFinding, ...]
    spec_gaps: tuple[SpecGap, ...]
    prior_verifications: tuple[PriorVerification, ...]
    checked_and_clean: tuple[Clean, ...]
    strengths: tuple[Strength, ...]
    set_aside: tuple[SetAsideCount, ...]
    gaps: tuple[Gap, ...]
    seats: tuple[Seat, ...]
    chairs: tuple[EmptyChair, ...]
    passes: tuple[PassRecord, ...]
    matrix: tuple[MatrixRow, ...]
    intent: Intent
    goal: GoalRecord | None
    crossing: Crossing | None
    limitations: tuple[Limitation, ...]
    calls: tuple[Call, ...]
    flags: tuple[str, ...]
    notices: tuple[str, ...]
    cost: Cost
    postil: str


def render(document: ReviewDocument, change: Change | None, *, style: Style) -> str:
    """The report as JSON text; neither the lines of the change nor a style bear on it."""
    del change, style
    return to_json(report(document)).decode()


def report(document: ReviewDocument) -> LocalReport:
    """The document in the words of the contract."""
    subject = document.subject
    ordered = in_order(document.findings)
    panel = document.reviewers or PanelRecord()
    return LocalReport(
        mode="local",
        base=subject.base_name,
        base_sha=subject.base,
        head=subject.head,
        last_sha=document.previous_head or None,
        transition=document.transition,
        history=document.rewritten,
        units=document.units,
        status=Status(json_status(document)),
        verdict=document.verdict,
        coverage=document.coverage,
        outcome=document.outcome,
        summary_line=summary_line(document),
        subagent_failures=failures(document),
        findings=tuple(_finding(f) for f in ordered if f.is_open and f.kind not in _APART),
        closed=tuple(_finding(f) for f in ordered if not f.is_open),
        spec_gaps=tuple(_spec_gap(f) for f in ordered if f.is_open and f.kind is Kind.SPEC_GAP),
        prior_verifications=tuple(map(_verification, verified(document))),
        checked_and_clean=document.clean,
        strengths=() if is_partial(document) else _strengths(ordered),
        set_aside=_set_aside(document),
        gaps=document.gaps,
        seats=seats(document),
        chairs=panel.chairs,
        passes=panel.passes,
        matrix=panel.matrix,
        intent=document.brief.intent,
        goal=panel.goal,
        crossing=panel.crossing,
        limitations=tuple(limitations(panel)),
        calls=document.calls,
        flags=tuple(flag.value for flag in document.brief.flags),
        notices=subject.notices,
        cost=document.cost,
        postil=document.postil,
    )


def _finding(finding: Finding) -> ReportedFinding:
    place = finding.place
    introduced_defect = finding.kind is Kind.DEFECT and finding.introduced
    return ReportedFinding(
        id=finding.number,
        key=finding.id,
        p_code=p_code(finding.severity, finding.kind),
        severity_emoji=emoji(finding.severity, finding.kind),
        severity=finding.severity,
        kind=finding.kind,
        root=finding.root,
        state=finding.status,
        advisory=not (introduced_defect and finding.root is Root.CODE),
        introduced=finding.introduced,
        slug=finding.slug,
        category=finding.category,
        dimension=finding.dimension,
        title=finding.title,
        file=place.path,
        line_start=place.start,
        line_end=place.end,
        confidence=confidence_word(finding.confidence),
        confidence_score=finding.confidence,
        basis=finding.basis,
        blast=BLAST_WORDS[finding.blast],
        justification=finding.justification.value.capitalize(),
        reversible=finding.reversible,
        failure_mode=finding.failure_mode,
        mitigation=finding.mitigation,
        evidence=place.text,
        quotes=tuple(map(_quoted, finding.evidence)),
        note_at=finding.anchor,
        details=finding.details,
        caveat=finding.caveat,
        severity_adjustment=_severity_adjustment(finding),
        adjustments=finding.adjustments,
        suggestion=finding.suggestion,
        race=finding.race,
        related=finding.related,
        sources=finding.sources,
    )


def _quoted(evidence: Evidence) -> Quoted:
    return Quoted(
        file=evidence.path,
        side=evidence.side,
        revision=evidence.revision,
        line_start=evidence.start,
        line_end=evidence.end,
        text=evidence.text,
    )


def _severity_adjustment(finding: Finding) -> SeverityAdjustment | None:
    """The way from what was proposed to what stands; a change of kind moves the code, too."""
    steps = [step for step in finding.adjustments if step.before in _LEVELS_AND_KINDS]
    kinds = [Kind(step.before) for step in steps if step.before in _KINDS]
    kind = kinds[0] if kinds else finding.kind
    if finding.base is finding.severity and kind is finding.kind:
        return None
    return SeverityAdjustment(
        before=f"{emoji(finding.base, kind)} {p_code(finding.base, kind)}",
        after=(f"{emoji(finding.severity, finding.kind)} {p_code(finding.severity, finding.kind)}"),
        reason="; ".join(step.reason for step in steps),
    )


def _spec_gap(finding: Finding) -> SpecGap:
    """An auditor quotes the specification first, then the code; one quote alone is code."""
    texts = [evidence.text for evidence in finding.evidence]
    spec, code = (texts[0], texts[1]) if len(texts) > 1 else ("", texts[0])
    return SpecGap(
        id=finding.number,
        key=finding.id,
        section=finding.category,
        title=finding.title,
        spec_quote=spec,
        code_quote=code,
        questions=tuple(filter(None, (finding.failure_mode, finding.mitigation))),
        quotes=tuple(map(_quoted, finding.evidence)),
        state=finding.status,
    )


def _strengths(findings: tuple[Finding, ...]) -> tuple[Strength, ...]:
    places = ((f.title, f.place) for f in findings if f.kind is Kind.PRAISE)
    return tuple(
        Strength(title=title, file=place.path, line_start=place.start, line_end=place.end)
        for title, place in places
    )


def _verification(answer: Answered) -> PriorVerification:
    finding = answer.step.finding
    return PriorVerification(
        prior_id=finding.id,
        id=finding.number,
        verification=answer.word,
        state=finding.status,
        note=answer.note,
    )


def _set_aside(document: ReviewDocument) -> tuple[SetAsideCount, ...]:
    counts = Counter((entry.step, entry.reason) for entry in document.set_aside)
    return tuple(
        SetAsideCount(step=step, reason=reason, count=count)
        for (step, reason), count in sorted(counts.items())
    )
