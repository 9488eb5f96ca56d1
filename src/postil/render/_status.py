"""What a document amounts to: its counts, its reading order and the words of its status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from postil.domain.document import InspectorRecord, ReviewDocument
from postil.domain.finding import Finding
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.observation import Attendance
from postil.domain.severity import Kind, Severity
from postil.domain.wording import p_code

UNREAD = "no reviewer read this change"

_QUESTIONS = (Kind.QUESTION, Kind.SPEC_GAP)
_P_CODES = ("P0", "P1", "P2", "Q")
_NAMED_FAILURES = 5
_YELLOW = ":yellow_circle:"

_JSON_WORDS = {
    Verdict.BLOCKED: "blocking",
    Verdict.REVIEW: "review-before-merge",
    Verdict.NOTES: "approved-with-notes",
    Verdict.CLEAN: "approved",
}
_PANEL_WORDS = {
    Verdict.BLOCKED: "🔴 Blocking issues found",
    Verdict.REVIEW: "⚠️ Review before merge",
    Verdict.NOTES: "✅ Approved with notes",
    Verdict.CLEAN: "✅ Approved",
}
_EVENTS = {
    Verdict.BLOCKED: "REQUEST_CHANGES",
    Verdict.REVIEW: "REQUEST_CHANGES",
    Verdict.NOTES: "COMMENT",
    Verdict.CLEAN: "APPROVE",
}


class Tone(StrEnum):
    """The colour of a status; good only when reviewers saw everything and nothing is open."""

    GOOD = "good"
    NEUTRAL = "neutral"
    CAUTION = "caution"
    BAD = "bad"


def counted(number: int, noun: str) -> str:
    """`1 finding`, `2 findings`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def is_question(finding: Finding) -> bool:
    return finding.kind in _QUESTIONS


def standing(document: ReviewDocument) -> tuple[Finding, ...]:
    """The open findings in reading order; praise is not a finding to be counted."""
    return in_order(f for f in document.open_findings if f.kind is not Kind.PRAISE)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By severity, then path, then line; questions after everything else."""
    return tuple(
        sorted(
            findings,
            key=lambda f: (
                is_question(f),
                -weight(f).rank,
                f.place.path,
                f.place.start or 0,
                f.number,
            ),
        )
    )


def weight(finding: Finding) -> Severity:
    """The severity a finding is shown with: a matter of taste never outweighs a defect."""
    if finding.kind is Kind.PREFERENCE and finding.severity.at_least(Severity.MEDIUM):
        return Severity.MEDIUM
    return finding.severity


def code_of(finding: Finding) -> str:
    """P0 to P2, or Q."""
    return p_code(weight(finding), finding.kind)


def slug_of(finding: Finding) -> str:
    """What people call it; a finding somebody else noted down may have no name of its own."""
    return finding.slug if finding.slug.strip() else finding.dimension


def blocking(document: ReviewDocument) -> tuple[Finding, ...]:
    """The open defects at or above the policy's `block_at`."""
    limit = document.policy.block_at
    if limit is None:
        return ()
    return _defects(document, limit)


def serious(document: ReviewDocument) -> tuple[Finding, ...]:
    """The open defects a merge should wait for: blocking ones, and all from high up."""
    limits = (Severity.HIGH, document.policy.block_at or Severity.HIGH)
    return _defects(document, min(limits, key=lambda severity: severity.rank))


def _defects(document: ReviewDocument, limit: Severity) -> tuple[Finding, ...]:
    return tuple(
        f for f in standing(document) if f.kind is Kind.DEFECT and f.severity.at_least(limit)
    )


def p_codes(document: ReviewDocument) -> tuple[tuple[str, int], ...]:
    """How many open findings each P-code has, worst first, without empty ones."""
    counts = Counter(code_of(f) for f in standing(document))
    return tuple((code, counts[code]) for code in _P_CODES if counts[code])


def severities(document: ReviewDocument) -> tuple[tuple[str, int], ...]:
    """How many open findings each severity has, worst first; questions counted apart."""
    counts = Counter("question" if is_question(f) else str(weight(f)) for f in standing(document))
    order = (*(str(severity) for severity in Severity), "question")
    return tuple((word, counts[word]) for word in order if counts[word])


