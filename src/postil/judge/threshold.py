"""What is worth a reader's time: drop signals set a finding aside, nits become hygiene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postil.domain.finding import Finding
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
_SMALL_KINDS = (Kind.DEFECT, Kind.PREFERENCE)


def weigh(cases: Sequence[Case], grounds: Grounds) -> Sifted:
    kept: list[Case] = []
    aside: list[SetAside] = []
    for case in cases:
        signals = _signals(case, grounds)
        if signals:
            reason = "; ".join(SIGNALS[signal] for signal in signals)
            aside.extend(case.set_aside(step=STEP, reason=reason))
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


def _is_small(finding: Finding) -> bool:
    return finding.severity is Severity.NIT and finding.kind in _SMALL_KINDS


def _as_hygiene(case: Case) -> Case:
    question = case.of_kind(Kind.QUESTION, step=STEP, reason="a nit is asked about, not demanded")
    hygiene = replace(question.finding, justification=Justification.HYGIENE)
    return replace(question, finding=hygiene)
