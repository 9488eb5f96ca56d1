from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.observation import Attendance, Gap
from postil.domain.severity import Kind, Severity
from postil.render import _status as status
from postil.render._status import Tone
from render.strategies import documents

from samples import BLIND, CHECKS_CLEAN, CHECKS_NOISY, CLEAN, NOISY, finding, quoted

GREEN = ("✅", "green", "blue", "Approved", "Ready")
PLACE = quoted(NOISY.change, "src/billing/refund.py", 12)


def found(number: int, severity: Severity, kind: Kind = Kind.DEFECT) -> Finding:
    return finding(number, f"title {number}", severity, PLACE, kind=kind)


def concluded(
    verdict: Verdict,
    *findings: Finding,
    coverage: Coverage = Coverage.FULL,
    panel: bool = True,
    block_at: Severity | None = Severity.CRITICAL,
) -> ReviewDocument:
    document = CLEAN.document
    return replace(
        document,
        verdict=verdict,
        findings=findings,
        coverage=coverage,
        panel=panel,
        clean=(),
        policy=replace(document.policy, block_at=block_at),
        outcome={
            Coverage.FULL: Outcome.FINDINGS,
            Coverage.PARTIAL: Outcome.PARTIAL,
            Coverage.NONE: Outcome.NOT_REVIEWED,
        }[coverage],
    )


def noop() -> ReviewDocument:
    return replace(CLEAN.document, outcome=Outcome.NOOP, clean=())


CRITICAL = found(1, Severity.CRITICAL)
HIGH = found(2, Severity.HIGH)
MEDIUM = found(3, Severity.MEDIUM)
QUESTION = found(4, Severity.CRITICAL, Kind.QUESTION)
TASTE = found(5, Severity.CRITICAL, Kind.PREFERENCE)
NIT = found(6, Severity.NIT)
PRAISE = found(7, Severity.LOW, Kind.PRAISE)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (
            concluded(Verdict.BLOCKED, CRITICAL, MEDIUM),
            (
                "blocking",
                "🔴 Blocking issues found",
                (":red_circle:", "Address before merging", "1 issue to fix first"),
                "Blocked: 1 of 2 findings must be fixed first.",
                "REQUEST_CHANGES",
                Tone.BAD,
            ),
        ),
        (
            concluded(Verdict.REVIEW, HIGH, MEDIUM),
            (
                "review-before-merge",
                "⚠️ Review before merge",
                (":red_circle:", "Address before merging", "1 issue to fix first"),
                "Review before merging: 2 findings, 1 serious.",
                "REQUEST_CHANGES",
                Tone.CAUTION,
            ),
        ),
        (
            concluded(Verdict.NOTES, MEDIUM, QUESTION),
            (
                "approved-with-notes",
                "✅ Approved with notes",
                (":yellow_circle:", "Ready to merge with minor items", "2 items to consider"),
                "Approved with notes: 2 findings, nothing serious.",
                "COMMENT",
                Tone.NEUTRAL,
            ),
        ),
        (
            concluded(Verdict.CLEAN, PRAISE),
            (
                "approved",
                "✅ Approved",
                (":green_circle:", "Ready to merge", "nothing found"),
                "Approved: no findings.",
                "APPROVE",
                Tone.GOOD,
            ),
        ),
        (
            noop(),
            (
                "noop",
                "Nothing to review",
                (":yellow_circle:", "Nothing to review", "nothing was looked at in this run"),
                "Nothing to review.",
                "COMMENT",
                Tone.NEUTRAL,
            ),
        ),
        (
            concluded(Verdict.CLEAN, panel=False),
            (
                "checks-only",
                "No findings by 3 checks; no reviewer read this change",
                (
                    ":yellow_circle:",
                    "No findings by 3 checks; no reviewer read this change",
                    "checks alone decide nothing",
                ),
                "No findings by 3 checks; no reviewer read this change.",
                "COMMENT",
                Tone.NEUTRAL,
            ),
        ),
        (
            concluded(Verdict.NOTES, MEDIUM, panel=False),
            (
                "checks-only",
                "1 finding by 3 checks; no reviewer read this change",
                (
                    ":yellow_circle:",
                    "1 finding by 3 checks; no reviewer read this change",
                    "checks alone decide nothing",
                ),
                "1 finding by 3 checks; no reviewer read this change.",
                "COMMENT",
                Tone.NEUTRAL,
            ),
        ),
        (
            concluded(Verdict.BLOCKED, CRITICAL, panel=False),
            (
                "checks-only",
                "🔴 Blocking issues found",
                (":red_circle:", "Address before merging", "1 issue to fix first"),
                "Blocked: 1 of 1 finding must be fixed first; no reviewer read this change.",
                "REQUEST_CHANGES",
                Tone.BAD,
            ),
        ),
        (
            concluded(Verdict.CLEAN, coverage=Coverage.PARTIAL),
            (
                "partial-failure",
                "⚠️ Partial — not everything was seen",
                (":yellow_circle:", "Review incomplete", "not everything was seen"),
                "Partial review: not everything was seen. Nothing was found in what was seen.",
                "COMMENT",
                Tone.CAUTION,
            ),
        ),
        (
            concluded(Verdict.NOTES, MEDIUM, coverage=Coverage.PARTIAL),
            (
                "partial-failure",
                "⚠️ Partial — not everything was seen · Notes so far",
                (":yellow_circle:", "Review incomplete", "not everything was seen"),
                "Partial review: not everything was seen. 1 finding so far.",
                "COMMENT",
                Tone.CAUTION,
            ),
        ),
        (
            concluded(Verdict.BLOCKED, CRITICAL, coverage=Coverage.PARTIAL),
            (
                "partial-failure",
                "⚠️ Partial — not everything was seen · 🔴 Blocking issues found",
                (
                    ":yellow_circle:",
                    "Review incomplete",
                    "not everything was seen; 1 issue to address before merging",
                ),
                (
                    "Partial review: not everything was seen. "
                    "1 finding so far, 1 to address before merging."
                ),
                "REQUEST_CHANGES",
                Tone.BAD,
            ),
        ),
        (
            concluded(Verdict.CLEAN, coverage=Coverage.NONE),
            (
                "partial-failure",
                "⚠️ Not reviewed — not everything was seen",
                (
                    ":yellow_circle:",
                    "Review incomplete",
                    "nothing was reviewed: not everything was seen",
                ),
                "Not reviewed: not everything was seen.",
                "COMMENT",
                Tone.CAUTION,
            ),
        ),
    ],
)
def test_wording(document: ReviewDocument, expected: tuple[object, ...]) -> None:
    """JSON status, panel status, sections verdict, headline, event and tone."""
    words = (
        status.json_status(document),
        status.panel_status(document),
        status.sections_verdict(document),
        status.headline(document),
        status.event(document),
        status.tone(document),
    )
    assert words == expected


