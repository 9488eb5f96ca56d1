"""What stands, what was set aside and why, and what to conclude."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.finding import Finding
from postil.domain.severity import Severity


class Verdict(StrEnum):
    """The conclusion over what was seen."""

    BLOCKED = "blocked"
    REVIEW = "review"
    NOTES = "notes"
    CLEAN = "clean"


class Coverage(StrEnum):
    FULL = "full"
    PARTIAL = "partial"
    NONE = "none"


class Outcome(StrEnum):
    """How a run ended; the last three are never green."""

    REVIEWED_CLEAN = "reviewed-clean"
    FINDINGS = "findings"
    PARTIAL = "partial"
    NOT_REVIEWED = "not-reviewed"
    NOOP = "noop"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """A remark that is not shown: which step set it aside, and the reason in one line."""

    title: str
    slug: str
    source: str
    severity: Severity
    path: str
    line: int | None
    step: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The findings that stand, in reading order, and everything that does not."""

    findings: tuple[Finding, ...]
    set_aside: tuple[SetAside, ...]
