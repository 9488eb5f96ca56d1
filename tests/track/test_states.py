"""Every event in every state, one by one."""

from __future__ import annotations

import pytest

from postil.domain.ledger import State
from postil.domain.memory import Event, EventKind
from postil.track.states import folded, step

# Each row: a state, then where each event leads from it; `=` stays, `.` cannot happen.
COLUMNS = "raised seen-again unanswered fixed resolved returned disputed upheld withdrawn dismissed wontfix deferred suppressed claimed-fixed"
TABLE = """
nothing       new  .     .          .             .         .         .         .       .          .          .        .         .           .
new           .    open  untouched  likely-fixed  resolved  .         disputed  .       .          dismissed  wontfix  deferred  suppressed  =
open          .    open  untouched  likely-fixed  resolved  .         disputed  .       .          dismissed  wontfix  deferred  suppressed  =
untouched     .    open  untouched  likely-fixed  resolved  .         disputed  .       .          dismissed  wontfix  deferred  suppressed  =
reopened      .    open  untouched  likely-fixed  resolved  .         disputed  .       .          dismissed  wontfix  deferred  suppressed  =
disputed      .    =     =          likely-fixed  resolved  .         .         upheld  withdrawn  dismissed  wontfix  deferred  suppressed  =
upheld        .    =     =          likely-fixed  resolved  .         disputed  .       .          dismissed  wontfix  deferred  suppressed  =
likely-fixed  .    .     .          .             resolved  reopened  .         .       .          .          .        .         .           .
resolved      .    .     .          .             .         reopened  .         .       .          .          .        .         .           .
withdrawn     .    .     .          .             .         reopened  .         .       .          .          .        .         .           .
dismissed     .    .     .          .             .         reopened  .         .       .          .          wontfix  deferred  .           .
wontfix       .    .     .          .             .         reopened  .         .       .          dismissed  .        deferred  .           .
deferred      .    .     .          .             .         reopened  .         .       .          dismissed  wontfix  .         .           .
suppressed    .    .     .          .             .         reopened  .         .       .          .          .        .         .           .
"""


def cells() -> list[tuple[State | None, EventKind, State | None]]:
    listed = []
    for row in TABLE.strip().splitlines():
        name, *targets = row.split()
        state = None if name == "nothing" else State(name)
        for kind, target in zip(COLUMNS.split(), targets, strict=True):
            leads = {".": None, "=": state}.get(target, State(target) if len(target) > 1 else None)
            listed.append((state, EventKind(kind), leads))
    return listed


def test_the_table_leaves_nothing_out() -> None:
    assert {(state, kind) for state, kind, _ in cells()} == {
        (state, kind) for state in (None, *State) for kind in EventKind
    }


@pytest.mark.parametrize(("state", "kind", "target"), cells())
def test_each_event_in_each_state(
    state: State | None, kind: EventKind, target: State | None
) -> None:
    assert step(state, kind) is target


def lived(*kinds: EventKind) -> State | None:
    return folded(Event(kind=kind, head="1" * 40) for kind in kinds)


def test_a_life_is_folded_into_its_state() -> None:
    assert lived(EventKind.RAISED) is State.NEW
    assert (
        lived(
            EventKind.RAISED,
            EventKind.SEEN_AGAIN,
            EventKind.FIXED,
            EventKind.RETURNED,
            EventKind.DISPUTED,
            EventKind.UPHELD,
        )
        is State.UPHELD
    )


@pytest.mark.parametrize(
    "kinds",
    [
        (),
        (EventKind.RESOLVED,),
        (EventKind.RAISED, EventKind.RAISED),
        (EventKind.RAISED, EventKind.WITHDRAWN, EventKind.RETURNED),
    ],
)
def test_a_life_that_cannot_be_has_no_state(kinds: tuple[EventKind, ...]) -> None:
    assert lived(*kinds) is None
