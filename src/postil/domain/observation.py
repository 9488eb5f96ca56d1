"""What an inspector saw, what it could not see, and what that took."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.finding import Remark


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Something that was not looked at, and why.

    A required gap makes coverage partial; an optional one is listed. `remedy` is what a
    person can do about it, empty when there is nothing.
    """

    subject: str
    reason: str
    required: bool
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clean:
    """Something that was looked at and found in order, with what shows it."""

    slug: str
    evidence: str


class Attendance(StrEnum):
    """What became of one inspector: it ran, had nothing to look at, was switched off, or failed."""

    RAN = "ran"
    NOT_NEEDED = "not-needed"
    OFF = "off"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """The report of one inspector (a check, a role, a scanner).

    `reason` says why it was seated, why not, or how it failed.
    """

    inspector: str
    attendance: Attendance
    reason: str = ""
    remarks: tuple[Remark, ...] = ()
    gaps: tuple[Gap, ...] = ()
    clean: tuple[Clean, ...] = ()
    seconds: float = 0.0
