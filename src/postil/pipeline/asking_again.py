"""Decides who is asked about which earlier finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from postil.domain.ledger import State
from postil.domain.memory import Entry, Standing
from postil.domain.policy import Profile
from postil.domain.replies import Aim, Reply
from postil.domain.severity import Kind
from postil.inspection.panel import Seat
from postil.pipeline.desk import Desk
from postil.pipeline.past import Past
from postil.track.carrying import Carrying

VERIFIER = "verifier"
MOST_ASKED = 50
"""So many earlier findings are asked about, the worst first; each takes room from the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquest:
    """The ids of the earlier findings each role is asked about, and how many nobody is."""

    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unasked: int = 0


def inquest(desk: Desk, seats: Sequence[Seat], carrying: Carrying | None) -> Inquest:
    """Who is asked about what.

    On the panel a role answers for its own; disputes, what nobody who sits has raised, and
    everything in the other profiles are the verifier's.
    """
    if desk.past is None or carrying is None:
        return Inquest()
    checks = {unit.name for unit in desk.checks}
    waiting = [
        entry
        for entry in _waiting(desk.past, carrying)
        # What a check reported it answers for itself, by looking again.
        if not checks.issuperset(entry.finding.sources) or _is_disputed(entry, desk.past)
    ]
    waiting.sort(key=lambda entry: -entry.finding.severity.rank)
    asked: dict[str, list[str]] = {}
    for entry in waiting[:MOST_ASKED]:
        is_own = desk.policy.profile is Profile.PANEL and not _is_disputed(entry, desk.past)
        name = (is_own and _owner(entry, seats)) or VERIFIER
        asked.setdefault(name, []).append(entry.id)
    by_role = {name: tuple(ids) for name, ids in asked.items()}
    return Inquest(asked=by_role, unasked=max(0, len(waiting) - MOST_ASKED))


def _waiting(past: Past, carrying: Carrying) -> list[Entry]:
    """The open findings this push bears on, somebody spoke of, or that wait for a ruling.

    A caller who keeps the findings and not what was read waits for a word about each.
    """
    open_ = [
        entry
        for entry in past.memory.entries
        if entry.state.is_open and entry.finding.kind is not Kind.PRAISE
    ]
    if past.is_handed_in and not past.memory.units:
        return open_
    touched = {entry.id for entry in carrying.touched}
    spoken = {reply.finding for reply in past.replies if _calls_for_an_answer(reply)}
    return [
        entry
        for entry in open_
        if entry.id in touched or spoken & _names(entry) or entry.state is State.DISPUTED
    ]


def _calls_for_an_answer(reply: Reply) -> bool:
    """What is new does, and a claimed fix as long as the finding is open, however old it is."""
    is_claim = reply.aim is Aim.CLAIMS_FIXED and reply.by in (Standing.AUTHOR, Standing.MAINTAINER)
    return is_claim or not reply.is_text


def _is_disputed(entry: Entry, past: Past) -> bool:
    return entry.state is State.DISPUTED or any(
        reply.aim is Aim.CONTESTS and not reply.is_text and reply.finding in _names(entry)
        for reply in past.replies
    )


def _names(entry: Entry) -> set[str]:
    return {entry.id, entry.finding.number}


def _owner(entry: Entry, seats: Sequence[Seat]) -> str:
    """Who raised it, or owns what it is about; empty when nobody of them sits here."""
    finding = entry.finding
    raised = [seat.name for seat in seats if seat.name in finding.sources]
    code = finding.category.split(" ")[0]
    owns = [seat.name for seat in seats if code in [each.id for each in seat.role.categories]]
    return next(iter((*raised, *owns)), "")
