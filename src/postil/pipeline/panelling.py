"""Calls the panel: lays out the papers, seats the roles, and holds the sitting."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from postil.domain import paths
from postil.domain.brief import Brief
from postil.domain.conversation import Usage, tokens
from postil.domain.observation import Attendance, Observation
from postil.domain.panel import Convened
from postil.domain.policy import Language, Profile
from postil.domain.unit import Unit
from postil.inspection.panel import Minutes, Seat, Sitting, hold
from postil.inspection.panel.asking import Asker
from postil.inspection.panel.purse import Purse
from postil.inspection.panel.seating import seated
from postil.inspection.prompt.answer_schema import SCHEMA
from postil.inspection.prompt.charges import charge
from postil.inspection.prompt.instructions import instructions
from postil.inspection.prompt.papers import INSTRUCTION_ROOM, ChangePapers, Materials
from postil.inspection.prompt.prior import Before
from postil.inspection.prompt.rules import RULES
from postil.inspection.roles import BUILT_IN, Role
from postil.inspection.second_opinion import Opinion
from postil.inspection.verification.inquiry import Inquiry
from postil.pipeline.aftermath import aftermaths
from postil.pipeline.asking_again import VERIFIER, inquest
from postil.pipeline.desk import Desk, PanelDesk
from postil.pipeline.hearing import Hearing
from postil.pipeline.remembering import carried, digest, table
from postil.pipeline.seconding import Second, opinion_of, second_model
from postil.ports import Model, Progress, Toolset
from postil.track.carrying import Carrying, Reader
from postil.understand.language import ENGLISH, language_of, stated
from postil.understand.units import units

USUAL_ANSWER = 1_500
"""How many tokens a report usually takes; the estimate before dispatch rests on it."""


def hear(
    desk: Desk,
    panel: PanelDesk,
    brief: Brief,
    *,
    checks: Sequence[Observation],
    progress: Progress,
) -> Hearing:
    """The panel's report on the change."""
    seats, chairs = seated(called(desk, panel.roles, brief), panel.roles, brief)
    if not seats:
        return Hearing(chairs=chairs)
    laid = table(desk, units(desk.change), _readers(seats, panel))
    carrying = None if desk.past is None else carried(desk.past, laid)
    waiting = {reader.role for reader, _ in carrying.to_read} if carrying else None
    about = inquest(desk, seats, carrying)
    asked = about.asked
    seats += _witness(asked, seats, panel, brief)
    chairs = tuple(chair for chair in chairs if chair.role not in [seat.name for seat in seats])
    busy = tuple(
        seat for seat in seats if waiting is None or seat.name in waiting or asked.get(seat.name)
    )
    idle = tuple(_idle(seat) for seat in seats if seat not in busy)
    if not busy:
        return Hearing(
            minutes=Minutes(observations=idle),
            seats=seats,
            chairs=chairs,
            laid=laid,
            carrying=carrying,
        )
    verifies = {**panel.inputs.verifies, **asked}
    inputs = replace(panel.inputs, language=_language(desk), verifies=verifies)
    panel = replace(panel, inputs=inputs)
    sitting, papers, estimate = _prepared(
        desk, panel, brief, busy, checks=checks, carrying=carrying
    )
    sitting = replace(sitting, progress=progress)
    panel.announce(
        Convened(
            roles=tuple(seat.name for seat in seats),
            tier=brief.tier,
            tier_reason=brief.tier_reason,
            full_pass=brief.full_pass,
            estimate_usd=estimate,
        )
    )
    with asyncio.Runner() as runner:
        minutes, opinion = runner.run(_held(sitting, second_model(desk, panel, brief)))
    return Hearing(
        minutes=replace(minutes, observations=(*minutes.observations, *idle)),
        laid=laid,
        carrying=carrying,
        asked=asked,
        unasked=about.unasked,
        seats=seats,
        chairs=chairs,
        estimate_usd=estimate,
        restore=papers.restored,
        opinion=opinion,
        inquiry=Inquiry(
            asker=Asker(purse=sitting.purse, clock=panel.clock, answers=panel.answers),
            models=(),
            deadline=sitting.deadline,
            guise=papers.guise,
            fence=papers.fence,
            tools=_tools(panel, papers),
        ),
    )


async def _held(sitting: Sitting, second: Second | None) -> tuple[Minutes, Opinion | None]:
    """The panel and the second model side by side; a stop keeps what both have finished."""
    panel = asyncio.create_task(hold(sitting))
    other = asyncio.create_task(opinion_of(second, sitting))
    try:
        await asyncio.wait([panel, other])
    except asyncio.CancelledError:
        panel.cancel()
        other.cancel()
        await asyncio.wait([panel, other])
    minutes = Minutes(interrupted=True) if panel.cancelled() else panel.result()
    return minutes, None if other.cancelled() else other.result()


def _tools(panel: PanelDesk, papers: ChangePapers) -> Toolset | None:
    """Whoever looks again may look up what the verifier may."""
    role = panel.roles.get(VERIFIER)
    return None if role is None else panel.tools(role, papers.guise, papers.fence)


def called(desk: Desk, roles: Mapping[str, Role], brief: Brief) -> tuple[str, ...]:
    """The policy's reviewers, the team's own, and the verifier where an answer is wanted."""
    asks = bool(brief.concerns) or (
        desk.policy.profile is Profile.GUIDED and bool(brief.intent.goal)
    )
    team = (role.name for role in roles.values() if role.origin != BUILT_IN)
    return (*desk.policy.reviewers, *team, *([VERIFIER] if asks else []))


