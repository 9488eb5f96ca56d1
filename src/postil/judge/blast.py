"""Lifts what would reach far, and holds everything under its ceiling."""

from __future__ import annotations

from collections.abc import Sequence

from postil.domain.policy import Policy
from postil.domain.severity import Blast, Dimension, Kind, Severity
from postil.judge.case import Case, Sifted
from postil.judge.grounds import Grounds

STEP = "blast"

_FAR = {Blast.SERVICE: "it reaches other services", Blast.DATA: "it reaches stored data"}


def reach(cases: Sequence[Case], grounds: Grounds) -> Sifted:
    return Sifted(tuple(_reached(case, grounds.policy) for case in cases))


def _reached(case: Case, policy: Policy) -> Case:
    finding = case.finding
    ceiling = _ceiling(case, policy)
    if finding.severity.rank > ceiling.rank:
        reason = f"findings of this kind stop at {ceiling}"
        return case.at(ceiling, step=STEP, reason=reason)
    if finding.kind is Kind.PRAISE or case.settled or finding.blast not in _FAR:
        return case
    lifted = min(finding.severity.raised(), ceiling, key=_rank)
    return case.at(lifted, step=STEP, reason=_FAR[finding.blast])


def _ceiling(case: Case, policy: Policy) -> Severity:
    if case.finding.dimension is not Dimension.TEST_COVERAGE:
        return case.ceiling
    # A missing test must never be what blocks, nor be called critical.
    below = Severity.HIGH if policy.block_at is None else policy.block_at.lowered()
    return min(case.ceiling, below, key=_rank)


def _rank(severity: Severity) -> int:
    return severity.rank
