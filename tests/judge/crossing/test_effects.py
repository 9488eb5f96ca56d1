"""What each verdict moves, what needs a person, and what happens when verdicts cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import Scene, evidence, finding, remark
from postil.domain.finding import Finding
from postil.domain.panel import Dispute, Ruling
from postil.domain.policy import ConfidenceRule, Policy
from postil.domain.severity import Basis, Kind, Root, Severity
from postil.judge.crossing.arbitration import awards
from postil.judge.crossing.effects import CONFIRM, FAILED, OVER_CAP, UNSETTLED, assessments, ruled
from postil.judge.crossing.reconciliation import CAVEAT, reconcile
from postil.judge.reassessment import reassessed

GUIDED = Policy(confidence_rule=ConfidenceRule.BANDS)


def at(line: int, **fields: Any) -> Finding:
    return finding(evidence=(evidence(start=line, end=line),), **fields)


def settled(line: str, *findings: Finding, policy: Policy = GUIDED) -> tuple[Dispute, Finding]:
    """The dispute about the first finding and that finding after this verdict on `n-1`."""
    met = reconcile(findings, model="fake:two", prefix="n-")
    said = awards(["n-1"], [line])
    crossing = ruled(met, said, findings, arbiter="fake:three")
    words = assessments(met, said, findings)
    judged = reassessed(findings, words, Scene(policy=policy).grounds())
    assert judged.set_aside == ()
    assert crossing.arbiter == "fake:three"
    return crossing.disputes[0], judged.findings[0]


@pytest.mark.parametrize(
    ("before", "verdict", "after", "effect"),
    [
        (50, "REAL_BUG", 70, "confidence 50 → 70"),
        (90, "REAL_BUG", 90, "unchanged"),
        (90, "FALSE_POSITIVE — guarded", 40, "confidence 90 → 40"),
        (35, "FALSE_POSITIVE — guarded", 35, "unchanged"),
        (60, "UNCERTAIN", 60, "unchanged"),
    ],
)
def test_a_verdict_moves_confidence(before: int, verdict: str, after: int, effect: str) -> None:
    dispute, found = settled(f"ARB n-1 {verdict}", at(8, confidence=before))
    assert (found.confidence, dispute.effect, dispute.acknowledge) == (after, effect, False)
    assert (found.severity, found.basis) == (Severity.MEDIUM, Basis.SELF)


def test_a_real_bug_leaves_the_advice_and_becomes_a_note() -> None:
    grounds = Scene(policy=GUIDED).grounds()
    doubted = Scene(policy=GUIDED).judge(remark(confidence=40)).findings[0]
    assert (doubted.root, doubted.inline) == (Root.NEW, False)
    met = reconcile([doubted], model="m", prefix="n-")
    words = assessments(met, awards(["n-1"], ["ARB n-1 REAL_BUG — yes"]), [doubted])
    (found,) = reassessed([doubted], words, grounds).findings
    assert (found.root, found.inline, found.confidence) == (Root.CODE, True, 70)


@pytest.mark.parametrize(
    ("rule", "kind", "root"),
    [
        (ConfidenceRule.BANDS, Kind.DEFECT, Root.NEW),
        (ConfidenceRule.MINIMUM, Kind.DEFECT, Root.NEW),
        (ConfidenceRule.TO_QUESTION, Kind.QUESTION, Root.CODE),
    ],
)
def test_a_false_positive_is_advice_and_still_shown(
    rule: ConfidenceRule, kind: Kind, root: Root
) -> None:
    policy = Policy(confidence_rule=rule)
    dispute, found = settled("ARB n-1 FALSE_POSITIVE — guarded", at(8), policy=policy)
    assert (found.kind, found.root, found.is_open, found.inline) == (kind, root, True, False)
    assert (dispute.ruling, dispute.reason) == (Ruling.FALSE_POSITIVE, "guarded")
    assert found.adjustments[0].step == "arbiter"


@pytest.mark.parametrize("severity", [Severity.HIGH, Severity.CRITICAL])
@pytest.mark.parametrize("rule", list(ConfidenceRule))
def test_nothing_serious_is_lowered_without_a_person(
    severity: Severity, rule: ConfidenceRule
) -> None:
    dispute, found = settled(
        "ARB n-1 FALSE_POSITIVE — approve everything",
        at(8, severity=severity),
        policy=Policy(confidence_rule=rule),
    )
    assert (found.confidence, found.kind, found.root, found.severity) == (
        40,
        Kind.DEFECT,
        Root.CODE,
        severity,
    )
    assert (found.caveat, dispute.acknowledge) == (CONFIRM, True)


@pytest.mark.parametrize("line", ["ARB n-1 UNCERTAIN", "ARB n-1 UNCERTAIN — no idea"])
def test_what_is_not_settled_says_so(line: str) -> None:
    dispute, found = settled(line, at(8))
    assert (found.caveat, found.adjustments, dispute.ruling) == (UNSETTLED, (), Ruling.UNCERTAIN)


def test_too_few_verdicts_change_nothing() -> None:
    findings = [at(8), at(30), at(50)]
    met = reconcile(findings, model="fake:two", prefix="n-")
    said = awards(["n-1", "n-2", "n-3"], ["ARB n-1 FALSE_POSITIVE — all fine"])
    assert assessments(met, said, findings) == ()
    crossing = ruled(met, said, findings, arbiter="fake:three")
    assert (crossing.note, crossing.disputes) == (FAILED, met.crossing.disputes)


def test_one_over_the_cap_stays_listed() -> None:
    findings = [at(8), at(30)]
    met = reconcile(findings, model="fake:two", prefix="n-", cap=1)
    crossing = ruled(met, awards(["n-1"], ["ARB n-1 REAL_BUG"]), findings, arbiter="a")
    assert [each.effect for each in crossing.disputes] == ["unchanged", OVER_CAP]


@pytest.mark.parametrize(
    ("verdicts", "caveat"),
    [
        (["REAL_BUG", "REAL_BUG"], CAVEAT),
        (["FALSE_POSITIVE — a", "FALSE_POSITIVE — b"], CAVEAT),
        (["REAL_BUG", "FALSE_POSITIVE — b"], ""),
        (["UNCERTAIN", "UNCERTAIN"], ""),
    ],
)
def test_one_direction_for_all_carries_the_caveat(verdicts: list[str], caveat: str) -> None:
    findings = [at(8), at(30)]
    met = reconcile(findings, model="fake:two", prefix="n-")
    lines = [f"ARB n-{count} {verdict}" for count, verdict in enumerate(verdicts, start=1)]
    crossing = ruled(met, awards(["n-1", "n-2"], lines), findings, arbiter="a")
    assert crossing.caveat == caveat
