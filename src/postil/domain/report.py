"""What a reviewer answers: the one shape every role's report has, as its model sent it.

Nothing in a report is believed: quotes are looked up, ids are looked up, claims are checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.brief import ConcernResult
from postil.domain.change import Side
from postil.domain.finding import Damage, Recovery, Shape, Window
from postil.domain.severity import Blast, Dimension, Justification, Kind, Reversible, Root, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedQuote:
    """Text copied from the change or the repository; the line is only a hint."""

    path: str
    text: str
    line: int | None = None
    side: Side = Side.NEW


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedClaim:
    shape: Shape = Shape.OTHER
    subject: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRace:
    window: Window
    damage: Damage
    recovery: Recovery


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedSuggestion:
    """Replacement text for lines `start` to `end` of the file the first quote is from."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedFinding:
    title: str
    slug: str
    category: str
    severity: Severity
    dimension: Dimension
    confidence: int
    justification: Justification
    quotes: tuple[ReportedQuote, ...]
    failure_mode: str
    mitigation: str
    claim: ReportedClaim = ReportedClaim()
    kind: Kind = Kind.DEFECT
    root: Root = Root.CODE
    blast: Blast = Blast.LOCAL
    reversible: Reversible = Reversible.UNKNOWN
    race: ReportedRace | None = None
    suggestion: ReportedSuggestion | None = None
    signals: tuple[str, ...] = ()
    details: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedClean:
    """An owned category or check that was looked at and is in order."""

    slug: str
    evidence: str


class PassVerdict(StrEnum):
    """How a pass ended that raised nothing."""

    CLEAN = "clean"
    NOT_APPLICABLE = "not-applicable"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPass:
    dimension: Dimension
    verdict: PassVerdict
    evidence: str


class PriorAnswer(StrEnum):
    """What a reviewer says about an earlier finding; no answer means retained."""

    FIXED = "fixed"
    RETAINED = "retained"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """An answer about an earlier finding, with the lines that show it."""

    id: str
    answer: PriorAnswer
    note: str = ""
    quotes: tuple[ReportedQuote, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedConcern:
    """An answer to one row of the verification matrix."""

    number: int
    result: ConcernResult
    note: str = ""
    quotes: tuple[ReportedQuote, ...] = ()


class GoalVerdict(StrEnum):
    """Whether the change does what it says it is for."""

    ACHIEVED = "achieved"
    PARTIALLY = "partially-achieved"
    NOT_ACHIEVED = "not-achieved"
    UNVERIFIABLE = "unverifiable"
    NOT_APPLICABLE = "not-applicable"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedGoal:
    verdict: GoalVerdict
    note: str = ""
    quotes: tuple[ReportedQuote, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One reviewer's whole answer. `summary` is a sentence about the change it may offer."""

    findings: tuple[ReportedFinding, ...] = ()
    clean: tuple[ReportedClean, ...] = ()
    passes: tuple[ReportedPass, ...] = ()
    verifications: tuple[Verification, ...] = ()
    concerns: tuple[ReportedConcern, ...] = ()
    goal: ReportedGoal | None = None
    limitations: tuple[str, ...] = ()
    summary: str = ""
