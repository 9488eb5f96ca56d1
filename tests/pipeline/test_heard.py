"""The talk on a pull request from beginning to end: heard, answered, closed, and nothing twice."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from memory_forge import PULL, Killed, MemoryForge
from postil.domain.document import ReviewDocument
from postil.domain.forge import Comment, Shown
from postil.domain.ledger import State
from postil.domain.memory import EventKind
from postil.domain.policy import Threads
from postil.domain.publication import Carrier, PostAnswer, PostComment, ResolveThread, Wanted
from postil.domain.report import PriorAnswer
from postil.pipeline.heard import Heard, hear_people
from postil.pipeline.outgoing import Outgoing
from postil.pipeline.posting import Posting
from postil.publish.anchors import Anchors
from postil.publish.carrying_out import Composed, Courier, Unplaced
from postil.publish.planning import plan
from postil.publish.secrets import Secret
from postil.track.lifecycle import advance
from publish.reviewed import FIXED, by_ann, by_max, document, event, lived
from talks import ANN, HEAD, MAX, SEAL, comment, note, permission, shown, thread
from track.lives import ID, answer, entry, memory, run

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
NOTHING = Wanted(head=HEAD, carrier=Carrier.NOTHING)


def heard(seen: Shown, remembered: Any = None) -> Heard:
    before = memory(entry()) if remembered is None else remembered
    return hear_people(seen, SEAL, before, permission, now=NOW)


def talking(review: ReviewDocument, talk: Heard | None = None, **fields: Any) -> Posting:
    plain = Posting(
        document=review,
        seal=SEAL,
        anchors=Anchors({}, frozenset()),
        run="run",
        outgoing=Outgoing(pull=PULL),
        commands=(talk or Heard()).commands,
    )
    return replace(plain, **fields)


def composed(one: Posting) -> Composed:
    """Only what is said to people; the summary and the notes have tests of their own."""

    def wanted(seen: Shown, unplaced: Unplaced) -> Wanted:
        whole = one.wanted(seen, unplaced)
        return replace(NOTHING, answers=whole.answers, closings=whole.closings)

    return wanted


def deliver(one: Posting, forge: MemoryForge) -> None:
    Courier(forge=forge, seal=SEAL, wait=lambda _s: None).deliver(composed(one), forge.look())


def posted(one: Posting, seen: Shown) -> MemoryForge:
    """Delivered by us, who are somebody else on that forge than the one it was made for."""
    forge = OurForge(shown=seen)
    deliver(one, forge)
    return forge


class OurForge(MemoryForge):
    """The forge in memory with our own account as the one that writes."""

    def _do(self, action: Any) -> None:
        before = self.shown
        super()._do(action)
        mine = before.me
        self.shown = replace(
            self.shown,
            comments=tuple(_by(each, mine, before.comments) for each in self.shown.comments),
            threads=tuple(
                replace(
                    each,
                    comments=tuple(_by(one, mine, _said(before, each.id)) for one in each.comments),
                    resolved_by=mine if each.is_resolved else None,
                )
                for each in self.shown.threads
            ),
        )


def _by(one: Comment, mine: Any, before: tuple[Comment, ...]) -> Comment:
    return one if one in before else replace(one, author=mine)


def _said(before: Shown, id_: str) -> tuple[Comment, ...]:
    return next(each.comments for each in before.threads if each.id == id_)


def test_replies_and_commands_are_heard_together() -> None:
    seen = shown(
        thread(note(ID), comment("c1", ANN, "This is intentional.")),
        comments=(comment("c2", MAX, "@postil dismiss F1 so it is"),),
    )
    talk = heard(seen)
    assert [each.origin for each in talk.replies] == ["c1", "c2"]
    assert [each.origin for each in talk.commands.given] == ["c2"]


def test_a_dispute_from_the_comment_to_the_answer() -> None:
    """Contested, ruled on, answered once; the next run hears nothing new and says nothing."""
    seen = shown(thread(note(ID), comment("c1", ANN, "This is intentional.")))
    remembered = memory(entry())
    ruled = run(
        HEAD, replies=heard(seen).replies, answers=(answer(PriorAnswer.RETAINED, note="No."),)
    )
    after = advance(remembered, ruled)
    assert after.entries[0].state is State.UPHELD
    review = replace(document(*after.entries), memory=after)
    forge = posted(talking(review), seen)
    assert [type(each) for each in forge.writes] == [PostAnswer]
    assert "**F1 stands.** No." in forge.shown.threads[0].comments[-1].body
    assert plan(composed(talking(review))(forge.shown, {}), forge.shown, SEAL) == ()
    again = heard(forge.shown, after)
    assert all(each.is_text for each in again.replies)


GONE = document(lived(State.LIKELY_FIXED, FIXED), threads=Threads.RESOLVE_FIXED)
SILENT = shown(thread(note(ID)))


def test_a_thread_is_closed_and_then_said_why() -> None:
    forge = posted(talking(GONE), SILENT)
    assert [type(each) for each in forge.writes] == [ResolveThread, PostAnswer]
    assert plan(composed(talking(GONE))(forge.shown, {}), forge.shown, SEAL) == ()


@pytest.mark.parametrize("step", range(4))
def test_f_17_wherever_a_run_dies_the_next_one_ends_the_same(step: int) -> None:
    whole = posted(talking(GONE), SILENT).shown
    forge = OurForge(shown=SILENT, die_at=step)
    with pytest.raises(Killed):
        deliver(talking(GONE), forge)
    deliver(talking(GONE), forge)
    ended = forge.shown.threads[0]
    assert (ended.is_resolved, len(ended.comments)) == (True, len(whole.threads[0].comments))


def test_f_17_somebody_who_joins_while_we_write_has_the_thread_left_alone() -> None:
    def composing(seen: Shown, _unplaced: Unplaced) -> Wanted:
        said = comment("c1", ANN, "Wait.")
        joined = replace(seen, threads=(replace(seen.threads[0], comments=(note(ID), said)),))
        return composed(talking(GONE))(joined, {})

    forge = OurForge(shown=SILENT)
    Courier(forge=forge, seal=SEAL, wait=lambda _s: None).deliver(composing, forge.look())
    assert forge.writes == []


def test_gh_25_what_somebody_opened_again_is_left_open() -> None:
    forge = posted(talking(GONE), SILENT)
    opened = replace(forge.shown.threads[0], is_resolved=False, resolved_by=None)
    forge.shown = replace(forge.shown, threads=(opened,))
    before = len(forge.writes)
    deliver(talking(GONE), forge)
    assert len(forge.writes) == before


def test_a_command_in_the_conversation_is_answered_there_once() -> None:
    seen = shown(comments=(comment("c1", MAX, "@postil why F1"),))
    review = document(lived(State.OPEN, event(EventKind.SEEN_AGAIN)))
    talk = heard(seen, review.memory)
    forge = posted(talking(review, talk), seen)
    assert [type(each) for each in forge.writes] == [PostComment]
    assert heard(forge.shown, review.memory).commands.given == ()


def test_a_dismissal_closes_and_is_answered_once() -> None:
    seen = shown(thread(note(ID), comment("c1", MAX, "@postil dismiss so it is")))
    talk = heard(seen)
    after = advance(memory(entry()), run(HEAD, replies=talk.replies))
    review = replace(document(*after.entries), memory=after)
    assert after.entries[0].state is State.DISMISSED
    forge = posted(talking(review, talk), seen)
    assert [type(each) for each in forge.writes] == [ResolveThread, PostAnswer]
    later = heard(forge.shown, after)
    assert later.commands.given == ()
    assert plan(composed(talking(review, later))(forge.shown, {}), forge.shown, SEAL) == ()


def test_nothing_leaves_that_may_not() -> None:
    disputed = by_ann(EventKind.DISPUTED, origin="c1")
    secret = Secret("KEY", "4f9a8c7b6d5e4f3a2b1c")
    upheld = event(EventKind.UPHELD, note=f"It is {secret.value} there.")
    review = document(
        lived(State.UPHELD, disputed, upheld), lived(State.OPEN, by_max(EventKind.SEEN_AGAIN))
    )
    seen = shown(thread(note(ID), comment("c1", ANN, "No.")))
    clean = talking(review, outgoing=Outgoing(pull=PULL, secrets=(secret,)))
    (said,) = composed(clean)(seen, {}).answers
    assert "(own secret removed)" in said.body
    assert secret.value not in said.body
