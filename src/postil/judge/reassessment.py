"""What a later look does to findings that stand: confidence moves, the policy's rule follows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from postil.domain.finding import Adjustment, Finding
from postil.domain.judgement import Judgement, SetAside
from postil.domain.panel import Assessment
from postil.domain.severity import Root
from postil.judge import caps, confidence
from postil.judge.case import Case, is_computed
from postil.judge.grounds import Grounds

_CAVEATS = (confidence.MEDIUM, confidence.LOW)


def reassessed(
    findings: Sequence[Finding],
    assessments: Sequence[Assessment],
    grounds: Grounds,
    *,
    retained: Collection[str] = (),
) -> Judgement:
    """The findings after these assessments, in reading order, notes handed out anew.

    What code worked out is not a model's to doubt. `retained` are ids of findings that were
    raised before and are still there: however doubtful, they stay in sight.
    """
    said = {each.position: each for each in assessments}
    kept: list[Finding] = []
    aside: list[SetAside] = []
    for position, finding in enumerate(findings):
        word = said.get(position)
        if word is None or is_computed(finding.basis):
            kept.append(finding)
            continue
        if finding.id in retained:
            word = replace(word, stays=True)
        case = _weighed(finding, word, grounds)
        if case is None:
            aside.extend([_set_aside(finding, word)] * finding.reports)
        else:
            kept.append(case.finding)
    return Judgement(findings=_noted(kept, grounds), set_aside=tuple(aside))


def _weighed(finding: Finding, word: Assessment, grounds: Grounds) -> Case | None:
    case = Case(finding=_moved(finding, word), remarks=())
    if not word.held and word.confidence != finding.confidence:
        plain = Case(finding=_plain(case.finding), remarks=())
        ruled = confidence.settled(plain, grounds.policy)
        if ruled is None and not word.stays:
            return None
        # Under a rule that would leave it out, what has to stay is advice.
        case = ruled or plain.advisory(step=word.step, reason=word.reason).warned(confidence.LOW)
    return case.warned(word.caveat) if word.caveat else case


def _moved(finding: Finding, word: Assessment) -> Finding:
    basis = word.basis or finding.basis
    if word.confidence == finding.confidence:
        return replace(finding, basis=basis)
    note = Adjustment(
        step=word.step,
        before=str(finding.confidence),
        after=str(word.confidence),
        reason=word.reason,
    )
    return replace(
        finding,
        confidence=word.confidence,
        basis=basis,
        adjustments=(*finding.adjustments, note),
    )


def _plain(finding: Finding) -> Finding:
    """The finding without what its former confidence did; a question that it became is final."""
    lowered = [each for each in finding.adjustments if _is_advice(each)]
    caveats = [each for each in finding.caveat.split("; ") if each not in _CAVEATS]
    return replace(
        finding,
        root=Root(lowered[0].before) if lowered else finding.root,
        caveat="; ".join(filter(None, caveats)),
        adjustments=tuple(each for each in finding.adjustments if each not in lowered),
    )


def _is_advice(adjustment: Adjustment) -> bool:
    return adjustment.step == confidence.STEP and adjustment.after == Root.NEW.value


def _noted(findings: Sequence[Finding], grounds: Grounds) -> tuple[Finding, ...]:
    cases = [Case(finding=replace(each, inline=False), remarks=()) for each in findings]
    return tuple(case.finding for case in caps.limit(cases, grounds).kept)


def _set_aside(finding: Finding, word: Assessment) -> SetAside:
    return SetAside(
        title=finding.title,
        slug=finding.slug,
        source=", ".join(finding.sources),
        severity=finding.severity,
        path=finding.place.path,
        line=finding.place.start,
        step=word.step,
        reason=f"its confidence of {word.confidence} is too low: {word.reason}",
    )