def severity_words(document: ReviewDocument) -> str:
    """`1 critical, 2 low, 2 questions`; empty when nothing is open."""
    return ", ".join(
        counted(count, word) if word == "question" else f"{count} {word}"
        for word, count in severities(document)
    )


def buckets(document: ReviewDocument) -> str:
    """`P0×1, P1×2`; empty when nothing is open."""
    return ", ".join(f"{code}×{count}" for code, count in p_codes(document))


def clean_count(document: ReviewDocument) -> int:
    """How many distinct things were looked at and found in order."""
    return len({entry.slug for entry in document.clean})


def is_partial(document: ReviewDocument) -> bool:
    """Whether something that should have been seen was not; then nothing may look green."""
    return document.coverage is not Coverage.FULL and document.outcome is not Outcome.NOOP


def tone(document: ReviewDocument) -> Tone:
    if document.outcome is Outcome.NOOP:
        return Tone.NEUTRAL
    if document.verdict is Verdict.BLOCKED:
        return Tone.BAD
    if is_partial(document) or document.verdict is Verdict.REVIEW:
        return Tone.CAUTION
    if document.verdict is Verdict.CLEAN and document.panel:
        return Tone.GOOD
    return Tone.NEUTRAL


def json_status(document: ReviewDocument) -> str:
    """The status word of the machine-readable report."""
    if document.outcome is Outcome.NOOP:
        return "noop"
    if is_partial(document):
        return "partial-failure"
    return _JSON_WORDS[document.verdict] if document.panel else "checks-only"


def event(document: ReviewDocument) -> str:
    """The review event of the `guided` profile; nothing unread or unseen is ever approved."""
    proposed = _EVENTS[document.verdict]
    if is_partial(document) and document.verdict is not Verdict.BLOCKED:
        return "COMMENT"
    if proposed == "APPROVE" and (not document.panel or document.outcome is Outcome.NOOP):
        return "COMMENT"
    return proposed


def by_checks(document: ReviewDocument) -> str:
    """What stands in place of an approval when no reviewer read the change."""
    found = len(standing(document))
    findings = counted(found, "finding") if found else "No findings"
    return f"{findings} by {counted(document.checks_run, 'check')}; {UNREAD}"


def shortfall(document: ReviewDocument) -> str:
    """Who failed and how much was not seen, without a full stop; empty when all was seen."""
    if not is_partial(document):
        return ""
    failed = [record for record in document.inspectors if record.attendance is Attendance.FAILED]
    parts = [
        _failures([r for r in failed if r.kind != "check"], document, noun="reviewer"),
        _failures([r for r in failed if r.kind == "check"], document, noun="check"),
    ]
    told = {word for record in failed for word in _called(record)}
    unseen = sum(gap.subject not in told for gap in document.required_gaps)
    if unseen:
        parts.append(f"{counted(unseen, 'required part')} not seen")
    return ", ".join(part for part in parts if part) or "not everything was seen"


def _called(record: InspectorRecord) -> tuple[str, str]:
    """What a gap calls an inspector that failed; it is told by name already."""
    noun = "check" if record.kind == "check" else "reviewer"
    return record.name, f"{noun} `{record.name}`"


def _failures(failed: list[InspectorRecord], document: ReviewDocument, *, noun: str) -> str:
    if len(failed) <= 1:
        return "".join(f"{record.name} failed" for record in failed)
    seated = sum(
        (record.kind == "check") is (noun == "check")
        and record.attendance in (Attendance.RAN, Attendance.FAILED)
        for record in document.inspectors
    )
    names = [record.name for record in failed[:_NAMED_FAILURES]]
    if len(failed) > _NAMED_FAILURES:
        names.append(f"{len(failed) - _NAMED_FAILURES} more")
    return f"{len(failed)}/{seated} {noun}s failed: {', '.join(names)}"


def panel_status(document: ReviewDocument) -> str:
    """The status of the `panel` profile: `⚠️ Partial — sdet failed · ⚠️ Review before merge`."""
    if document.outcome is Outcome.NOOP:
        return _idle(document)
    if document.coverage is Coverage.NONE:
        return f"⚠️ Not reviewed — {shortfall(document)}"
    if is_partial(document):
        partial = f"⚠️ Partial — {shortfall(document)}"
        return f"{partial} · {_found(document)}" if standing(document) else partial
    if document.verdict in (Verdict.BLOCKED, Verdict.REVIEW) or document.panel:
        return _PANEL_WORDS[document.verdict]
    return by_checks(document)


