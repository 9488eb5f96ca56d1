"""Answers that close nothing: each is kept with what was said, so that somebody can look."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.ledger import State
from postil.domain.memory import EventKind, Memory
from postil.domain.report import PriorAnswer
from postil.track.lifecycle import advance, passed_over
from postil.track.locating import Kind as Went
from track.lives import (
    ID,
    SECOND,
    answer,
    entry,
    finding,
    kinds,
    last,
    memory,
    place,
    run,
    seen,
    went,
)

WITHDRAWN, FIXED, RETAINED = PriorAnswer.WITHDRAWN, PriorAnswer.FIXED, PriorAnswer.RETAINED


@pytest.mark.parametrize("state", [State.NEW, State.OPEN, State.UNTOUCHED, State.UPHELD])
@pytest.mark.parametrize(
    ("said", "note", "told"),
    [
        (WITHDRAWN, "Look.", "called wrong, but nobody disputed it: Look."),
        (WITHDRAWN, "", "called wrong, but nobody disputed it"),
        (FIXED, "Look.", "called fixed, but nothing besides that shows it: Look."),
    ],
)
def test_an_answer_nothing_bears_out_leaves_it_open(
    state: State, said: PriorAnswer, note: str, told: str
) -> None:
    after = advance(memory(entry(state)), run(answers=(answer(said, note=note),))).entries[0]
    assert after.state is (state if state is State.UPHELD else State.UNTOUCHED)
    assert (last(after).kind, last(after).note) == (EventKind.UNANSWERED, told)
    assert last(after).evidence == answer(said).evidence


def test_retained_is_seen_and_a_proved_fix_closes() -> None:
    retained = advance(memory(entry()), run(answers=(answer(RETAINED),))).entries[0]
    assert (retained.state, last(retained).note) == (State.OPEN, "Look.")
    now = run(answers=(answer(FIXED),), places={ID: went(Went.EDITED)})
    assert advance(memory(entry()), now).entries[0].state is State.LIKELY_FIXED


def test_nobody_answered_is_said_once() -> None:
    once = advance(memory(entry()), run())
    assert kinds(once.entries[0]) == [EventKind.RAISED, EventKind.UNANSWERED]
    again = advance(once, run("3" * 40))
    assert again.entries[0].events == once.entries[0].events


# -- what counts only when it is known -------------------------------------------------------


def test_what_nobody_asked_for_counts_only_when_it_is_remembered() -> None:
    known = seen()
    other = finding(
        title="Something else",
        claim=finding().claim,
        evidence=(place(path="b.py", revision=SECOND),),
    )
    now = run(
        sightings=(
            replace(known, only_known=True),
            replace(known, finding=other, only_known=True),
            replace(known, finding=replace(other, evidence=(place(path="c.py", revision=SECOND),))),
        )
    )
    before = memory(entry(State.OPEN))
    after = advance(before, now)
    assert [
        (each.finding.number, each.state, each.finding.place.path) for each in after.entries
    ] == [
        ("F1", State.OPEN, "a.py"),
        ("F2", State.NEW, "c.py"),
    ]
    assert after.next_number == 3
    assert passed_over(before, now) == (other,)
    assert passed_over(Memory(), now) == (known.finding, other)
