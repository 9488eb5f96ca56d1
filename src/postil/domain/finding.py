"""What an inspector proposes (Remark) and what stands after judgement (Finding)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from postil.domain.change import Id, Side
from postil.domain.ledger import State
from postil.domain.severity import (
    Basis,
    Blast,
    Dimension,
    Justification,
    Kind,
    Reversible,
    Root,
    Severity,
)


class Shape(StrEnum):
    """What a claim asserts, which decides how code can refute it."""

    ABSENCE = "absence"
    UNREACHABLE = "unreachable"
    INTRODUCED = "introduced"
    MISMATCH = "mismatch"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Claim:
    """The shape of the claim and the name it is about (empty when about nothing by name)."""

    shape: Shape = Shape.OTHER
    subject: str = ""


class Window(StrEnum):
    MILLISECONDS = "ms"
    SECONDS = "s"
    MINUTES = "min"
    HOURS = "hr"


class Damage(StrEnum):
    DATA_LOSS = "data-loss"
    DEADLOCK = "deadlock"
    INCONSISTENCY = "inconsistency"
    LATENCY = "latency"
    MARGINAL = "marginal"


class Recovery(StrEnum):
    HAS = "has"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """What a race-class finding must say: how wide, how bad, whether it heals."""

    window: Window
    damage: Damage
    recovery: Recovery


MOST_QUOTES = 20
"""So many quotes a remark may have; one with more is not heard."""

SPECIFICATION = "spec"
"""The path by which the specification that was given is quoted; it is no file of the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Text an inspector says it saw.

    `text` is verbatim, one or more whole or partial lines; empty means the path itself is
    the evidence. `line` is only ever a hint from a model; from a check it is checked for
    equality. `shown` replaces the text in everything that leaves the process, for quotes
    that hold a secret.
    """

    path: str
    text: str
    side: Side = Side.NEW
    line: int | None = None
    shown: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A quote found by code: these lines of this file at this revision read exactly so.

    `start` is None when only the file could be settled (the text stands there more than
    once, or the path itself is the evidence). A specification that was given has no revision.
    """

    path: str
    side: Side
    revision: Id
    text: str
    start: int | None = None
    end: int | None = None

    @property
    def place(self) -> str:
        """`path:12`, `path:12-14`, or the path alone."""
        if self.start is None:
            return self.path
        if self.end is None or self.end == self.start:
            return f"{self.path}:{self.start}"
        return f"{self.path}:{self.start}-{self.end}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """Replacement text for exact lines of one file at head; `proved` when code has tried it."""

    path: str
    start: int
    end: int
    replacement: str
    proved: bool = False


MILD = "mild"
"""The drop signal of a sign that is true and mostly meant so."""
MILD_CONFIDENCE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One thing an inspector wants to say, before anything has been verified.

    The first quote is the place that needs an edit; the others support the claim.
    `source` is filled in by whoever runs the inspector. `fingerprints` are the names and values
    by which a scanner recognises the same result again.
    """

    title: str
    slug: str
    severity: Severity
    dimension: Dimension
    quotes: tuple[Quote, ...]
    failure_mode: str
    mitigation: str
    claim: Claim = Claim()
    kind: Kind = Kind.DEFECT
    root: Root = Root.CODE
    confidence: int = 90
    basis: Basis = Basis.RULE
    blast: Blast = Blast.LOCAL
    justification: Justification | None = Justification.REACHABLE
    reversible: Reversible = Reversible.UNKNOWN
    drop_signals: frozenset[str] = frozenset()
    ceiling: Severity = Severity.CRITICAL
    category: str = ""
    details: str = ""
    suggestion: Suggestion | None = None
    race: Race | None = None
    source: str = ""
    fingerprints: tuple[tuple[str, str], ...] = ()

    @property
    def is_mild(self) -> bool:
        return MILD in self.drop_signals

    def as_mild(self) -> Remark:
        """The same as a sign whose like readings found seldom worth telling."""
        return replace(self, confidence=MILD_CONFIDENCE, drop_signals=self.drop_signals | {MILD})


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """One step that changed a finding: which step, from what, to what, and why."""

    step: str
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One defect, question or gap that survived judgement, with located evidence.

    `anchor` is the index of the evidence a note belongs on: the first quote on a line the
    change adds or removes, else the first. `severity` is final; `base` is what was proposed.
    `related` names other findings about the same lines: by handle until they have numbers.
    `reports` counts the remarks it speaks for; `inline` says that it has one of the notes.
    `fingerprints` are those of the scanners that reported it, by name.
    """

    title: str
    slug: str
    category: str
    dimension: Dimension
    severity: Severity
    base: Severity
    kind: Kind
    root: Root
    confidence: int
    basis: Basis
    blast: Blast
    justification: Justification
    reversible: Reversible
    claim: Claim
    evidence: tuple[Evidence, ...]
    failure_mode: str
    mitigation: str
    sources: tuple[str, ...]
    introduced: bool
    anchor: int = 0
    details: str = ""
    suggestion: Suggestion | None = None
    race: Race | None = None
    related: tuple[str, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    caveat: str = ""
    status: State = State.NEW
    id: str = ""
    number: str = ""
    reports: int = 1
    inline: bool = False
    fingerprints: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not self.evidence:
            msg = f"finding `{self.title}` has no evidence"
            raise ValueError(msg)

    @property
    def place(self) -> Evidence:
        """The evidence that shows what needs an edit."""
        return self.evidence[0]

    @property
    def anchored(self) -> Evidence:
        """The evidence a note is pinned to."""
        return self.evidence[self.anchor]

    @property
    def handle(self) -> str:
        """What findings of the same judgement call each other before they have numbers."""
        return f"{self.slug} at {self.place.place}"

    @property
    def reading_key(self) -> tuple[int, str, int, str, str, str]:
        """Sorts for reading: worst first, then by path and line; the rest settles ties."""
        place = self.place
        rank = -self.severity.rank
        return (rank, place.path, place.start or 0, self.dimension, self.slug, self.title)

    @property
    def is_open(self) -> bool:
        return self.status.is_open

    @property
    def is_inline(self) -> bool:
        """Whether it may become a note on a line: an introduced defect of the code, with a line."""
        return (
            self.kind is Kind.DEFECT
            and self.root is Root.CODE
            and self.introduced
            and self.severity is not Severity.NIT
            and self.anchored.start is not None
        )
