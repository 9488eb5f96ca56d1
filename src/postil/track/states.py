"""Which event leads from which state to which; everything else is refused."""

from __future__ import annotations

from collections.abc import Iterable

from postil.domain.ledger import State
from postil.domain.memory import Event, EventKind

_PLAIN = frozenset({State.NEW, State.OPEN, State.UNTOUCHED, State.REOPENED})
_ARGUED = frozenset({State.DISPUTED, State.UPHELD})
_OPEN = _PLAIN | _ARGUED
_CLOSED = frozenset(State) - _OPEN
_DECIDED = frozenset({State.DISMISSED, State.WONTFIX, State.DEFERRED})

_LEADS: dict[EventKind, tuple[frozenset[State], State]] = {
    EventKind.SEEN_AGAIN: (_PLAIN, State.OPEN),
    EventKind.UNANSWERED: (_PLAIN, State.UNTOUCHED),
    EventKind.FIXED: (_OPEN, State.LIKELY_FIXED),
    EventKind.RESOLVED: (_OPEN | {State.LIKELY_FIXED}, State.RESOLVED),
    EventKind.RETURNED: (_CLOSED, State.REOPENED),
    EventKind.DISPUTED: (_PLAIN | {State.UPHELD}, State.DISPUTED),
    EventKind.UPHELD: (frozenset({State.DISPUTED}), State.UPHELD),
    EventKind.WITHDRAWN: (frozenset({State.DISPUTED}), State.WITHDRAWN),
    EventKind.DISMISSED: (_OPEN | _DECIDED - {State.DISMISSED}, State.DISMISSED),
    EventKind.WONTFIX: (_OPEN | _DECIDED - {State.WONTFIX}, State.WONTFIX),
    EventKind.DEFERRED: (_OPEN | _DECIDED - {State.DEFERRED}, State.DEFERRED),
    EventKind.SUPPRESSED: (_OPEN, State.SUPPRESSED),
}

_KEEPS: dict[EventKind, frozenset[State]] = {
    # An argument is not over because the defect was seen, or was not.
    EventKind.SEEN_AGAIN: _ARGUED,
    EventKind.UNANSWERED: _ARGUED,
    EventKind.CLAIMED_FIXED: _OPEN,
}


def step(state: State | None, kind: EventKind) -> State | None:
    """The state after such an event; None when it cannot happen in this state.

    `state` is None before anything happened.
    """
    if state is None:
        return State.NEW if kind is EventKind.RAISED else None
    if state in _KEEPS.get(kind, ()):
        return state
    sources, target = _LEADS.get(kind, (frozenset(), state))
    return target if state in sources else None


def folded(events: Iterable[Event]) -> State | None:
    """The state a life of events comes to; None when one of them cannot have happened."""
    state: State | None = None
    for event in events:
        state = step(state, event.kind)
        if state is None:
            return None
    return state
