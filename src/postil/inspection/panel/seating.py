"""Decides who sits: each role says for itself whether it is needed, and both answers are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from postil.domain.brief import Brief
from postil.domain.panel import EmptyChair
from postil.inspection.panel.sitting import Seat
from postil.inspection.roles import Role


def seated(
    wanted: Sequence[str], roles: Mapping[str, Role], brief: Brief
) -> tuple[tuple[Seat, ...], tuple[EmptyChair, ...]]:
    """The seats in the order they were asked for, and the chairs that stay empty, with reasons."""
    seats: list[Seat] = []
    chairs: list[EmptyChair] = []
    for name in dict.fromkeys(wanted):
        role = roles.get(name)
        if role is None:
            chairs.append(EmptyChair(role=name, reason="there is no such role"))
            continue
        reason = role.seat(brief)
        if reason is None:
            chairs.append(EmptyChair(role=name, reason=role.empty))
        else:
            seats.append(Seat(role=role, reason=reason))
    return tuple(seats), tuple(chairs)
