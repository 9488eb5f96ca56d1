"""Keeps a review in mind: gathers what was read, said and spent into what is remembered after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from postil.domain.finding import Finding
from postil.domain.observation import Attendance, Observation
from postil.domain.panel import PriorRecord
from postil.domain.unit import Unit
from postil.judge.grounds import Grounds
from postil.judge.prior_answers import prior_answers
from postil.pipeline.desk import Desk
from postil.pipeline.past import Past
from postil.pipeline.remembering import (
    CHECKS,
    Remembered,
    checks_reader,
    readings,
    remembered,
    table,
    watches,
)
from postil.track.carrying import Table
from postil.track.locating import Sides
from postil.track.occurrences import Occurrences
from postil.understand.units import units

if TYPE_CHECKING:
    # What only the panel needs is not paid for by a review without one.
    from postil.pipeline.hearing import Hearing


def kept_in_mind(
    desk: Desk,
    findings: tuple[Finding, ...],
    *,
    checks: Sequence[Observation],
    hearing: Hearing | None,
    grounds: Grounds,
) -> Remembered:
    """What is remembered after this review, of a first one as of any other."""
    past = desk.past or Past(sides=lambda _head: Sides(new=desk.head), follows=lambda _head: True)
    own = table(desk, units(desk.change), [checks_reader()])
    label = checks_reader().label
    read = readings(own, {CHECKS: own.units}, past.window)
    known = {each.inspector: label for each in checks}
    if hearing is not None and hearing.laid is not None:
        laid = hearing.laid
        read += readings(laid, _read_whole(laid, hearing), past.window)
        known |= {reader.role: reader.label for reader in laid.readers}
        if hearing.carrying is not None:
            read += hearing.carrying.readings
    spent = sum(call.usage.usd or 0.0 for call in hearing.calls) if hearing else 0.0
    return remembered(
        desk,
        past,
        findings,
        now=Occurrences(
            change=desk.change,
            watches=watches(checks),
            units=read,
            readers=known,
            spent_usd=spent,
        ),
        priors=_priors(hearing, grounds),
        carrying=hearing.carrying if hearing else None,
    )


def _read_whole(laid: Table, hearing: Hearing) -> dict[str, tuple[Unit, ...]]:
    """The units each role has read in this run; one that failed has read none of its part."""
    failed = {
        seen.inspector
        for seen in hearing.minutes.observations
        if seen.attendance is not Attendance.RAN
    }
    by_name = {unit.name: unit for unit in laid.units}
    result: dict[str, list[Unit]] = {}
    for line in hearing.minutes.seen:
        if not line.why_not and line.role not in failed and line.unit in by_name:
            result.setdefault(line.role, []).append(by_name[line.unit])
    return {role: tuple(read) for role, read in result.items()}


def _priors(hearing: Hearing | None, grounds: Grounds) -> tuple[PriorRecord, ...]:
    if hearing is None or not hearing.asked:
        return ()
    return prior_answers(hearing.asked, hearing.minutes.reports, grounds, hearing.restore)
