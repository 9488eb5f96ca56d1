"""Faults that published designs of re-review have, each shown not to be ours.

Four of a design that compares titles between two runs, three of a plan that hands replies back
to the model.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postil import codec
from postil.domain.finding import Claim
from postil.domain.judgement import Verdict
from postil.domain.ledger import State
from postil.domain.memory import EventKind, Memory, Standing, Transition
from postil.domain.policy import Policy
from postil.domain.replies import Aim
from postil.domain.report import PriorAnswer
from postil.domain.severity import Severity
from postil.judge import conclude
from postil.track.identity import title_fingerprint
from postil.track.lifecycle import advance
from postil.track.locating import Kind as Went
from postil.track.occurrences import Occurrences, Sighting
from postil.track.prior import read_prior
from postil.track.transitions import delta
from track.lives import (
    FIRST,
    ID,
    SECOND,
    answer,
    at,
    entry,
    finding,
    kinds,
    memory,
    place,
    reply,
    run,
    went,
)

from samples import CLEAN

THIRD = "3" * 40


def stored(kept: Memory) -> Memory:
    """The memory as the next process reads it."""
    return read_prior(codec.encode(replace(CLEAN.document, memory=kept)).decode())


def told(head: str, *titles: str, **fields: Any) -> Occurrences:
    """A run in which each title is reported about the file as a whole."""
    whole = place(text="", start=None, end=None, revision=head)
    sightings = tuple(
        Sighting(finding=finding(title=title, claim=Claim(), evidence=(whole,), **fields))
        for title in titles
    )
    return Occurrences(change=at(head), sightings=sightings)


# -- the delta between two runs --------------------------------------------------------------


def test_fault_prefix_mismatch_what_was_stored_and_what_is_seen_have_one_key() -> None:
    first = advance(Memory(), told(FIRST, "The lock leaks"))
    second = advance(stored(first), told(SECOND, "the lock leaks."))
    assert [(each.state, kinds(each)) for each in second.entries] == [
        (State.OPEN, [EventKind.RAISED, EventKind.SEEN_AGAIN])
    ]
    assert title_fingerprint("The lock leaks") == title_fingerprint("the lock leaks.")


def test_fault_superseded_run_a_new_run_does_not_unmake_the_last_one() -> None:
    first = advance(Memory(), told(FIRST, "The lock leaks"))
    second = advance(stored(first), told(SECOND, "The lock leaks"))
    third = advance(stored(second), told(THIRD, "The lock leaks"))
    assert third.heads == (FIRST, SECOND, THIRD)
    assert delta(second, third, block_at=None).transition is not Transition.FIRST
    again = advance(stored(third), told(THIRD, "The lock leaks"))
    assert again.heads == third.heads


def test_fault_colliding_titles_in_any_script_findings_are_told_apart() -> None:
    titles = ("锁从未被释放", "重试没有上限", "Λείπει έλεγχος εισόδου", "🔥", "🧊")
    first = advance(Memory(), told(FIRST, *titles))
    assert len({title_fingerprint(title) for title in titles}) == len(titles)
    assert len({each.id for each in first.entries}) == len(titles)
    named = {each.finding.title: each.id for each in first.entries}
    second = advance(stored(first), told(SECOND, *titles[2:], slug="s"))
    assert [each.finding.title for each in second.entries if each.state is State.OPEN] == [
        title for title in named if title in titles[2:]
    ]
    assert {each.finding.title: each.id for each in second.entries} == named


@pytest.mark.parametrize("state", [state for state in State if state.is_open])
def test_fault_ready_with_open_blockers_nobody_touched(state: State) -> None:
    before = memory(entry(state, severity=Severity.CRITICAL))
    after = advance(before, run())
    assert after.entries[0].state.is_open
    moved = delta(before, after, block_at=Severity.CRITICAL)
    assert moved.transition is Transition.STILL_BLOCKED
    findings = [each.finding for each in after.entries]
    assert conclude.verdict(findings, Policy()) is Verdict.BLOCKED


def test_fault_ready_with_open_blockers_while_another_was_closed() -> None:
    other = entry(State.OPEN, id="00000002", number="F2", severity=Severity.CRITICAL)
    before = memory(entry(State.OPEN, severity=Severity.CRITICAL), other)
    now = run(answers=(answer(PriorAnswer.FIXED),), places={ID: went(Went.EDITED)})
    moved = delta(before, advance(before, now), block_at=Severity.CRITICAL)
    assert moved.transition is Transition.STILL_BLOCKED
    assert (len(moved.blockers), len(moved.closed_blockers)) == (1, 1)


# -- replies handed back to the model --------------------------------------------------------


def test_hole_retained_findings_survive_the_verification_of_new_ones() -> None:
    now = run(answers=(answer(PriorAnswer.RETAINED),))
    kept = stored(advance(memory(entry(State.OPEN)), now))
    assert [(each.id, each.state) for each in kept.entries] == [(ID, State.OPEN)]


@pytest.mark.parametrize("answers", [(), (answer(PriorAnswer.RETAINED),)])
def test_hole_the_gate_counts_what_was_retained(answers: Any) -> None:
    """Nothing new at all, and still it blocks; an answer that was forgotten counts the same."""
    after = advance(memory(entry(State.OPEN, severity=Severity.CRITICAL)), run(answers=answers))
    findings = [each.finding for each in after.entries]
    assert conclude.is_met(Severity.CRITICAL, findings)
    assert conclude.verdict(findings, Policy()) is Verdict.BLOCKED


@pytest.mark.parametrize("by", [Standing.AUTHOR, Standing.MAINTAINER])
@pytest.mark.parametrize(
    ("said", "went_to", "expected"),
    [
        (PriorAnswer.WITHDRAWN, Went.SAME, State.WITHDRAWN),
        (PriorAnswer.FIXED, Went.EDITED, State.LIKELY_FIXED),
        (PriorAnswer.RETAINED, Went.SAME, State.UPHELD),
    ],
)
def test_hole_a_reply_does_not_keep_a_finding_open_for_ever(
    by: Standing, said: PriorAnswer, went_to: Went, expected: State
) -> None:
    now = run(
        replies=(reply(Aim.CONTESTS, by),),
        answers=(answer(said),),
        places={ID: went(went_to)},
    )
    assert advance(memory(entry(State.OPEN)), now).entries[0].state is expected
