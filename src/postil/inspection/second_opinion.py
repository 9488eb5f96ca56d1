"""A second model reads the same change as one reviewer of everything; the review is whole without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from postil.domain.brief import Archetype, Brief, Tier
from postil.domain.observation import Attendance, Gap, Observation
from postil.inspection.panel import Minutes, Seat, Sitting, hold
from postil.inspection.roles import Role
from postil.ports import Model

SECOND_OPINION = "second-opinion"
NONE = "no second opinion"
_SEVERAL_LAYERS = 2


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """What the second model reported; without a report only the gap that says why."""

    minutes: Minutes = field(default_factory=Minutes)
    model: str = ""

    @property
    def is_given(self) -> bool:
        return any(seen.attendance is Attendance.RAN for seen in self.minutes.observations)


def reason_for(brief: Brief, *, asked: bool, configured: bool) -> str | None:
    """Why a second model is asked about this change; None when it is not."""
    if asked:
        return "asked for"
    if not configured or brief.tier is Tier.LITE:
        return None
    if brief.cross_stack:
        return "the change spans user interface and server"
    if brief.archetype is Archetype.BUGFIX and len(brief.layers) >= _SEVERAL_LAYERS:
        return f"a bugfix over {len(brief.layers)} layers"
    return None


async def second_opinion(
    sitting: Sitting, generalist: Role, models: Sequence[Model], *, reason: str
) -> Opinion:
    """The same papers, money and deadline; another model, one seat, and nobody else's findings."""
    if not models:
        return declined("no model is configured for it")
    role = replace(generalist, name=SECOND_OPINION)
    alone = replace(
        sitting, seats=(Seat(role=role, reason=reason),), models={SECOND_OPINION: tuple(models)}
    )
    minutes = await hold(alone)
    return Opinion(
        minutes=replace(minutes, observations=tuple(map(_optional, minutes.observations))),
        model=models[0].name,
    )


def declined(why: str) -> Opinion:
    """No second opinion, and why, as it stands in the record."""
    return Opinion(minutes=Minutes(observations=(_absent(why),)))


def _optional(seen: Observation) -> Observation:
    """One that failed was never owed; one that ran keeps its remarks, and what it missed is listed."""
    if seen.attendance is Attendance.FAILED:
        return _absent(seen.gaps[0].reason)
    return replace(seen, gaps=tuple(replace(gap, required=False) for gap in seen.gaps))


def _absent(why: str) -> Observation:
    return Observation(
        inspector=SECOND_OPINION,
        attendance=Attendance.OFF,
        reason=why,
        gaps=(Gap(subject=NONE, reason=why, required=False),),
    )
