"""Who looked at the change and what stood in their way, in the words of the machine-readable report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.document import ReviewDocument
from postil.domain.observation import Attendance
from postil.domain.panel import PanelRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A reviewer or check that should have answered and did not."""

    name: str
    kind: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One reviewer or check, and why it sat or did not."""

    name: str
    kind: str
    attendance: Attendance
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Limitation:
    """What a reviewer says it could not do, or a part of the change it did not read."""

    name: str
    reason: str
    unit: str


def failures(document: ReviewDocument) -> tuple[Failure, ...]:
    return tuple(
        Failure(name=record.name, kind=record.kind, reason=record.reason)
        for record in document.inspectors
        if record.attendance is Attendance.FAILED
    )


def seats(document: ReviewDocument) -> tuple[Seat, ...]:
    return tuple(
        Seat(
            name=record.name,
            kind=record.kind,
            attendance=record.attendance,
            reason=record.reason,
        )
        for record in document.inspectors
    )


def limitations(panel: PanelRecord) -> Iterator[Limitation]:
    for name, text in panel.limitations:
        yield Limitation(name=name, reason=text, unit="")
    for name, unit, why in panel.unread:
        yield Limitation(name=name, reason=why, unit=unit)