def _language(desk: Desk) -> str:
    """What people are to be written to in; the project's own rules go before any guess."""
    if desk.policy.language is Language.ENGLISH:
        return ENGLISH
    changed = [file.path for file in desk.change.files]
    rules = instructions(desk.base, changed, room=INSTRUCTION_ROOM)
    fixed = next(filter(None, (stated(text) for _, text in rules)), None)
    if fixed or desk.policy.language is Language.FIXED:
        return fixed or ENGLISH
    return language_of([desk.change.description, *(text for _, text in desk.request.issues)])


def _prepared(
    desk: Desk,
    panel: PanelDesk,
    brief: Brief,
    seats: tuple[Seat, ...],
    *,
    checks: Sequence[Observation],
    carrying: Carrying | None,
) -> tuple[Sitting, ChangePapers, float]:
    rules = desk.policy.panel
    materials = Materials(
        prior=_before(desk, panel.inputs.verifies),
        window=desk.past.window.lines if desk.past and desk.past.window else None,
        fixes=desk.past.fixes if desk.past else None,
        change=desk.change,
        brief=brief,
        head=desk.head,
        base=desk.base,
        units=units(desk.change),
        checks=tuple(checks),
        operator=panel.operator,
        growth=panel.growth,
    )
    models = {seat.name: tuple(panel.models(seat.name)) for seat in seats}
    papers = _papers(materials, panel)
    estimate = _estimate(papers, seats, models)
    if rules.run_usd is not None and estimate > rules.run_usd:
        # The first thing to go when money is short is what a reviewer can look up instead.
        papers = _papers(replace(materials, growth=0), panel)
        estimate = _estimate(papers, seats, models)
    clock = panel.clock
    sitting = Sitting(
        seats=seats,
        units=tuple(
            sorted(_unread(materials.units, carrying), key=lambda unit: not _is_risky(unit, brief))
        ),
        papers=papers,
        models=models,
        purse=Purse(
            usd=rules.run_usd,
            change_usd=rules.change_usd,
            before=desk.past.memory.spent_usd if desk.past else 0.0,
        ),
        clock=clock,
        deadline=clock.now() + rules.seconds,
        seat_seconds=rules.seat_seconds,
        toolset=lambda role: panel.tools(role, papers.guise, papers.fence),
        answers=panel.answers,
    )
    return sitting, papers, estimate


def _unread(every: tuple[Unit, ...], carrying: Carrying | None) -> tuple[Unit, ...]:
    """What somebody has to read; what all have read is one line in the papers.

    Who is only asked about earlier findings is shown what changed since.
    """
    if carrying is None:
        return every
    names = {unit.name for _, missing in carrying.to_read for unit in missing}
    unread = tuple(unit for unit in every if unit.name in names)
    return unread or (*carrying.changed, *carrying.back) or every


def _readers(seats: Sequence[Seat], panel: PanelDesk) -> Iterator[Reader]:
    """Each seat with the version of what it is told and the models that answer for it."""
    for seat in seats:
        models = ",".join(model.name for model in panel.models(seat.name))
        yield Reader(role=seat.name, prompt=digest(RULES + repr(seat.role.charge)), model=models)


def _witness(
    asked: Mapping[str, Sequence[str]], seats: Sequence[Seat], panel: PanelDesk, brief: Brief
) -> tuple[Seat, ...]:
    """The verifier, where earlier findings wait for it and nothing else had it sit already."""
    if VERIFIER not in asked or VERIFIER in [seat.name for seat in seats]:
        return ()
    count = len(asked[VERIFIER])
    return seated((VERIFIER,), panel.roles, replace(brief, prior=count))[0]


def _before(desk: Desk, verifies: Mapping[str, tuple[str, ...]]) -> Before:
    """What is shown of earlier reviews: only what somebody is asked about."""
    past = desk.past
    if past is None:
        return Before()
    ids = {identity for each in verifies.values() for identity in each}
    entries = tuple(entry for entry in past.memory.entries if entry.id in ids)
    found = aftermaths(entries, past, head=desk.change.head.oid)
    return Before(entries=entries, replies=past.replies, aftermaths=found)


def _idle(seat: Seat) -> Observation:
    return Observation(
        inspector=seat.name,
        attendance=Attendance.RAN,
        reason="nothing changed since it read this change",
    )


def _papers(materials: Materials, panel: PanelDesk) -> ChangePapers:
    def charges(role: Role, _units: Sequence[Unit]) -> str:
        return charge(role, materials.brief, panel.inputs, guise=papers.guise, fence=papers.fence)

    papers = ChangePapers(
        materials=materials, nonce=panel.nonce, rules=RULES, schema=SCHEMA, charges=charges
    )
    return papers


def _estimate(
    papers: ChangePapers, seats: Sequence[Seat], models: dict[str, tuple[Model, ...]]
) -> float:
    """What the first calls will cost; a shared beginning that a provider keeps counts as kept."""
    shared = tokens(papers.rules) + tokens(papers.shared(papers.materials.units))
    total, seen = 0.0, set[str]()
    for seat in seats:
        model = next(iter(models[seat.name]), None)
        if model is None:
            continue
        kept = shared if model.caches and model.name in seen else 0
        seen.add(model.name)
        size = shared + tokens(papers.charge(seat.role, ()))
        total += model.price.of(Usage(input=size, cached=kept, output=USUAL_ANSWER))
    return total


def _is_risky(unit: Unit, brief: Brief) -> bool:
    """Whether a unit is read first, so that it is not the one left out when money runs out."""
    if unit.path in brief.sensitive:
        return True
    return not (paths.is_doc(unit.path) or paths.is_test(unit.path))
