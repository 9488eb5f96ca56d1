"""Looks again at what stands after judgement: a skeptic, questions, and what a second model said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from postil.domain.conversation import tokens
from postil.domain.errors import Unusable
from postil.domain.finding import Finding, Quote
from postil.domain.judgement import Judgement
from postil.domain.observation import Gap
from postil.domain.panel import Assessment
from postil.domain.report import ReportedQuote
from postil.inspection.second_opinion import Opinion
from postil.inspection.verification import arbiter, questions, skeptic
from postil.inspection.verification.inquiry import Inquiry, skipped, subjects, told
from postil.inspection.verification.thrift import Step, given_up, need, wanted
from postil.judge.crossing import effects
from postil.judge.crossing.arbitration import awards
from postil.judge.crossing.reconciliation import Reconciliation, reconcile
from postil.judge.grounds import Grounds
from postil.judge.reassessment import reassessed
from postil.judge.refutation import refutations
from postil.pipeline.again import Again
from postil.pipeline.hearing import Hearing
from postil.ports import Model

_SEATS = {Step.SKEPTIC: "skeptic", Step.QUESTIONS: "verifier", Step.ARBITER: "arbiter"}
_NONCE = 8
"""So much of the run's boundary makes ids that nobody outside the run can know."""


@dataclass(frozen=True, kw_only=True)
class Looks:
    """What looking again works with; the inquiry's models are those named for each step.

    `opinion` is what a second model reported, already among the findings; `retained` are ids of
    earlier findings that are still there.
    """

    inquiry: Inquiry
    models: Callable[[str], Sequence[Model]]
    restore: Callable[[ReportedQuote], Quote]
    opinion: Opinion | None = None
    retained: Collection[str] = ()


def looked_again(
    judgement: Judgement,
    grounds: Grounds,
    hearing: Hearing,
    models: Callable[[str], Sequence[Model]],
) -> Again:
    """The judgement after every later look that is wanted; a stop leaves it as it was."""
    if hearing.inquiry is None or not (wanted(grounds.policy) or hearing.opinion):
        return Again(findings=judgement.findings)
    looks = Looks(
        inquiry=hearing.inquiry, models=models, restore=hearing.restore, opinion=hearing.opinion
    )
    with asyncio.Runner() as runner:
        return runner.run(_uninterrupted(judgement.findings, grounds, looks))


async def _uninterrupted(findings: tuple[Finding, ...], grounds: Grounds, looks: Looks) -> Again:
    try:
        return await look_again(findings, grounds, looks)
    except asyncio.CancelledError:
        return Again(
            findings=findings, gaps=(skipped("later looks", "interrupted"),), interrupted=True
        )


async def look_again(findings: Sequence[Finding], grounds: Grounds, looks: Looks) -> Again:
    """Each step the policy asks for and money and time allow, on what the one before left."""
    now = Again(findings=tuple(findings))
    models, gaps = _models(wanted(grounds.policy), looks)
    given_up_ = _given_up(findings, models, looks)
    gaps += [skipped(step.value, why) for step, why in given_up_.items()]
    inquiries = {
        step: replace(looks.inquiry, models=found)
        for step, found in models.items()
        if step not in given_up_
    }
    if Step.SKEPTIC in inquiries:
        now = await _doubted(now, grounds, looks, inquiries[Step.SKEPTIC])
    if Step.QUESTIONS in inquiries:
        looked = await questions.verified(now.findings, inquiries[Step.QUESTIONS])
        now = _after(now, looked.assessments, grounds, looks, looked.gaps)
    if looks.opinion is not None and looks.opinion.is_given:
        now = await _crossed(now, grounds, looks, inquiries.get(Step.ARBITER))
    return replace(now, gaps=(*gaps, *now.gaps))


def _models(steps: Sequence[Step], looks: Looks) -> tuple[dict[Step, Sequence[Model]], list[Gap]]:
    """The models for each step; one that cannot be opened is a word in the details, no more."""
    models: dict[Step, Sequence[Model]] = {}
    gaps: list[Gap] = []
    for step in steps:
        try:
            models[step] = looks.models(_SEATS[step])
        except Unusable as problem:
            gaps.append(skipped(step.value, str(problem)))
    return models, gaps


def _given_up(
    findings: Sequence[Finding], models: Mapping[Step, Sequence[Model]], looks: Looks
) -> Mapping[Step, str]:
    size = tokens("\n".join(map(told, subjects(findings))))
    purse, clock = looks.inquiry.asker.purse, looks.inquiry.asker.clock
    limits = [left for left in (purse.usd_left, purse.change_left) if left is not None]
    return given_up(
        [
            need(step, found[0].price, size=size, most_output=questions.MOST_OUTPUT)
            for step, found in models.items()
            if found
        ],
        usd=min(limits, default=None),
        seconds=looks.inquiry.deadline - clock.now(),
    )


async def _doubted(now: Again, grounds: Grounds, looks: Looks, inquiry: Inquiry) -> Again:
    doubts = await skeptic.doubted(now.findings, inquiry)
    words = refutations(doubts.said, now.findings, grounds, looks.restore)
    return _after(now, words, grounds, looks, doubts.gaps)


async def _crossed(now: Again, grounds: Grounds, looks: Looks, inquiry: Inquiry | None) -> Again:
    met = reconcile(
        now.findings,
        model=looks.opinion.model if looks.opinion else "",
        prefix=f"{looks.inquiry.fence.nonce[:_NONCE]}-",
    )
    now = replace(now, crossing=met.crossing)
    return now if inquiry is None else await _arbitrated(now, grounds, looks, met, inquiry)


async def _arbitrated(
    now: Again, grounds: Grounds, looks: Looks, met: Reconciliation, inquiry: Inquiry
) -> Again:
    disputes = [
        (dispute, now.findings[met.positions[dispute.id]]) for dispute in met.crossing.disputes
    ]
    said = await arbiter.arbitrated(disputes, inquiry)
    if not said.ids:
        return replace(now, gaps=(*now.gaps, *said.gaps))
    found = awards(said.ids, said.lines)
    crossing = effects.ruled(met, found, now.findings, arbiter=said.model)
    words = effects.assessments(met, found, now.findings)
    return replace(_after(now, words, grounds, looks, said.gaps), crossing=crossing)


def _after(
    now: Again,
    words: Sequence[Assessment],
    grounds: Grounds,
    looks: Looks,
    gaps: Sequence[Gap],
) -> Again:
    judged = reassessed(now.findings, words, grounds, retained=looks.retained)
    return replace(
        now,
        findings=judged.findings,
        set_aside=(*now.set_aside, *judged.set_aside),
        gaps=(*now.gaps, *gaps),
    )
