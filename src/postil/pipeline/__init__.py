"""The whole review in order; the only module that knows the order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from postil.domain.brief import Brief
from postil.domain.document import ReviewDocument
from postil.domain.judgement import Judgement
from postil.inspection.checking import Material, Round, run_checks
from postil.judge import judge
from postil.judge.crossing.reconciliation import numbered
from postil.judge.grounds import Grounds
from postil.judge.spec_gaps import AUDITOR
from postil.pipeline.again import Again
from postil.pipeline.desk import Desk, PanelDesk
from postil.pipeline.leaving import left_open
from postil.pipeline.minding import kept_in_mind
from postil.pipeline.recording import Results, document
from postil.pipeline.repeating import as_it_stands
from postil.pipeline.standing import standing
from postil.pipeline.stopwatch import Stopwatch
from postil.pipeline.veiling import Veil, veil_of
from postil.ports import Progress, untold
from postil.understand import understand

if TYPE_CHECKING:
    # What only the panel needs is not paid for by a review without one.
    from postil.pipeline.hearing import Hearing

__all__ = ["Desk", "PanelDesk", "Review", "review"]


@dataclass(frozen=True, slots=True)
class Review:
    """The document, and whether someone stopped the run before it was through.

    The document names everything as it is called; `veil` hides the secrets in such names from
    whoever reads what is printed, and is None when there are none.
    """

    document: ReviewDocument
    interrupted: bool = False
    veil: Veil | None = None


def review(desk: Desk, *, progress: Progress = untold) -> Review:
    """Understand the change, run the checks, judge what they saw, and conclude."""
    watch = Stopwatch()
    brief = understand(desk.change, desk.request)
    if (stored := standing(desk, brief)) is not None:
        return Review(stored, veil=veil_of(desk.change))
    if desk.past is not None and desk.past.is_current:
        known = as_it_stands(desk, desk.past, brief, _grounds(desk))
        return Review(known, veil=veil_of(desk.change))
    watch.lap("understand")
    round_ = _inspect(desk, brief, progress)
    watch.lap("inspect")
    hearing = None if round_.interrupted else _heard(desk, brief, round_, progress)
    if hearing is not None:
        watch.lap("panel")
    grounds = _grounds(desk)
    judgement = judge([*round_.observations, *(hearing.observations if hearing else ())], grounds)
    again = _looked_again(desk, hearing, judgement, grounds)
    after = kept_in_mind(
        desk,
        again.findings,
        checks=round_.observations,
        hearing=hearing,
        grounds=grounds,
    )
    findings = after.findings
    watch.lap("judge")
    results = Results(
        brief=brief,
        after=after,
        findings=findings,
        set_aside=(*judgement.set_aside, *again.set_aside, *after.set_aside),
        checks=round_.observations,
        grounds=grounds,
        hearing=hearing,
        gaps=(*again.gaps, *left_open(desk, after, hearing)),
        crossing=again.crossing and numbered(again.crossing, findings),
    )
    stopped = round_.interrupted or again.interrupted or bool(hearing and hearing.is_interrupted)
    return Review(document(desk, results, watch), stopped, veil_of(desk.change))


def _heard(desk: Desk, brief: Brief, round_: Round, progress: Progress) -> Hearing | None:
    if desk.panel is None:
        return None
    # A review by the checks alone does not pay for what only the panel needs.
    from postil.pipeline.panelling import hear

    return hear(desk, desk.panel, brief, checks=round_.observations, progress=progress)


def _looked_again(
    desk: Desk, hearing: Hearing | None, judgement: Judgement, grounds: Grounds
) -> Again:
    untouched = Again(findings=judgement.findings)
    if desk.panel is None or hearing is None or hearing.is_interrupted:
        return untouched
    from postil.pipeline.looking_again import looked_again

    return looked_again(judgement, grounds, hearing, desk.panel.models)


def _inspect(desk: Desk, brief: Brief, progress: Progress) -> Round:
    material = Material(
        change=desk.change,
        head=desk.head,
        base=desk.base,
        tools=desk.tools,
        # What was not due when it was written is no defect of the change, whenever it is read.
        today=min(desk.today, desk.change.written or desk.today),
        search=desk.search,
        brief=brief,
        rules=desk.policy.rules,
        scans=desk.scans,
        commits=desk.commits,
    )
    return run_checks(
        desk.checks,
        material,
        off=desk.policy.checks_off,
        timeout=desk.policy.check_timeout,
        progress=progress,
    )


def _grounds(desk: Desk) -> Grounds:
    given = desk.panel.inputs.texts.get(AUDITOR, ()) if desk.panel else ()
    return Grounds(
        spec="\n".join(text for _, text in given),
        fixes=desk.past.fixes if desk.past else None,
        change=desk.change,
        head=desk.head,
        base=desk.base,
        search=desk.search,
        policy=desk.policy,
        today=desk.today,
    )
