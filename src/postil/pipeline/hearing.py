"""What the panel said, who was not asked to sit, and what it was expected to cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from postil.domain.conversation import Call
from postil.domain.finding import Quote
from postil.domain.observation import Observation
from postil.domain.panel import EmptyChair
from postil.domain.report import ReportedQuote
from postil.inspection.panel.sitting import Minutes, Seat
from postil.inspection.second_opinion import Opinion
from postil.inspection.verification.inquiry import Inquiry
from postil.track.carrying import Carrying, Table


def _as_it_is(quote: ReportedQuote) -> Quote:
    return Quote(path=quote.path, text=quote.text, side=quote.side, line=quote.line)


@dataclass(frozen=True, kw_only=True)
class Hearing:
    """What the panel said, who was not asked to sit, and what it was expected to cost.

    `restore` leads a quote of the panel's back to what stands in the file. `opinion` is a second
    model's; `inquiry` is what later looks at the findings work with. `laid` and `carrying` say
    what lay before the readers and what they need not read again, `asked` which earlier findings
    each of them was asked about, and `unasked` how many nobody was for want of room.
    """

    minutes: Minutes = field(default_factory=Minutes)
    seats: tuple[Seat, ...] = ()
    chairs: tuple[EmptyChair, ...] = ()
    estimate_usd: float | None = None
    restore: Callable[[ReportedQuote], Quote] = _as_it_is
    opinion: Opinion | None = None
    inquiry: Inquiry | None = None
    laid: Table | None = None
    carrying: Carrying | None = None
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unasked: int = 0

    @property
    def observations(self) -> tuple[Observation, ...]:
        """What everybody reported who read the change."""
        second = self.opinion.minutes.observations if self.opinion else ()
        return (*self.minutes.observations, *second)

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every call so far, those of later looks included."""
        second = self.opinion.minutes.calls if self.opinion else ()
        later = self.inquiry.asker.calls if self.inquiry else ()
        return (*self.minutes.calls, *second, *later)

    @property
    def is_interrupted(self) -> bool:
        second = self.opinion is not None and self.opinion.minutes.interrupted
        return second or self.minutes.interrupted
