"""What an arbiter's verdicts do: they move confidence, and never take a finding out of sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postil.domain.finding import Finding
from postil.domain.panel import Assessment, Crossing, Dispute, Ruling
from postil.domain.severity import Severity
from postil.judge.crossing.arbitration import Award, Awards
from postil.judge.crossing.reconciliation import CAVEAT, Reconciliation

STEP = "arbiter"
REAL = 70
DOUBTFUL = 40
CONFIRM = "⚠️ disputed high-severity — confirm"
UNSETTLED = "Two models disagree about this, and an arbiter did not settle it"
FAILED = "fewer than half of the verdicts could be read, so every dispute stands unresolved"
OVER_CAP = "not arbitrated (over the cap)"
_DECIDED = ({Ruling.REAL_BUG}, {Ruling.FALSE_POSITIVE})


def assessments(
    reconciliation: Reconciliation, awards: Awards, findings: Sequence[Finding]
) -> tuple[Assessment, ...]:
    """What each verdict makes of its finding; nothing at all when too few can be read."""
    if not awards.is_usable:
        return ()
    return tuple(
        _assessment(reconciliation.positions[award.id], award, findings) for award in awards.each
    )


def ruled(
    reconciliation: Reconciliation,
    awards: Awards,
    findings: Sequence[Finding],
    *,
    arbiter: str,
) -> Crossing:
    """The record with every verdict and its effect; disputes that nobody ruled on stay listed."""
    crossing = reconciliation.crossing
    if not awards.is_usable:
        return replace(crossing, arbiter=arbiter, note=FAILED)
    said = {award.id: award for award in awards.each}
    disputes = tuple(
        _ruled(each, said.get(each.id), findings[reconciliation.positions[each.id]])
        for each in crossing.disputes
    )
    rulings = {award.ruling for award in awards.each}
    caveat = CAVEAT if rulings in _DECIDED else crossing.caveat
    return replace(crossing, disputes=disputes, arbiter=arbiter, caveat=caveat)


def _assessment(position: int, award: Award, findings: Sequence[Finding]) -> Assessment:
    finding = findings[position]
    held = _needs_a_person(award, finding)
    return Assessment(
        position=position,
        step=STEP,
        confidence=_confidence(award, finding),
        reason=award.reason or f"the arbiter said {award.word}",
        held=held,
        stays=True,
        caveat=_caveat(award, held=held),
    )


def _confidence(award: Award, finding: Finding) -> int:
    if award.ruling is Ruling.REAL_BUG:
        return max(finding.confidence, REAL)
    if award.ruling is Ruling.FALSE_POSITIVE:
        return min(finding.confidence, DOUBTFUL)
    return finding.confidence


def _needs_a_person(award: Award, finding: Finding) -> bool:
    return award.ruling is Ruling.FALSE_POSITIVE and finding.severity.at_least(Severity.HIGH)


def _caveat(award: Award, *, held: bool) -> str:
    if held:
        return CONFIRM
    return "" if award.ruling in (Ruling.REAL_BUG, Ruling.FALSE_POSITIVE) else UNSETTLED


def _ruled(dispute: Dispute, award: Award | None, finding: Finding) -> Dispute:
    if award is None:
        return replace(dispute, effect=OVER_CAP)
    after = _confidence(award, finding)
    moved = f"confidence {finding.confidence} → {after}"
    return replace(
        dispute,
        ruling=award.ruling,
        reason=award.reason,
        effect="unchanged" if after == finding.confidence else moved,
        acknowledge=_needs_a_person(award, finding),
    )
