"""A run over what is remembered: every state, seen or not, answered or not, and what is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postil.domain.finding import Claim
from postil.domain.ledger import State
from postil.domain.memory import Entry, EventKind, Memory, Standing, UnitRead
from postil.domain.replies import Aim
from postil.domain.report import PriorAnswer
from postil.domain.severity import Severity
from postil.domain.unit import Unit
from postil.track.convergence import line_digests
from postil.track.lifecycle import advance
from postil.track.locating import Kind as Went
from track.lives import (
    CHECK,
    FIRST,
    ID,
    SECOND,
    answer,
    by_check,
    entry,
    kinds,
    last,
    memory,
    place,
    ran,
    reply,
    run,
    seen,
    went,
)

ALTERED: dict[str, Any] = {"places": {ID: went(Went.EDITED, commit="c" * 40)}}
FIXED, RETAINED, WITHDRAWN = (
    answer(each) for each in (PriorAnswer.FIXED, PriorAnswer.RETAINED, PriorAnswer.WITHDRAWN)
)


def after(state: State, **fields: Any) -> Entry:
    """What becomes of one entry in that state in one run."""
    (only,) = advance(memory(entry(state)), run(**fields)).entries
    return only


# What one run makes of each state: seen again; neither seen nor answered; answered "retained",
# "withdrawn" or "fixed" with lines to show, over the same code and over other code; no reviewer
# at all over other code. Seen over the same code, then over other code, come first.
TABLE = """
              seen          seen-altered  silent        retained      withdrawn     fixed         fixed-altered  silent-altered
