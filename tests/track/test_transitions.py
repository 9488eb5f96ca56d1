"""How the verdict moves: every pair of before and after for two findings, counted by hand."""

from __future__ import annotations

from itertools import product

import pytest

from postil.domain.judgement import Verdict
from postil.domain.ledger import State
from postil.domain.memory import Entry, Memory, Transition
from postil.domain.policy import Policy
from postil.domain.severity import Kind, Severity
from postil.judge import conclude
from postil.track.transitions import delta, is_blocker
from track.lives import entry, memory

ABSENT = None
STATES = [ABSENT, *State]


def made(name: str, state: State | None, severity: Severity = Severity.CRITICAL) -> list[Entry]:
    return [] if state is None else [entry(state, id=name, number=name, severity=severity)]


def expected(before: tuple[bool, bool], after: tuple[bool, bool]) -> Transition:
    came = any(now and not then for then, now in zip(before, after, strict=True))
    left = any(then and not now for then, now in zip(before, after, strict=True))
    if not any(after):
        return Transition.IMPROVED if left else Transition.STILL_CLEAN
    if came:
        return Transition.MIXED if left else Transition.WORSENED
    return Transition.STILL_BLOCKED


def is_open(state: State | None) -> bool:
    return state is not None and state.is_open


def test_every_way_two_blockers_can_go() -> None:
    """What is known is never forgotten, so an entry that was there is there afterwards."""
    ways = {
        (one, two): memory(*made("F1", one), *made("F2", two))
        for one, two in product(STATES, STATES)
    }
    tried = 0
    for one, two, now_one, now_two in product(STATES, STATES, State, State):
        before, after = ways[one, two], ways[now_one, now_two]
        moved = delta(before, after, block_at=Severity.CRITICAL)
        assert moved.transition is expected(
            (is_open(one), is_open(two)), (is_open(now_one), is_open(now_two))
        )
        if moved.transition in (Transition.IMPROVED, Transition.STILL_CLEAN):
            findings = [each.finding for each in after.entries]
            assert conclude.verdict(findings, Policy()) is not Verdict.BLOCKED
        tried += 1
    assert tried == 14 * 14 * 13 * 13


@pytest.mark.parametrize("state", list(State))
def test_the_first_review_has_nothing_before_it(state: State) -> None:
    moved = delta(Memory(), memory(*made("F1", state)), block_at=Severity.HIGH)
    assert moved.transition is Transition.FIRST


def test_lesser_findings_move_lists_and_not_the_verdict() -> None:
    before = memory(*made("F1", State.OPEN, Severity.LOW), *made("F2", State.OPEN, Severity.LOW))
    after = memory(
        *made("F1", State.RESOLVED, Severity.LOW),
        *made("F2", State.UNTOUCHED, Severity.LOW),
        *made("F3", State.NEW, Severity.LOW),
    )
    moved = delta(before, after, block_at=Severity.HIGH)
    assert moved.transition is Transition.STILL_CLEAN
    assert [
        [each.id for each in group] for group in (moved.fresh, moved.closed, moved.still_open)
    ] == [
        ["F3"],
        ["F1"],
        ["F2"],
    ]
    assert not moved.is_all_closed
    assert moved.blockers == moved.fresh_blockers == moved.closed_blockers == ()


@pytest.mark.parametrize(("state", "likely"), [(State.LIKELY_FIXED, True), (State.RESOLVED, False)])
def test_a_blocker_that_is_only_likely_gone_is_said_to_be(state: State, likely: bool) -> None:
    moved = delta(
        memory(*made("F1", State.OPEN)), memory(*made("F1", state)), block_at=Severity.HIGH
    )
    assert moved.transition is Transition.IMPROVED
    assert moved.is_only_likely is likely
    assert moved.is_all_closed
    assert [each.id for each in moved.closed_blockers] == ["F1"]


def test_a_finding_that_got_worse_is_a_new_blocker() -> None:
    before = memory(*made("F1", State.OPEN, Severity.LOW))
    after = memory(*made("F1", State.OPEN, Severity.HIGH))
    moved = delta(before, after, block_at=Severity.HIGH)
    assert moved.transition is Transition.WORSENED
    assert [each.id for each in moved.fresh_blockers] == ["F1"]
    assert moved.fresh == ()


def test_what_comes_back_is_fresh() -> None:
    before = memory(*made("F1", State.LIKELY_FIXED))
    moved = delta(before, memory(*made("F1", State.REOPENED)), block_at=Severity.HIGH)
    assert moved.transition is Transition.WORSENED
    assert [each.id for each in moved.fresh] == ["F1"]


def test_praise_is_nothing_open() -> None:
    praise = entry(State.NEW, kind=Kind.PRAISE)
    assert delta(memory(), memory(praise), block_at=None).is_all_closed


@pytest.mark.parametrize(
    ("severity", "kind", "block_at", "blocks"),
    [
        (Severity.HIGH, Kind.DEFECT, Severity.HIGH, True),
        (Severity.HIGH, Kind.DEFECT, Severity.CRITICAL, False),
        (Severity.HIGH, Kind.DEFECT, None, True),
        (Severity.MEDIUM, Kind.DEFECT, None, False),
        (Severity.CRITICAL, Kind.QUESTION, Severity.HIGH, False),
    ],
)
def test_what_blocks(
    severity: Severity, kind: Kind, block_at: Severity | None, blocks: bool
) -> None:
    assert is_blocker(entry(State.OPEN, severity=severity, kind=kind), block_at) is blocks
    assert not is_blocker(entry(State.DISMISSED, severity=severity, kind=kind), block_at)
