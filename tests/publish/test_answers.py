"""What we answer, to whom, and that it is said once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postil.domain.commands import Command, Commands, Objection, Verb
from postil.domain.document import ReviewDocument
from postil.domain.forge import Comment, Shown
from postil.domain.ledger import State
from postil.domain.memory import Event, EventKind, Standing
from postil.domain.ours import ours
from postil.domain.policy import Threads
from postil.domain.publication import Answer
from postil.publish.answers import answers
from postil.publish.closings import closings
from publish.reviewed import FIXED, by_ann, by_max, document, event, lived
from talks import ANN, MAX, ME, SEAL, answer, comment, note, shown, thread
from track.lives import ID, place

DISPUTED = by_ann(EventKind.DISPUTED, origin="c1")
UPHELD = event(EventKind.UPHELD, note="It is reachable.", evidence=(place(text="send(order)"),))


def talk(*comments: Comment) -> Shown:
    return shown(thread(note(ID), *comments))


def said(
    review: ReviewDocument, seen: Shown, commands: Commands | None = None
) -> tuple[Answer, ...]:
    return answers(review, seen, ours(seen, SEAL), commands)


CONTESTED = talk(comment("c1", ANN, "No."))


@pytest.mark.parametrize(
    ("state", "ruling", "words"),
    [
        (State.UPHELD, UPHELD, "**F1 stands.** It is reachable."),
        (
            State.WITHDRAWN,
            replace(UPHELD, kind=EventKind.WITHDRAWN),
            "**F1 is withdrawn.** It is reachable.",
        ),
    ],
)
def test_a_dispute_is_answered_with_evidence(state: State, ruling: Event, words: str) -> None:
    (only,) = said(document(lived(state, DISPUTED, ruling)), CONTESTED)
    assert (only.finding, only.thread, only.to) == (ID, "T1", "c1")
    assert only.body.startswith(words)
    assert "`a.py:10` at `1111111`:\n\n```text\nsend(order)\n```" in only.body


def test_inv_05_a_dispute_is_answered_once() -> None:
    review = document(lived(State.UPHELD, DISPUTED, UPHELD))
    assert said(review, talk(comment("c1", ANN, "No."), answer("c1"))) == ()
    copied = talk(comment("c1", ANN, "No."), answer("c1", author=MAX))
    assert len(said(review, copied)) == 1


def test_a_dispute_nobody_ruled_on_waits() -> None:
    assert said(document(lived(State.DISPUTED, DISPUTED)), CONTESTED) == ()


def test_a_ruling_without_a_dispute_answers_nobody() -> None:
    assert said(document(lived(State.UPHELD, UPHELD)), CONTESTED) == ()


def test_what_is_gone_is_not_answered() -> None:
    review = document(lived(State.UPHELD, DISPUTED, UPHELD))
    assert said(review, talk()) == ()
    elsewhere = replace(DISPUTED, origin="")
    assert said(document(lived(State.UPHELD, elsewhere, UPHELD)), CONTESTED) == ()


def test_a_second_dispute_over_new_code_is_answered_as_well() -> None:
    seen = talk(comment("c1", ANN, "No."), answer("c1"), comment("c2", ANN, "Still no."))
    again = replace(DISPUTED, origin="c2")
    review = document(lived(State.UPHELD, DISPUTED, UPHELD, again, UPHELD))
    assert [each.to for each in said(review, seen)] == ["c2"]


CLAIMED = by_ann(EventKind.CLAIMED_FIXED, origin="c1")


def test_a_fix_that_is_nowhere_to_be_seen_is_answered_once() -> None:
    review = document(lived(State.OPEN, CLAIMED))
    (only,) = said(review, talk(comment("c1", ANN, "Fixed.")))
    assert only.to == "c1"
    assert only.body.startswith(
        "**F1 is still open.** At `2222222` the code it is about, `a.py:10`, reads as it did at "
        "`1111111`."
    )
    assert said(review, talk(comment("c1", ANN, "Fixed."), answer("c1"))) == ()


def test_a_claim_that_came_true_is_not_contradicted() -> None:
    review = document(lived(State.LIKELY_FIXED, CLAIMED, FIXED))
    assert said(review, talk(comment("c1", ANN, "Fixed."))) == ()


def test_an_author_who_resolves_a_blocker_is_told_in_its_thread() -> None:
    review = document(lived(State.OPEN, replace(CLAIMED, origin="T1")))
    (only,) = said(review, shown(thread(note(ID), is_resolved=True, resolved_by=ANN)))
    assert (only.thread, only.to) == ("T1", "n1")


def test_words_in_the_conversation_are_answered_there() -> None:
    seen = shown(comments=(comment("c1", ANN, "@postil dismiss F1 no"),))
    (only,) = said(document(lived(State.UPHELD, DISPUTED, UPHELD)), seen)
    assert only.thread == ""


def test_a_thread_that_is_closed_says_why_with_the_commit() -> None:
    review = document(lived(State.LIKELY_FIXED, FIXED))
    (only,) = said(review, talk())
    assert (only.thread, only.to) == ("T1", "n1")
    assert only.body.startswith("**F1: likely fixed in `ccccccc`.** It is checked now")
    assert "check(order)" in only.body


def test_after_closing_and_saying_so_nothing_is_left_to_do() -> None:
    review = document(lived(State.LIKELY_FIXED, FIXED))
    seen = shown(thread(note(ID), answer("n1"), is_resolved=True, resolved_by=ME))
    assert said(review, seen) == ()
    assert closings(review, seen, ours(seen, SEAL)) == ()


def test_f_17_a_run_that_died_between_closing_and_saying_so_says_it_later() -> None:
    review = document(lived(State.LIKELY_FIXED, FIXED))
    seen = shown(thread(note(ID), is_resolved=True, resolved_by=ME, may_resolve=False))
    assert [each.to for each in said(review, seen)] == ["n1"]


def test_what_a_person_resolved_needs_no_words_of_ours() -> None:
    review = document(lived(State.LIKELY_FIXED, FIXED))
    assert said(review, shown(thread(note(ID), is_resolved=True, resolved_by=MAX))) == ()
    assert said(review, shown(thread(note(ID), is_resolved=True))) == ()


def test_with_threads_left_alone_nothing_is_said_in_them() -> None:
    assert said(document(lived(State.LIKELY_FIXED, FIXED), threads=Threads.LEAVE), talk()) == ()


def command(verb: Verb, origin: str = "c1", **fields: Any) -> Command:
    made = Command(verb=verb, who="max", by=Standing.MAINTAINER, origin=origin)
    return replace(made, **fields)


def test_t_18_everything_one_person_asked_for_has_one_answer() -> None:
    many = tuple(command(Verb.REVIEW, f"c{number}") for number in range(500))
    seen = shown(comments=tuple(comment(each.origin, MAX, "@postil review") for each in many))
    (only,) = said(document(), seen, Commands(given=many))
    assert (only.to, only.thread, only.finding) == ("c499", "", "")
    assert only.body == "`2222222` is reviewed: 0 findings open."


def test_each_person_has_their_own_answer() -> None:
    given = (command(Verb.HELP, "c1"), command(Verb.PAUSE, "c2", who="ann"))
    found = said(document(), shown(), Commands(given=given))
    assert [each.to for each in found] == ["c1", "c2"]


def test_a_command_that_closes_its_thread_is_answered_once_for_both() -> None:
    dismissed = by_max(EventKind.DISMISSED, origin="c1", note="so it is")
    review = document(lived(State.DISMISSED, dismissed))
    seen = talk(comment("c1", MAX, "@postil dismiss so it is"))
    given = command(Verb.DISMISS, thread="T1", finding=ID)
    (only,) = said(review, seen, Commands(given=(given,)))
    assert (only.to, only.finding) == ("c1", ID)
    assert only.body == "**F1 is dismissed**, as `max` said."
    assert len(closings(review, seen, ours(seen, SEAL))) == 1


def test_an_answer_to_a_refusal_is_about_no_finding() -> None:
    given = command(Verb.WHY, finding="F9", objection=Objection.NO_SUCH_FINDING)
    (only,) = said(document(), shown(), Commands(given=(given,)))
    assert (only.finding, only.body) == ("", "There is no finding `F9` here.")


def test_a_thread_without_comments_is_passed_over() -> None:
    assert said(document(lived(State.LIKELY_FIXED, FIXED)), shown(thread())) == ()