new           open          open          untouched     open          untouched     untouched     likely-fixed   untouched
open          open          open          untouched     open          untouched     untouched     likely-fixed   untouched
untouched     open          open          untouched     open          untouched     untouched     likely-fixed   untouched
reopened      open          open          untouched     open          untouched     untouched     likely-fixed   untouched
disputed      disputed      disputed      disputed      upheld        withdrawn     disputed      likely-fixed   disputed
upheld        upheld        upheld        upheld        upheld        upheld        upheld        likely-fixed   upheld
likely-fixed  reopened      reopened      likely-fixed  reopened      likely-fixed  likely-fixed  likely-fixed   likely-fixed
resolved      resolved      reopened      resolved      resolved      resolved      resolved      resolved       resolved
withdrawn     withdrawn     reopened      withdrawn     withdrawn     withdrawn     withdrawn     withdrawn      withdrawn
dismissed     dismissed     dismissed     dismissed     dismissed     dismissed     dismissed     dismissed      dismissed
wontfix       wontfix       wontfix       wontfix       wontfix       wontfix       wontfix       wontfix        wontfix
deferred      deferred      deferred      deferred      deferred      deferred      deferred      deferred       deferred
suppressed    reopened      reopened      suppressed    suppressed    suppressed    suppressed    suppressed     suppressed
"""
RUNS: dict[str, dict[str, Any]] = {
    "seen": {"sightings": (seen(),)},
    "seen-altered": {"sightings": (seen(),), **ALTERED},
    "silent": {},
    "retained": {"answers": (RETAINED,)},
    "withdrawn": {"answers": (WITHDRAWN,)},
    "fixed": {"answers": (FIXED,)},
    "fixed-altered": {"answers": (FIXED,), **ALTERED},
    "silent-altered": ALTERED,
}
CELLS = [
    (State(row[0]), name, State(target))
    for row in map(str.split, TABLE.strip().splitlines()[1:])
    for name, target in zip(RUNS, row[1:], strict=True)
]


def test_the_table_has_every_state() -> None:
    assert {state for state, _, _ in CELLS} == set(State)
    assert TABLE.split()[: len(RUNS)] == list(RUNS)


@pytest.mark.parametrize(("state", "name", "expected"), CELLS)
def test_what_one_run_makes_of_each_state(state: State, name: str, expected: State) -> None:
    only = after(state, **RUNS[name])
    assert only.state is expected
    assert (only.id, only.finding.number) == (ID, "F1")
    assert only.events[: len(entry(state).events)] == entry(state).events
    if expected is not state:
        assert last(only).head == SECOND


# -- evidence of each move -------------------------------------------------------------------


def test_a_fix_names_its_commit_and_its_lines() -> None:
    event = last(after(State.OPEN, answers=(FIXED,), **ALTERED))
    assert (event.kind, event.commit, event.note) == (EventKind.FIXED, "c" * 40, "Look.")
    assert event.evidence == FIXED.evidence


def test_a_check_that_is_silent_over_other_code_has_been_heard() -> None:
    found = replace(by_check(), id=ID, number="F1")
    standing = replace(entry(), finding=found)
    (only,) = advance(memory(standing), run(watches=(ran(),), **ALTERED)).entries
    assert only.state is State.LIKELY_FIXED
    assert last(only).note == f"`{CHECK}` looked again and no longer reports it"


@pytest.mark.parametrize("said", [RETAINED, WITHDRAWN])
def test_an_answer_with_nothing_to_show_settles_no_dispute(said: Any) -> None:
    only = after(State.DISPUTED, answers=(replace(said, evidence=()),))
    assert only.state is State.DISPUTED
    fixed = after(State.LIKELY_FIXED, answers=(replace(said, evidence=()),))
    assert fixed.state is State.LIKELY_FIXED


def test_seeing_it_outweighs_being_told_that_it_is_fixed() -> None:
    assert after(State.OPEN, sightings=(seen(),), answers=(FIXED,), **ALTERED).state is State.OPEN


def test_of_several_answers_the_most_careful_counts() -> None:
    for order in ((FIXED, RETAINED, WITHDRAWN), (WITHDRAWN, FIXED, RETAINED)):
        assert after(State.DISPUTED, answers=order, **ALTERED).state is State.UPHELD


def test_answers_about_nothing_known_are_ignored() -> None:
    assert after(State.OPEN, answers=(answer(PriorAnswer.FIXED, id="f" * 8),), **ALTERED).state is (
        State.UNTOUCHED
    )


def test_silence_twice_is_noted_once() -> None:
    once = advance(memory(entry()), run())
    twice = advance(once, run("3" * 40))
    assert kinds(twice.entries[0]) == [EventKind.RAISED, EventKind.UNANSWERED]


def test_the_same_head_reviewed_twice_says_nothing_twice() -> None:
    once = advance(memory(entry()), run(sightings=(seen(),)))
    twice = advance(once, run(sightings=(seen(),)))
    assert kinds(twice.entries[0]) == [EventKind.RAISED, EventKind.SEEN_AGAIN]
    assert twice.heads == (FIRST, SECOND)
    worse = advance(twice, run(sightings=(seen(severity=Severity.HIGH),)))
    assert last(worse.entries[0]).severity is Severity.HIGH


def test_suppressed_by_a_rule_while_unseen() -> None:
    only = after(State.OPEN, suppressed={ID: "agreed"})
    assert (only.state, last(only).note) == (State.SUPPRESSED, "agreed")
    assert after(State.OPEN, suppressed={ID: "agreed"}, sightings=(seen(),)).state is State.OPEN


@pytest.mark.parametrize("state", [State.DISMISSED, State.WONTFIX, State.WITHDRAWN, State.RESOLVED])
def test_what_turns_out_to_block_comes_back_once(state: State) -> None:
    only = after(state, sightings=(seen(severity=Severity.CRITICAL),))
    assert (only.state, last(only).severity) == (State.REOPENED, Severity.CRITICAL)
    dismissed = reply(Aim.DISMISSES, Standing.MAINTAINER)
    closed = advance(memory(only), run("3" * 40, replies=(dismissed,)))
    again = advance(closed, run("4" * 40, sightings=(seen(severity=Severity.CRITICAL),)))
    assert again.entries[0].state is State.DISMISSED


def test_where_nothing_blocks_only_the_critical_comes_back() -> None:
    for severity, expected in (
        (Severity.HIGH, State.DISMISSED),
        (Severity.CRITICAL, State.REOPENED),
    ):
        only = after(State.DISMISSED, sightings=(seen(severity=severity),), block_at=None)
        assert only.state is expected


def test_what_was_proved_and_then_resolved_comes_back_at_sight() -> None:
    fixed = advance(memory(entry()), run(answers=(FIXED,), **ALTERED))
    resolved = advance(fixed, run("3" * 40, replies=(reply(Aim.RESOLVES),), **ALTERED))
    assert resolved.entries[0].state is State.RESOLVED
    again = advance(resolved, run("4" * 40, sightings=(seen(),)))
    assert again.entries[0].state is State.REOPENED
    assert again.entries[0].id == ID


# -- what people say -------------------------------------------------------------------------


@pytest.mark.parametrize("state", State)
def test_code_that_is_back_as_it_was_brings_back_only_what_was_fixed(state: State) -> None:
    silent = after(state).state
    back = after(state, returned=frozenset({ID}))
    assert back.state is (State.REOPENED if state is State.LIKELY_FIXED else silent)
    assert after(state, returned=frozenset({"another"})).state is silent


def test_what_came_back_with_its_code_says_so() -> None:
    proved = advance(memory(entry()), run(answers=(FIXED,), **ALTERED))
    closed = advance(proved, run(SECOND, replies=(reply(Aim.RESOLVES, Standing.MAINTAINER),)))
    assert closed.entries[0].state is State.RESOLVED
    (only,) = advance(closed, run("c" * 40, returned=frozenset({ID}))).entries
    assert (only.id, only.state) == (ID, State.REOPENED)
    assert only.events[-1].note == "the code it was found in is back as it was"


@pytest.mark.parametrize("name", [ID, "F1"])
def test_a_contest_and_its_answer_in_one_run(name: str) -> None:
    contest = reply(Aim.CONTESTS, finding=name)
    only = after(State.OPEN, replies=(contest,), answers=(WITHDRAWN,))
    assert only.state is State.WITHDRAWN
    assert kinds(only)[-2:] == [EventKind.DISPUTED, EventKind.WITHDRAWN]


def test_a_reply_about_another_finding_is_not_ours() -> None:
    only = after(State.OPEN, replies=(reply(Aim.CONTESTS, finding="F2"),), sightings=(seen(),))
    assert only.state is State.OPEN


def test_a_reply_that_can_do_nothing_leaves_no_trace() -> None:
    only = after(State.DISMISSED, replies=(reply(Aim.CONTESTS),))
    assert only.events == entry(State.DISMISSED).events
    bot = after(State.OPEN, replies=(reply(Aim.RESOLVES, Standing.BOT),), sightings=(seen(),))
    assert kinds(bot)[-1] is EventKind.SEEN_AGAIN


def test_a_claimed_fix_over_the_same_code_stays_open() -> None:
    only = after(State.OPEN, replies=(reply(Aim.CLAIMS_FIXED),) * 2)
    assert kinds(only)[-2:] == [EventKind.CLAIMED_FIXED, EventKind.UNANSWERED]
    assert only.state is State.UNTOUCHED


# -- new findings ----------------------------------------------------------------------------


def other(**fields: Any) -> Any:
    return seen(
        **{
            "title": "Retries have no bound",
            "slug": "retries",
            "claim": Claim(subject="retry"),
            "evidence": (place(text="retry()", start=50, end=50, revision=SECOND),),
            **fields,
        }
    )


def test_a_new_finding_gets_the_next_number_and_a_life() -> None:
    kept = replace(memory(entry(State.RESOLVED)), next_number=9)
    sighting = replace(other(), symbol="f", before=("b",), after=("a",))
    then = advance(kept, run(sightings=(sighting,)))
    fresh = then.entries[1]
    assert (fresh.finding.number, then.next_number) == ("F9", 10)
    assert (fresh.state, kinds(fresh), fresh.first_head) == (State.NEW, [EventKind.RAISED], SECOND)
    assert (fresh.symbol, fresh.before, fresh.after) == ("f", ("b",), ("a",))
    assert fresh.id not in ("", ID)


def test_new_ones_are_numbered_in_reading_order() -> None:
    mild, grave = other(), seen(severity=Severity.HIGH)
    then = advance(Memory(), run(sightings=(mild, grave)))
    assert [(each.finding.number, each.finding.severity) for each in then.entries] == [
        ("F1", Severity.HIGH),
        ("F2", Severity.MEDIUM),
    ]


def test_an_id_in_use_is_not_given_again() -> None:
    first = advance(Memory(), run(sightings=(seen(),)))
    (known,) = first.entries
    elsewhere = seen(claim=Claim(subject="other"))
    then = advance(first, run(sightings=(elsewhere,)))
    assert len({each.id for each in then.entries}) == 2
    assert then.entries[0].id == known.id


def test_links_name_old_and_new_findings() -> None:
    old = seen(related=(other().finding.handle, "gone at a.py:1"))
    new = other(related=(old.finding.handle,))
    then = advance(memory(entry()), run(sightings=(old, new)))
    assert then.entries[0].finding.related == ("F2", "gone at a.py:1")
    assert then.entries[1].finding.related == ("F1",)


# -- what else is remembered -----------------------------------------------------------------


def test_heads_money_and_units_add_up() -> None:
    def unit(key: str, reader: str, head: str) -> UnitRead:
        return UnitRead(key=key, unit="a.py", reader=reader, head=head, lines=("x",))

    before = replace(memory(), units=(unit("k", "r", FIRST), unit("j", "r", FIRST)), spent_usd=1.0)
    now = run(units=(unit("k", "r", SECOND), unit("k", "s", SECOND)), spent_usd=0.5)
    then = advance(before, now)
    assert then.heads == (FIRST, SECOND)
    assert then.spent_usd == 1.5
    assert then.units == (unit("k", "r", SECOND), unit("j", "r", FIRST), unit("k", "s", SECOND))


def test_a_late_finding_is_marked_and_the_mild_one_gets_no_note() -> None:
    now = run(readers={"security": "security/1"})
    file = now.change.files[0]
    read = UnitRead(
        key="k",
        unit="a.py",
        reader="security/1",
        head=FIRST,
        lines=line_digests(Unit(file=file, hunks=file.hunks)),
    )
    spot = (place(text="two", start=1, end=1, revision=SECOND),)
    sightings = (
        seen(evidence=spot, inline=True),
        other(evidence=spot, inline=True, severity=Severity.HIGH),
    )
    fresh = advance(replace(Memory(), units=(read,)), replace(now, sightings=sightings)).entries
    assert [(each.finding.severity, each.late, each.finding.inline) for each in fresh] == [
        (Severity.HIGH, True, True),
        (Severity.MEDIUM, True, False),
    ]
    early = advance(Memory(), replace(now, sightings=sightings)).entries
    assert [(each.late, each.finding.inline) for each in early] == [(False, True)] * 2


def test_inv_05_of_very_many_words_the_newest_are_remembered() -> None:
    before = replace(memory(entry()), heard=tuple(f"c{number}" for number in range(2_000)))
    said = (reply(Aim.ACKNOWLEDGES, origin="new"), reply(Aim.ACKNOWLEDGES))
    heard = advance(before, run(replies=said)).heard
    assert (heard[0], heard[-1], len(heard)) == ("c1", "new", 2_000)