def _idle(document: ReviewDocument) -> str:
    """What a run with nothing to do says: the verdict of the review that stands, if one does."""
    if document.memory.is_empty:
        return "Nothing to review"
    head = document.memory.heads[-1][:7]
    return f"Nothing new since {head} was reviewed; its verdict stands: {document.verdict}"


def _found(document: ReviewDocument) -> str:
    """The status over what a partial review saw; an approval is not among its words."""
    if document.verdict in (Verdict.BLOCKED, Verdict.REVIEW):
        return _PANEL_WORDS[document.verdict]
    return "Notes so far"


def summary_line(document: ReviewDocument) -> str:
    """`<status> · 3 findings (P0×1, P1×2) · ✅ 11 clean`."""
    return f"{panel_status(document)} · {tally(document)}"


def tally(document: ReviewDocument) -> str:
    """`3 findings (P0×1, P1×2) · ✅ 11 clean`; no mark on what is only partly seen."""
    found = counted(len(standing(document)), "finding")
    codes = buckets(document)
    parts = [f"{found} ({codes})" if codes else found]
    clean = clean_count(document)
    if clean:
        parts.append(f"{clean} clean" if is_partial(document) else f"✅ {clean} clean")
    return " · ".join(parts)


class VerdictLine(NamedTuple):
    """The verdict of the `sections` profile: a circle, a label in bold, a text after a dash."""

    circle: str
    label: str
    text: str


def sections_verdict(document: ReviewDocument) -> VerdictLine:
    """How the `sections` profile words a first review."""
    if document.outcome is Outcome.NOOP:
        return VerdictLine(_YELLOW, _idle(document), "nothing was looked at in this run")
    missing = shortfall(document)
    if document.coverage is Coverage.NONE:
        return VerdictLine(_YELLOW, "Review incomplete", f"nothing was reviewed: {missing}")
    issues = counted(len(serious(document)), "issue")
    if missing:
        found = f"; {issues} to address before merging" if serious(document) else ""
        return VerdictLine(_YELLOW, "Review incomplete", f"{missing}{found}")
    if document.verdict in (Verdict.BLOCKED, Verdict.REVIEW):
        return VerdictLine(":red_circle:", "Address before merging", f"{issues} to fix first")
    if not document.panel:
        return VerdictLine(_YELLOW, by_checks(document), "checks alone decide nothing")
    if document.verdict is Verdict.NOTES:
        items = f"{counted(len(standing(document)), 'item')} to consider"
        return VerdictLine(_YELLOW, "Ready to merge with minor items", items)
    return VerdictLine(":green_circle:", "Ready to merge", "nothing found")


def headline(document: ReviewDocument) -> str:
    """The verdict in one sentence, for people who know no profile."""
    if document.outcome is Outcome.NOOP:
        return f"{_idle(document)}."
    if document.coverage is Coverage.NONE:
        return f"Not reviewed: {shortfall(document)}."
    if is_partial(document):
        return f"Partial review: {shortfall(document)}. {_so_far(document)}"
    unread = "" if document.panel else f"; {UNREAD}"
    found = counted(len(standing(document)), "finding")
    if document.verdict is Verdict.BLOCKED:
        return f"Blocked: {len(blocking(document))} of {found} must be fixed first{unread}."
    if document.verdict is Verdict.REVIEW:
        return f"Review before merging: {found}, {len(serious(document))} serious{unread}."
    if unread:
        return f"{by_checks(document)}."
    if document.verdict is Verdict.NOTES:
        return f"Approved with notes: {found}, nothing serious."
    return "Approved: no findings."


def _so_far(document: ReviewDocument) -> str:
    found = len(standing(document))
    if not found:
        return "Nothing was found in what was seen."
    weight = len(serious(document))
    heavy = f", {weight} to address before merging" if weight else ""
    return f"{counted(found, 'finding')} so far{heavy}."
