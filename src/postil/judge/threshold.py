"""What is worth a reader's time: drop signals set a finding aside, nits become hygiene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postil.domain.finding import MILD, MILD_CONFIDENCE, Finding
from postil.domain.judgement import SetAside
from postil.domain.policy import Layout
from postil.domain.severity import Justification, Kind, Severity
from postil.judge.case import Case, Sifted
from postil.judge.grounds import Grounds

STEP = "threshold"

_SELF_MADE = "B"
SIGNALS = {
    "A": "it supposes a refactoring that nobody plans",
    _SELF_MADE: "it is about lines that answered an earlier review",
    "C": "it wants a way of calling pinned that is no contract",
    "D": "it is style without an effect at run time",
    "E": "it has been answered already",
    "F": "it lies outside the declared scope",
}
MEANT = f"signs of its kind are mostly meant; `min_confidence = {MILD_CONFIDENCE}` shows them"
_SMALL_KINDS = (Kind.DEFECT, Kind.PREFERENCE)


def weigh(cases: Sequence[Case], grounds: Grounds) -> Sifted:
    kept: list[Case] = []
    aside: list[SetAside] = []
    for case in cases:
        reasons = [SIGNALS[signal] for signal in _signals(case, grounds)]
        if _is_mild(case, grounds):
            reasons.append(MEANT)
        if reasons:
            aside.extend(case.set_aside(step=STEP, reason="; ".join(reasons)))
        elif grounds.policy.layout is Layout.STICKY and _is_small(case.finding):
            kept.append(_as_hygiene(case))
        else:
            kept.append(case)
    return Sifted(tuple(kept), tuple(aside))


def _signals(case: Case, grounds: Grounds) -> list[str]:
    """The signals that count, in order; whether lines answered a review is for code to say."""
    signals = sorted(case.drop_signals & SIGNALS.keys())
    fixes = grounds.fixes
    if fixes is None or not fixes.holds(case.finding.place, grounds.change):
        signals = [signal for signal in signals if signal != _SELF_MADE]
    escapes = case.finding.justification is Justification.ASYMMETRIC
    return [] if escapes and signals == [_SELF_MADE] else signals


def _is_mild(case: Case, grounds: Grounds) -> bool:
    """Whether a check calls it mild and nobody asked for signs as weak as this one."""
    return MILD in case.drop_signals and case.finding.confidence < grounds.policy.min_confidence


def _is_small(finding: Finding) -> bool:
    return finding.severity is Severity.NIT and finding.kind in _SMALL_KINDS


def _as_hygiene(case: Case) -> Case:
    question = case.of_kind(Kind.QUESTION, step=STEP, reason="a nit is asked about, not demanded")
    hygiene = replace(question.finding, justification=Justification.HYGIENE)
    return replace(question, finding=hygiene)
