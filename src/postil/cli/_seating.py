"""Who would sit on the panel here: each role, whether it is called, why, and who answers for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from postil import wiring
from postil.cli import _tables
from postil.domain.errors import UserError
from postil.domain.policy import Policy
from postil.inspection.panel.seating import seated
from postil.inspection.roles import Role
from postil.pipeline.panelling import called
from postil.understand import understand
from postil.wiring import Wanted
from postil.wiring.panel import known_roles

NO_MODEL = "no model is configured"


class Place(StrEnum):
    """Where a role is: at the table, called and not needed, not called, or called by name only."""

    SITS = "sits"
    EMPTY = "empty chair"
    NOT_CALLED = "not called"
    ON_CALL = "on call"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One role; `why` is the reason for its place, `model` who would answer for it."""

    name: str
    place: Place
    why: str
    model: str
    question: str
    ceiling: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Everybody there is; `why_not` says what stood in the way of looking at a change."""

    rows: tuple[Row, ...]
    why_not: str = ""


def seating(wanted: Wanted) -> Seating:
    """Who would read the change; where there is none, who the profile calls."""
    around = wiring.surroundings()
    roles = known_roles()
    try:
        with wiring.prepare(wanted, around) as prepared:
            desk = prepared.desk
            brief = understand(desk.change, desk.request)
            roles = dict(desk.panel.roles) if desk.panel else roles
            names = called(desk, roles, brief)
    except UserError as error:
        settings = wiring.settings_here(wanted.repo, wanted.config, around, wanted.flags)
        wiring.refuse_bad_flags(settings)
        policy = settings.policy
        places = dict.fromkeys(policy.reviewers, (Place.ON_CALL, f"profile {policy.profile}"))
        return Seating(rows=tuple(_rows(roles, places, policy)), why_not=str(error))
    seats, chairs = seated(names, roles, brief)
    places = {seat.name: (Place.SITS, seat.reason) for seat in seats}
    places |= {chair.role: (Place.EMPTY, chair.reason) for chair in chairs}
    return Seating(rows=tuple(_rows(roles, places, desk.policy)))


def _rows(
    roles: Mapping[str, Role], places: Mapping[str, tuple[Place, str]], policy: Policy
) -> Iterator[Row]:
    """Those who were called in the order they were, then everybody else."""
    not_called = (Place.NOT_CALLED, f"not in profile {policy.profile}")
    for name in dict.fromkeys((*places, *sorted(roles))):
        place, why = places.get(name, not_called)
        role = roles.get(name)
        yield Row(
            name=name,
            place=place,
            why=why,
            model=dict(policy.panel.roles).get(name) or policy.model or NO_MODEL,
            question=role.question if role else "",
            ceiling=role.ceiling.value if role else "",
            origin=role.origin if role else "",
        )


def lines(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        answers = f"; {row.model}" if row.place in (Place.SITS, Place.ON_CALL) else ""
        yield f"{row.name:<22} {row.place} ({row.why}{answers})"
        for line in _tables.folded(row.question):
            yield f"    {line}"
