"""What one more review of a change moved: which findings are new, closed, still open or late."""

from __future__ import annotations

import string
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from postil.domain.change import Id
from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Transition
from postil.domain.severity import Kind, Severity

LATE_FROM = Severity.HIGH
"""From here up a late finding stands among the others; below it has a list of its own."""

CLOSING = frozenset(
    {
        EventKind.FIXED,
        EventKind.RESOLVED,
        EventKind.WITHDRAWN,
        EventKind.DISMISSED,
        EventKind.WONTFIX,
        EventKind.DEFERRED,
        EventKind.SUPPRESSED,
    }
)
_HOW_CLOSED = {
    State.RESOLVED: "resolved",
    State.WITHDRAWN: "resolved (withdrawn)",
    State.DISMISSED: "resolved (dismissed)",
    State.WONTFIX: "resolved (will not be fixed)",
    State.DEFERRED: "resolved (deferred)",
    State.SUPPRESSED: "resolved (suppressed)",
}
_SHORT = 7


@dataclass(frozen=True, slots=True)
class Step:
    """One finding's way through this round; `before` and `now` are its events up to it and in it."""

    entry: Entry
    before: tuple[Event, ...]
    now: tuple[Event, ...]

    @property
    def finding(self) -> Finding:
        return self.entry.finding

    @property
    def was_open(self) -> bool:
        return bool(self.before) and self.before[-1].kind not in CLOSING

    @property
    def is_worse(self) -> bool:
        """Whether this round raised its severity."""
        return any(event.severity is not None for event in self.now)

    @property
    def is_missed(self) -> bool:
        """Whether it belongs into the list of what was missed earlier."""
        return self.entry.late and not self.finding.severity.at_least(LATE_FROM)

    @property
    def how_closed(self) -> str:
        """`resolved`, or `likely fixed in abc1234`; without a commit only since when it looks so."""
        if self.finding.status is not State.LIKELY_FIXED:
            return _HOW_CLOSED[self.finding.status]
        return likely_fixed(self.entry.events[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Every finding of the change but praise, by what this review made of it.

    `fresh` are open now and were not, `closed` were open and are not, `still_open` were and
    are. `known` are all that an earlier review left behind, closed ones included.
    """

    fresh: tuple[Step, ...]
    closed: tuple[Step, ...]
    still_open: tuple[Step, ...]
    known: tuple[Step, ...]

    @property
    def missed(self) -> tuple[Step, ...]:
        """The open ones that were missed earlier and are too mild for a place of their own."""
        return tuple(step for step in (*self.fresh, *self.still_open) if step.is_missed)


def is_again(document: ReviewDocument) -> bool:
    """Whether a review of this change came before that can be named."""
    previous = document.previous_head
    named = len(previous) >= _SHORT and set(previous) <= set(string.hexdigits)
    return named and document.transition is not Transition.FIRST


def round_of(document: ReviewDocument) -> Round:
    """What the document's memory says about its own round, in the order of the document."""
    steps = [
        _step(entry, document.subject.head)
        for entry in document.memory.entries
        if entry.finding.kind is not Kind.PRAISE
    ]
    opened = [step for step in steps if step.entry.state.is_open]
    return Round(
        fresh=tuple(step for step in opened if not step.was_open),
        closed=tuple(step for step in steps if step.was_open and not step.entry.state.is_open),
        still_open=tuple(step for step in opened if step.was_open),
        known=tuple(step for step in steps if step.before),
    )


def _step(entry: Entry, head: Id) -> Step:
    """Split at the last head: only events at the end of its life can belong to this round."""
    count = len(list(takewhile(lambda event: event.head == head, reversed(entry.events))))
    at = len(entry.events) - count
    return Step(entry=entry, before=entry.events[:at], now=entry.events[at:])


def likely_fixed(event: Event) -> str:
    """How a fix is told: never as a fact, and with the commit only when one was found."""
    if event.commit:
        return f"likely fixed in {short(event.commit)}"
    return f"likely fixed as of {short(event.head)}"


def blockers(steps: Iterable[Step], limit: Severity | None) -> tuple[Step, ...]:
    """The defects among them at or above what blocks; where nothing does, from high up."""
    return tuple(
        step
        for step in steps
        if step.finding.kind is Kind.DEFECT
        and step.finding.severity.at_least(limit or Severity.HIGH)
    )


def short(revision: Id) -> str:
    return revision[:_SHORT]
