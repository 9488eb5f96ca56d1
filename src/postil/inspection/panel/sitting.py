"""What a panel works with, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from postil.domain.conversation import Call
from postil.domain.finding import Quote
from postil.domain.observation import Observation
from postil.domain.report import Report, ReportedQuote
from postil.domain.unit import Unit
from postil.inspection.panel.purse import Purse
from postil.inspection.roles import Role
from postil.ports import Answers, Clock, Model, Progress, Toolset, untold


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A role at the table and why it was asked to sit there."""

    role: Role
    reason: str

    @property
    def name(self) -> str:
        return self.role.name


class Papers(Protocol):
    """What lies on the table: the rules for all, the change as it is shown, and each role's charge."""

    @property
    def rules(self) -> str:
        """What holds for every role; the same bytes for all of them."""

    @property
    def schema(self) -> Mapping[str, Any]:
        """The shape of every report."""

    def shared(self, units: Sequence[Unit]) -> str:
        """Everything else that all roles see, with these units of the change."""

    def weight(self, unit: Unit) -> int:
        """About how many tokens a unit takes as it is shown."""

    def charge(self, role: Role, units: Sequence[Unit]) -> str:
        """What this role is asked, after everything that is shared."""

    def restored(self, quote: ReportedQuote) -> Quote:
        """A quote from what was shown as it stands in the file; masked values come back."""


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """One review by the panel, ready to begin.

    `models` says for each role which models answer, in order of preference; `deadline` and
    `seat_seconds` bound the whole and each conversation. `answers` keeps what was paid for.
    """

    seats: tuple[Seat, ...]
    units: tuple[Unit, ...]
    papers: Papers
    models: Mapping[str, Sequence[Model]]
    purse: Purse
    clock: Clock
    deadline: float
    seat_seconds: float = 300.0
    toolset: Callable[[Role], Toolset | None] = lambda _role: None
    progress: Progress = untold
    answers: Answers | None = None
    most_open: int = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One line of the coverage ledger: whether a role read a unit, and why not."""

    role: str
    unit: str
    why_not: str = ""


@dataclass(frozen=True, kw_only=True)
class Minutes:
    """What the panel reported, what each seat saw, and every call it took."""

    observations: tuple[Observation, ...] = ()
    reports: tuple[tuple[str, Report], ...] = ()
    seen: tuple[Seen, ...] = ()
    calls: tuple[Call, ...] = ()
    interrupted: bool = False
    shards: int = field(default=0)
