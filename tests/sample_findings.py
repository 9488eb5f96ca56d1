"""The findings of the noisy sample review: one of every kind and severity."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.finding import (
    Adjustment,
    Claim,
    Damage,
    Evidence,
    Finding,
    Race,
    Recovery,
    Shape,
    Suggestion,
    Window,
)
from postil.domain.ledger import State
from postil.domain.severity import (
    Basis,
    Blast,
    Dimension,
    Justification,
    Kind,
    Reversible,
    Root,
    Severity,
)
from sample_changes import NOISY_CHANGE, line_of, quoted


def finding(
    number: int,
    title: str,
    severity: Severity,
    *evidence: Evidence,
    kind: Kind = Kind.DEFECT,
    slug: str = "",
) -> Finding:
    """A plain finding of the code; everything else is set with `dataclasses.replace`."""
    return Finding(
        title=title,
        slug=slug or "-".join(title.lower().split()[:2]),
        category="stale-reference",
        dimension=Dimension.CORRECTNESS,
        severity=severity,
        base=severity,
        kind=kind,
        root=Root.CODE,
        confidence=90,
        basis=Basis.RULE,
        blast=Blast.LOCAL,
        justification=Justification.REACHABLE,
        reversible=Reversible.UNKNOWN,
        claim=Claim(),
        evidence=evidence,
        failure_mode="",
        mitigation="",
        sources=("stale-reference",),
        introduced=True,
        id=f"{number:08x}",
        number=f"F{number}",
    )


def noisy_findings() -> tuple[Finding, ...]:
    change = NOISY_CHANGE
    refund, client = "src/billing/refund.py", "src/billing/client.py"
    docs, tests = "docs/refunds.md", "tests/test_refund.py"
    key = line_of(change, client, "API_KEY =")
    read = line_of(change, refund, "order = store.order")
    swallowed = line_of(change, refund, "except Exception")
    stored = line_of(change, refund, "set_refunded")
    return (
        replace(
            finding(
                1,
                "A live gateway key is committed",
                Severity.CRITICAL,
                quoted(change, client, key),
                slug="secrets-handling",
            ),
            category="non-code-scan",
            dimension=Dimension.SECURITY,
            basis=Basis.TOOL,
            blast=Blast.SERVICE,
            justification=Justification.ASYMMETRIC,
            reversible=Reversible.NO,
            failure_mode="Anyone who can read the repository can move money with `API_KEY`.",
            mitigation="Revoke the key at the gateway, read it from the environment instead.",
            sources=("non-code-scan", "security"),
        ),
        replace(
            finding(
                2,
                "Two refunds at once both pass the limit",
                Severity.HIGH,
                quoted(change, refund, read, read + 1),
                quoted(change, refund, stored),
                slug="state-consistency",
            ),
            category="E2 Concurrency",
            dimension=Dimension.CONCURRENCY,
            base=Severity.MEDIUM,
            confidence=72,
            basis=Basis.SELF,
            blast=Blast.DATA,
            claim=Claim(Shape.MISMATCH, "refund"),
            failure_mode=(
                "Both calls read the same `refunded` sum before either writes it, so a customer "
                "is paid back more than the order was worth."
            ),
            mitigation=(
                "Lock the order row while reading and writing; prove it in "
                "`tests/test_refund.py` with two refunds at once."
            ),
            sources=("staff-engineer",),
            details="1. A reads 0.\n2. B reads 0.\n3. Both write; the second write wins.",
            race=Race(
                window=Window.MILLISECONDS, damage=Damage.INCONSISTENCY, recovery=Recovery.NO
            ),
            related=("F3",),
            adjustments=(
                Adjustment(
                    step="blast",
                    before="medium",
                    after="high",
                    reason="the damage reaches stored data",
                ),
            ),
        ),
        replace(
            finding(
                3,
                "A failed refund is recorded as paid",
                Severity.MEDIUM,
                quoted(change, refund, swallowed, swallowed + 1),
                slug="swallowed-error",
            ),
            category="E5 Error handling",
            dimension=Dimension.ERROR_HANDLING,
            confidence=65,
            basis=Basis.SELF,
            failure_mode="The gateway refuses, the store still says refunded.",
            mitigation="Let the exception through, or return before `set_refunded`.",
            sources=("staff-engineer",),
            related=("F2",),
            suggestion=Suggestion(
                path=refund,
                start=swallowed,
                end=swallowed + 1,
                replacement="    except GatewayError:\n        return False",
            ),
        ),
        replace(
            finding(
                4,
                "The page names `refund_order`, which does not exist",
                Severity.LOW,
                quoted(change, docs, 3),
                slug="stale-reference",
            ),
            dimension=Dimension.CROSS_REFERENCE,
            root=Root.DOC,
            claim=Claim(Shape.ABSENCE, "refund_order"),
            failure_mode="A reader who follows the page finds nothing.",
            mitigation="Write `billing.refund.refund`.",
        ),
        replace(
            finding(
                5,
                "The test has no type annotations",
                Severity.NIT,
                quoted(change, tests, 4),
                slug="test-style",
            ),
            category="E8 Consistency",
            dimension=Dimension.CONSISTENCY,
            confidence=80,
            basis=Basis.SELF,
            failure_mode="The other tests are annotated.",
            mitigation="Annotate the two fixtures.",
            sources=("sdet",),
        ),
        replace(
            finding(
                6,
                "Is a refund of zero cents meant to succeed?",
                Severity.LOW,
                quoted(change, refund, read + 1),
                kind=Kind.QUESTION,
                slug="missing-coverage",
            ),
            category="T2 Edge cases",
            dimension=Dimension.TEST_COVERAGE,
            confidence=40,
            basis=Basis.SELF,
            failure_mode="Nothing says what a zero refund does, and no test shows it.",
            mitigation="Add a case `rejects zero` to `tests/test_refund.py` or say it is fine.",
            sources=("sdet",),
            adjustments=(
                Adjustment(
                    step="confidence",
                    before="defect",
                    after="question",
                    reason="the reviewer was not sure",
                ),
            ),
        ),
        replace(
            finding(
                7,
                "The page forbids partial refunds, the code allows them",
                Severity.MEDIUM,
                quoted(change, docs, 4),
                quoted(change, refund, read + 1),
                kind=Kind.SPEC_GAP,
                slug="decision-conflict",
            ),
            category="C4 Business rules",
            blast=Blast.MODULE,
            confidence=75,
            basis=Basis.SELF,
            failure_mode="Support promises one thing and the system does another.",
            mitigation="Decide whether partial refunds are wanted, then change page or code.",
            sources=("spec-auditor",),
        ),
        replace(
            finding(
                8,
                "`refund` returns a flag where its neighbours raise",
                Severity.LOW,
                quoted(change, refund, read + 2),
                kind=Kind.PREFERENCE,
                slug="error-style",
            ),
            category="E9 Convention",
            dimension=Dimension.CONSISTENCY,
            confidence=60,
            basis=Basis.SELF,
            failure_mode="Callers must look at the result to notice a refusal.",
            mitigation="Raise `LimitExceeded` as `capture` does.",
            sources=("staff-engineer",),
        ),
        replace(
            finding(
                9,
                "The over-refund limit is tested against the stored total",
                Severity.LOW,
                quoted(change, tests, 6),
                kind=Kind.PRAISE,
                slug="good-test",
            ),
            dimension=Dimension.TEST_COVERAGE,
            sources=("sdet",),
        ),
        replace(
            finding(
                10,
                "A debug print was left in the client",
                Severity.LOW,
                quoted(change, client, key + 1),
                slug="left-over",
            ),
            category="comment-hygiene",
            dimension=Dimension.CONSISTENCY,
            failure_mode="Noise in the logs.",
            mitigation="Remove it.",
            sources=("comment-hygiene",),
            status=State.SUPPRESSED,
        ),
    )
