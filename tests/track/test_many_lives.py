"""Thousands of pushes, replies, fixes and failures: nothing is lost, closed in silence or reused."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from postil import codec
from postil.domain.judgement import Verdict
from postil.domain.ledger import State
from postil.domain.memory import Entry, EventKind, Memory, Standing, Transition
from postil.domain.policy import Policy
from postil.domain.replies import Aim, Reply
from postil.domain.report import PriorAnswer
from postil.domain.severity import Severity
from postil.judge import conclude
from postil.track.occurrences import Occurrences
from postil.track.prior import read_prior
from postil.track.states import folded
from postil.track.transitions import delta
from track.lives import CHECK
from track.world import World, said

from samples import CLEAN

STEPS = int(os.environ.get("POSTIL_LIFE_STEPS", "2000"))
SEEDS = st.integers(0, 2**32)
AT = st.integers(0, 99)
POLICY = Policy()
DECIDED = {
    EventKind.DISMISSED: Aim.DISMISSES,
    EventKind.WONTFIX: Aim.WONTFIX,
    EventKind.DEFERRED: Aim.DEFERS,
}


class Lives(RuleBasedStateMachine):
    """Each step is one thing that happens and the review that follows it."""

    taken: ClassVar[list[int]] = []

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.ids: dict[str, str] = {}

    @initialize(seed=SEEDS, checks=st.lists(st.booleans(), min_size=1, max_size=4))
    def begin(self, seed: int, checks: list[bool]) -> None:
        for number, by_check in enumerate(checks):
            self.world.add(list(Severity)[number % 5], by_check=by_check)
        self.reviewed(seed)

    @rule(seed=SEEDS, lines=st.integers(0, 9), severity=st.sampled_from(list(Severity)))
    def push(self, seed: int, lines: int, severity: Severity) -> None:
        self.world.shift(lines)
        if lines == 9:
            self.world.add(severity, by_check=seed % 2 == 0)
        self.reviewed(seed)

    @rule(seed=SEEDS, lines=st.integers(0, 9))
    def force_push(self, seed: int, lines: int) -> None:
        self.world.forget_history()
        self.world.shift(lines)
        self.reviewed(seed)

    @precondition(lambda self: self.world.memory.entries)
    @rule(seed=SEEDS, at=AT, aim=st.sampled_from(list(Aim)), by=st.sampled_from(list(Standing)))
    def reply(self, seed: int, at: int, aim: Aim, by: Standing) -> None:
        entries = self.world.memory.entries
        self.reviewed(seed, replies=(said(entries[at % len(entries)], aim, by),))

    @precondition(lambda self: self.world.memory.entries)
    @rule(seed=SEEDS, at=AT)
    def dismiss(self, seed: int, at: int) -> None:
        self.reply(seed, at, Aim.DISMISSES, Standing.MAINTAINER)

    @rule(seed=SEEDS, at=AT)
    def fix(self, seed: int, at: int) -> None:
        self._set_alive(at, alive=False)
        self.reviewed(seed)

    @rule(seed=SEEDS, at=AT)
    def regress(self, seed: int, at: int) -> None:
        self._set_alive(at, alive=True)
        self.reviewed(seed)

    @rule(seed=SEEDS)
    def agent_failure(self, seed: int) -> None:
        before = self.world.memory
        self.reviewed(seed, failed=True)
        assert is_open(self.world.memory) == is_open(before)

    @rule(seed=SEEDS)
    def store_lost(self, seed: int) -> None:
        """What is left is the last document."""
        document = replace(CLEAN.document, memory=self.world.memory)
        restored = read_prior(codec.encode(document).decode())
        assert restored == self.world.memory
        self.world.memory = restored
        self.reviewed(seed)

    def _set_alive(self, at: int, *, alive: bool) -> None:
        defect = self.world.defects[at % len(self.world.defects)]
        if defect.alive is not alive:
            defect.alive = alive
            defect.version += 1

    def reviewed(self, seed: int, *, replies: tuple[Reply, ...] = (), failed: bool = False) -> None:
        before = self.world.memory
        now = self.world.review(seed, replies=replies, failed=failed)
        after = self.world.memory
        nothing_lost(before, after, now)
        names_kept(before, after)
        self.one_entry_each(after)
        for old, new in zip(before.entries, after.entries, strict=False):
            nothing_silent(old, new, now)
        never_ready_while_blocked(before, after)
        self.taken[0] += 1

    def one_entry_each(self, after: Memory) -> None:
        """A defect is one entry for ever, however it is told."""
        for entry in after.entries:
            name = entry.finding.claim.subject
            assert self.ids.setdefault(name, entry.id) == entry.id


def is_open(memory: Memory) -> set[str]:
    return {entry.id for entry in memory.entries if entry.state.is_open}


def nothing_lost(before: Memory, after: Memory, now: Occurrences) -> None:
    assert [entry.id for entry in after.entries[: len(before.entries)]] == [
        entry.id for entry in before.entries
    ]
    told = {entry.finding.claim.subject for entry in after.entries}
    assert told.issuperset(each.finding.claim.subject for each in now.sightings)


def names_kept(before: Memory, after: Memory) -> None:
    numbers = [entry.finding.number for entry in after.entries]
    assert numbers[: len(before.entries)] == [entry.finding.number for entry in before.entries]
    assert len({entry.id for entry in after.entries}) == len(set(numbers)) == len(numbers)
    fresh = [int(number[1:]) for number in numbers[len(before.entries) :]]
    assert all(before.next_number <= number < after.next_number for number in fresh)
    assert after.next_number >= before.next_number


def nothing_silent(old: Entry, new: Entry, now: Occurrences) -> None:
    """Every move has its event, and every closing one what it takes."""
    assert new.events[: len(old.events)] == old.events
    assert folded(new.events) is new.state
    assert new.finding.severity.rank >= old.finding.severity.rank
    is_seen = any(s.finding.claim.subject == old.finding.claim.subject for s in now.sightings)
    answers = [each for each in now.answers if each.id == old.id]
    words = [each for each in now.replies if each.finding == old.id]
    for event in new.events[len(old.events) :]:
        if event.kind is EventKind.FIXED:
            assert not is_seen
            if old.finding.sources == (CHECK,):
                assert now.watches[0].ran
                assert now.is_altered(old)
            else:
                (answer,) = answers
                assert answer.answer is PriorAnswer.FIXED
                assert answer.evidence
                assert answer.is_recent or now.is_altered(old)
        elif event.kind in (EventKind.UPHELD, EventKind.WITHDRAWN):
            assert answers[0].evidence
        elif event.kind in DECIDED:
            assert words[0].aim is DECIDED[event.kind]
            assert words[0].by is Standing.MAINTAINER
        elif event.kind is EventKind.RESOLVED:
            closes = words[0].by is Standing.MAINTAINER or old.state is State.LIKELY_FIXED
            assert closes or old.finding.severity is not Severity.CRITICAL
            assert words[0].by not in (Standing.BOT, Standing.OUTSIDER)


def never_ready_while_blocked(before: Memory, after: Memory) -> None:
    verdict = conclude.verdict([entry.finding for entry in after.entries], POLICY)
    moved = delta(before, after, block_at=POLICY.block_at)
    assert (verdict is Verdict.BLOCKED) is bool(moved.blockers)
    if moved.blockers:
        assert moved.transition not in (Transition.IMPROVED, Transition.STILL_CLEAN)
        assert not moved.is_all_closed


def test_many_lives() -> None:
    """As many steps as asked for; each round begins from its own seed."""
    Lives.taken[:] = [0]
    rounds = 0
    while Lives.taken[0] < STEPS:
        run_state_machine_as_test(
            seeded(rounds)(Lives),
            settings=settings(
                max_examples=20,
                stateful_step_count=50,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
        rounds += 1
    print(f"{Lives.taken[0]:,} steps in {rounds} rounds")
    assert Lives.taken[0] >= STEPS
