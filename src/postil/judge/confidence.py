"""What low confidence does to a finding, by the rule the policy names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from postil.domain.judgement import SetAside
from postil.domain.policy import ConfidenceRule, Policy
from postil.domain.severity import Kind, Severity
from postil.judge.case import Case, Sifted
from postil.judge.grounds import Grounds

STEP = "confidence"
MEDIUM = "Medium confidence — verify"
LOW = "Low confidence — verify"

_PLAIN = 70
_WITH_CAVEAT = 50
_ADVISORY = 30
_DOUBTFUL_KINDS = (Kind.DEFECT, Kind.PREFERENCE)


def settle(cases: Sequence[Case], grounds: Grounds) -> Sifted:
    kept: list[Case] = []
    aside: list[SetAside] = []
    for case in cases:
        ruled = settled(case, grounds.policy)
        if ruled is None:
            reason = f"its confidence of {case.finding.confidence} is too low"
            aside.extend(case.set_aside(step=STEP, reason=reason))
        else:
            kept.append(ruled)
    return Sifted(tuple(kept), tuple(aside))


def settled(case: Case, policy: Policy) -> Case | None:
    """The case after the rule; None when it is too doubtful to say at all."""
    rule, minimum = policy.confidence_rule, policy.min_confidence
    match rule:
        case ConfidenceRule.TO_QUESTION:
            return _asked(case) if case.finding.confidence < minimum else case
        case ConfidenceRule.BANDS:
            return _banded(case)
        case ConfidenceRule.MINIMUM:
            return None if case.finding.confidence < minimum else case
        case _:
            assert_never(rule)


def _asked(case: Case) -> Case:
    if case.finding.kind not in _DOUBTFUL_KINDS:
        return case
    reason = f"a confidence of {case.finding.confidence} allows a question only"
    return replace(case.of_kind(Kind.QUESTION, step=STEP, reason=reason), settled=True)


def _banded(case: Case) -> Case | None:
    confidence = case.finding.confidence
    if confidence >= _PLAIN:
        return case
    if confidence >= _WITH_CAVEAT:
        return case.warned(MEDIUM)
    if confidence < _ADVISORY and case.finding.severity is not Severity.CRITICAL:
        return None
    reason = f"a confidence of {confidence} is enough for advice only"
    return case.advisory(step=STEP, reason=reason).warned(LOW)
