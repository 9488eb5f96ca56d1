"""What the panel leaves in the record: who sat, what each pass ended in, what was asked and answered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.brief import ConcernResult, Tier
from postil.domain.finding import Evidence
from postil.domain.report import GoalVerdict, PriorAnswer
from postil.domain.severity import Basis, Dimension, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyChair:
    """A role that was not asked to sit, and why."""

    role: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Convened:
    """Who is about to read a change, with what effort and why, and about what that will cost."""

    roles: tuple[str, ...]
    tier: Tier
    tier_reason: str
    full_pass: bool
    estimate_usd: float


class PassEnding(StrEnum):
    """How one of the eight passes ended; a gap means that its owner said nothing about it."""

    FINDINGS = "findings"
    CLEAN = "clean"
    NOT_APPLICABLE = "not-applicable"
    GAP = "gap"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRecord:
    """One forced pass: whose it was, how it ended, and what shows that."""

    dimension: Dimension
    ending: PassEnding
    owner: str
    evidence: str = ""
    findings: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalRecord:
    """Whether the change does what its author says it is for, with what shows it."""

    verdict: GoalVerdict
    note: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """One concern that was stated, and what was found out about it."""

    number: int
    concern: str
    source: str
    result: ConcernResult
    note: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorRecord:
    """What was said about an earlier finding, with lines that stand; None when nobody answered."""

    id: str
    answer: PriorAnswer | None
    note: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """What a later look made of one finding; `position` is its place among those looked at.

    With `held` a person must agree before more than its confidence changes; with `stays` it is
    shown however low that gets. `caveat` is something its reader should bear in mind.
    """

    position: int
    step: str
    confidence: int
    reason: str
    basis: Basis | None = None
    held: bool = False
    stays: bool = False
    caveat: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """A question a reviewer asked about the code while it reviewed, and what came of it.

    `asked` are its arguments as it wrote them; `found` is the first line of the answer, which
    says what the rest shows or why there is none; `lines` counts the rest.
    """

    role: str
    tool: str
    asked: str
    found: str
    lines: int = 0


class Ruling(StrEnum):
    """What an arbiter said about a dispute; only the first two move anything."""

    REAL_BUG = "real-bug"
    FALSE_POSITIVE = "false-positive"
    UNCERTAIN = "uncertain"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """Something the two models did not say alike; `finding` is the id or handle it is about.

    `effect` says what the ruling did to the finding; `acknowledge` that a person must agree to it.
    """

    id: str
    bucket: str
    place: str
    severity: Severity
    summary: str
    arbitrated: bool
    ruling: Ruling = Ruling.UNCHANGED
    reason: str = ""
    finding: str = ""
    effect: str = ""
    acknowledge: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """What a second model said beside the first: the four counts, every dispute, and the caveat."""

    model: str
    agreement: int = 0
    primary_only: int = 0
    second_only: int = 0
    contradiction: int = 0
    disputes: tuple[Dispute, ...] = ()
    arbiter: str = ""
    caveat: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelRecord:
    """Everything about the panel that the findings themselves do not tell.

    `limitations` are what each reviewer said it could not do; `unread` is the part of the
    coverage ledger that is not filled: role, unit and why.
    """

    chairs: tuple[EmptyChair, ...] = ()
    passes: tuple[PassRecord, ...] = ()
    matrix: tuple[MatrixRow, ...] = ()
    goal: GoalRecord | None = None
    crossing: Crossing | None = None
    limitations: tuple[tuple[str, str], ...] = ()
    unread: tuple[tuple[str, str, str], ...] = ()
    lookups: tuple[Lookup, ...] = ()
    shards: int = 0
    estimate_usd: float | None = None
    narrative: str = ""
