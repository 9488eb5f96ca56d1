"""What there is to list about the checks: severity, summary, and whether each is on here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.catalogue import Unit
from postil.cli import _tables
from postil.configuration import Settings
from postil.domain.observation import Gap
from postil.wiring import company, offers


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One check; `why` says where its state comes from."""

    name: str
    severity: str
    dimension: str
    on: bool
    why: str
    summary: str


def rows(settings: Settings) -> tuple[tuple[Row, ...], tuple[Gap, ...]]:
    """A row for each check, our own and others', and who of the others cannot be used."""
    present = company()
    owners = {offer.name: f"offered by {offer.distribution}" for offer in offers()}
    listed = tuple(_row(unit, settings, owners.get(unit.name, "default")) for unit in present.units)
    return listed, present.gaps


def _row(unit: Unit, settings: Settings, origin: str) -> Row:
    module = unit.module
    off = unit.name in settings.policy.checks_off
    return Row(
        name=unit.name,
        severity=module.SEVERITY.value,
        dimension=module.DIMENSION.value,
        on=not off,
        why=str(settings.origins["checks.off"]) if off else origin,
        summary=" ".join((module.__doc__ or "").split("\n\n")[0].split()),
    )


def lines(listed: Sequence[Row]) -> Iterator[str]:
    for row in listed:
        state = f"on ({row.why})" if row.on else f"off ({row.why})"
        yield f"{row.name:<20} {row.severity:<9} {row.dimension:<16} {state}"
        for line in _tables.folded(row.summary):
            yield f"    {line}"