def test_blocking_follows_the_policy() -> None:
    none = concluded(Verdict.REVIEW, CRITICAL, MEDIUM, block_at=None)
    medium = concluded(Verdict.BLOCKED, CRITICAL, MEDIUM, TASTE, QUESTION, block_at=Severity.MEDIUM)
    assert status.blocking(none) == ()
    assert status.serious(none) == (CRITICAL,)
    assert status.blocking(medium) == (CRITICAL, MEDIUM)
    assert status.serious(medium) == (CRITICAL, MEDIUM)


def test_reading_order_and_counts() -> None:
    document = concluded(Verdict.BLOCKED, QUESTION, NIT, TASTE, PRAISE, MEDIUM, CRITICAL, HIGH)
    assert status.standing(document) == (CRITICAL, HIGH, MEDIUM, TASTE, NIT, QUESTION)
    assert status.p_codes(document) == (("P0", 1), ("P1", 1), ("P2", 2), ("Q", 2))
    assert status.buckets(document) == "P0×1, P1×1, P2×2, Q×2"
    assert status.severity_words(document) == "1 critical, 1 high, 2 medium, 1 nit, 1 question"


def test_order_within_a_severity_is_by_place() -> None:
    other = quoted(NOISY.change, "docs/refunds.md", 3)
    earlier = quoted(NOISY.change, "src/billing/refund.py", 11)
    later = [found(1, Severity.LOW), finding(2, "b", Severity.LOW, earlier)]
    first = finding(3, "c", Severity.LOW, other)
    file_level = finding(4, "d", Severity.LOW, replace(other, start=None))
    assert status.in_order([*later, first, file_level]) == (file_level, first, later[1], later[0])


def test_summary_line() -> None:
    line = "🔴 Blocking issues found · 8 findings (P0×1, P1×1, P2×3, Q×3) · ✅ 2 clean"
    assert status.summary_line(NOISY.document) == line
    assert status.summary_line(CHECKS_CLEAN.document).endswith(" · 0 findings")
    assert status.summary_line(BLIND.document).endswith(" · 4 findings (P2×2, Q×2) · 2 clean")


def failing(*names: str, unseen: int = 0) -> ReviewDocument:
    inspectors = tuple(
        replace(record, attendance=Attendance.FAILED) if record.name in names else record
        for record in NOISY.document.inspectors
    )
    gaps = [Gap(subject=name, reason="no answer", required=True) for name in names]
    gaps += [Gap(subject=f"file {i}", reason="too big", required=True) for i in range(unseen)]
    return replace(
        NOISY.document,
        coverage=Coverage.PARTIAL,
        outcome=Outcome.PARTIAL,
        inspectors=inspectors,
        gaps=tuple(gaps),
    )


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (NOISY.document, ""),
        (failing("sdet"), "sdet failed"),
        (failing("sdet", "security"), "2/4 reviewers failed: security, sdet"),
        (failing("non-code-scan"), "non-code-scan failed"),
        (
            failing("sdet", "non-code-scan", "stale-reference", unseen=1),
            (
                "sdet failed, 2/3 checks failed: non-code-scan, stale-reference, "
                "1 required part not seen"
            ),
        ),
        (failing(unseen=2), "2 required parts not seen"),
    ],
)
def test_shortfall(document: ReviewDocument, words: str) -> None:
    assert status.shortfall(document) == words


def test_many_failures_are_counted() -> None:
    record = next(r for r in NOISY.document.inspectors if r.kind == "role")
    inspectors = tuple(
        replace(record, name=f"r{i}", attendance=Attendance.FAILED) for i in range(7)
    )
    document = replace(failing(), inspectors=inspectors)
    assert status.shortfall(document) == "7/7 reviewers failed: r0, r1, r2, r3, r4, 2 more"


def test_checks_are_named_when_one_ran() -> None:
    one = replace(CHECKS_NOISY.document, inspectors=CHECKS_NOISY.document.inspectors[:1])
    assert status.by_checks(one) == "2 findings by 1 check; no reviewer read this change"


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_green_needs_reviewers_who_saw_everything(document: ReviewDocument) -> None:
    words = f"{status.panel_status(document)} {status.sections_verdict(document)}"
    words += status.headline(document)
    if document.coverage is not Coverage.FULL:
        assert not any(word in words + status.summary_line(document) for word in GREEN)
        assert status.tone(document) is not Tone.GOOD
    if not document.panel:
        assert "Approved" not in words
        assert "Ready" not in words
        assert status.event(document) != "APPROVE"
    if status.standing(document):
        assert status.tone(document) is not Tone.GOOD
