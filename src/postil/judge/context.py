"""Applies the operator's rules: dimensions never lowered or capped, and risks accepted."""

from __future__ import annotations

from collections.abc import Sequence

from postil.domain.finding import Finding
from postil.domain.ledger import State
from postil.domain.paths import matches
from postil.domain.policy import Acceptance, ContextRules
from postil.domain.severity import Dimension
from postil.judge.case import Case, Sifted
from postil.judge.grounds import Grounds

STEP = "context"


def apply(cases: Sequence[Case], grounds: Grounds) -> Sifted:
    rules = grounds.policy.context
    return Sifted(tuple(_accepted(_bounded(case, rules), rules) for case in cases))


def _bounded(case: Case, rules: ContextRules) -> Case:
    finding = case.finding
    if finding.dimension in rules.never_lower:
        # A missing test is held down by design, which is no lowering of what was found.
        held = finding.dimension is Dimension.TEST_COVERAGE
        if held or finding.severity.at_least(finding.base):
            return case
        reason = f"the context never lowers {finding.dimension}"
        return case.at(finding.base, step=STEP, reason=reason)
    for dimension, severity in rules.only:
        if dimension is case.finding.dimension and case.finding.severity.rank > severity.rank:
            reason = f"the context holds {dimension} at {severity}"
            case = case.at(severity, step=STEP, reason=reason)
    return case


def _accepted(case: Case, rules: ContextRules) -> Case:
    for acceptance in rules.accept:
        if _covers(acceptance, case.finding):
            return case.closed(State.WONTFIX, step=STEP, reason=f"accepted: {acceptance.reason}")
    return case


def _covers(acceptance: Acceptance, finding: Finding) -> bool:
    """Whether everything the acceptance names fits; one that names nothing accepts nothing."""
    if not (acceptance.slug or acceptance.path):
        return False
    return acceptance.slug in ("", finding.slug) and (
        not acceptance.path or matches(acceptance.path, finding.place.path)
    )
