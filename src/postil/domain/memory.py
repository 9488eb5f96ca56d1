"""What is remembered of a change: each finding's life as events, and what each reviewer has read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.change import Id
from postil.domain.finding import Evidence, Finding
from postil.domain.ledger import State
from postil.domain.severity import Severity


class EventKind(StrEnum):
    """What happened to a finding; each kind leads to one state, whatever came before allows it."""

    RAISED = "raised"
    SEEN_AGAIN = "seen-again"
    UNANSWERED = "unanswered"
    FIXED = "fixed"
    RESOLVED = "resolved"
    RETURNED = "returned"
    DISPUTED = "disputed"
    UPHELD = "upheld"
    WITHDRAWN = "withdrawn"
    DISMISSED = "dismissed"
    WONTFIX = "wontfix"
    DEFERRED = "deferred"
    SUPPRESSED = "suppressed"
    CLAIMED_FIXED = "claimed-fixed"


class Standing(StrEnum):
    """Who spoke, as far as their word counts here."""

    POSTIL = "postil"
    MAINTAINER = "maintainer"
    AUTHOR = "author"
    OUTSIDER = "outsider"
    BOT = "bot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened to one finding at one head.

    `commit` is the one that fixed or brought it back, found by looking, empty when unknown.
    `severity` is set when this event raised it. `origin` is the forge's id of the comment or
    thread by which somebody brought it about.
    """

    kind: EventKind
    head: Id
    by: Standing = Standing.POSTIL
    who: str = ""
    note: str = ""
    commit: str = ""
    evidence: tuple[Evidence, ...] = ()
    severity: Severity | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One finding and everything that happened to it; `finding` is how it was last seen.

    `symbol`, `before` and `after` (the definition around its place and a few lines on either
    side) let it be found again when the commit it was seen at is gone. `late` marks what
    stood in lines that had been read before.
    """

    finding: Finding
    events: tuple[Event, ...]
    symbol: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    late: bool = False

    @property
    def id(self) -> str:
        return self.finding.id

    @property
    def state(self) -> State:
        return self.finding.status

    @property
    def first_head(self) -> Id:
        return self.events[0].head


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRead:
    """A unit that one reader has read whole.

    `reader` names the role with its prompt version and model, or a check with Postil's
    version; `lines` are short digests of its changed lines, so that a line can be recognised
    whatever became of the unit. They may stand in one of several readings with the same key.
    """

    key: str
    unit: str
    reader: str
    head: Id
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Everything that earlier reviews of one change leave to the next.

    `next_number` is the first number no finding ever had. `heads` are the reviewed heads in
    order; `spent_usd` is what all runs took together. `heard` are the origins of replies that
    had their effect, or had none: no word counts twice.
    """

    entries: tuple[Entry, ...] = ()
    units: tuple[UnitRead, ...] = ()
    heads: tuple[Id, ...] = ()
    next_number: int = 1
    spent_usd: float = 0.0
    heard: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.heads


class Transition(StrEnum):
    """How the verdict moved since the last review."""

    FIRST = "first"
    WORSENED = "worsened"
    IMPROVED = "improved"
    MIXED = "mixed"
    STILL_BLOCKED = "still-blocked"
    STILL_CLEAN = "still-clean"
