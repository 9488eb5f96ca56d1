"""Which commands are followed: by whom, about what, and each of them once."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from postil.domain.commands import Command, Commands, Objection, Verb
from postil.domain.forge import Actor, Comment, Permission, Shown
from postil.domain.ledger import State
from postil.domain.memory import Memory, Standing
from postil.domain.ours import ours
from postil.domain.replies import Aim, Reply
from postil.domain.severity import Severity
from postil.track.commands import MOST_ANSWERS, commands
from postil.track.lifecycle import advance
from postil.track.speakers import Speakers
from talks import ANN, BOT, MAX, ME, OUT, SEAL, answer, comment, note, permission, shown, thread
from track.lives import ID, entry, memory, run

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


def at(minutes: float) -> str:
    """So many minutes ago, as a forge writes it."""
    return (NOW - dt.timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")


def followed(seen: Shown, remembered: Memory | None = None, may: Any = permission) -> Commands:
    speakers = Speakers(shown=seen, permission=may)
    return commands(seen, ours(seen, SEAL), remembered or memory(entry()), speakers, now=NOW)


def said(*comments: Comment) -> Shown:
    return shown(comments=comments)


def by(actor: Actor | None, body: str, **fields: Any) -> Shown:
    return said(comment("c1", actor, body, **fields))


def test_a_maintainer_asks_for_a_review() -> None:
    found = followed(by(MAX, "@postil review"))
    assert found == Commands(
        given=(Command(verb=Verb.REVIEW, who="max", by=Standing.MAINTAINER, origin="c1"),)
    )
    assert found.wants_review
    assert not found.wants_everything


def test_a_full_review_is_one_of_everything() -> None:
    found = followed(by(MAX, "@postil full"))
    assert found.wants_review
    assert found.wants_everything


# What the author of a change may ask for without write access.
AUTHORS = {Verb.REVIEW, Verb.WHY, Verb.HELP}
LINES = {
    Verb.REVIEW: "@postil review",
    Verb.FULL: "@postil full",
    Verb.WHY: "@postil why F1",
    Verb.DISMISS: "@postil dismiss F1 it is so",
    Verb.RESOLVE: "@postil resolve F1",
    Verb.PAUSE: "@postil pause",
    Verb.RESUME: "@postil resume",
    Verb.HELP: "@postil help",
}


@pytest.mark.parametrize("verb", list(Verb))
def test_gh_37_everybody_is_followed_by_what_they_may_do_now(verb: Verb) -> None:
    line = LINES[verb]
    (asked,) = followed(by(MAX, line)).given
    assert asked.objection is None
    (asked,) = followed(by(ANN, line)).given
    assert asked.objection is (None if verb in AUTHORS else Objection.NOT_ALLOWED)
    (asked,) = followed(by(ANN, line), may=lambda _: Permission.WRITE).given
    assert (asked.objection, asked.by) == (None, Standing.AUTHOR)


@pytest.mark.parametrize("verb", list(Verb))
@pytest.mark.parametrize("actor", [OUT, BOT, ME, None], ids=["out", "bot", "me", "ghost"])
def test_ac_35_gh_32_t_20_strangers_bots_ghosts_and_we_are_not_even_answered(
    actor: Actor | None, verb: Verb
) -> None:
    assert followed(by(actor, LINES[verb])) == Commands()


def test_gh_37_somebody_who_lost_write_access_is_a_stranger() -> None:
    seen = by(MAX, "@postil pause")
    assert followed(seen).is_paused
    assert followed(seen, may=lambda _: Permission.READ) == Commands()


def test_gh_37_a_command_somebody_else_wrote_into_a_comment_is_refused() -> None:
    found = followed(by(MAX, "@postil full", edited_by="out"))
    assert [each.objection for each in found.given] == [Objection.EDITED]
    assert not found.wants_review


def test_a_hidden_comment_commands_nothing() -> None:
    assert followed(by(MAX, "@postil review", is_hidden=True)) == Commands()


@pytest.mark.parametrize(
    ("line", "objection", "finding"),
    [
        ("@postil review please", Objection.UNREADABLE, ""),
        ("@postil why F9", Objection.NO_SUCH_FINDING, "F9"),
        ("@postil dismiss F9 so", Objection.NO_SUCH_FINDING, "F9"),
        ("@postil why", Objection.UNREADABLE, ""),
        ("@postil dismiss so it is", Objection.UNREADABLE, ""),
        ("@postil dismiss F1", Objection.NO_REASON, ID),
        ("@postil resolve F1 now", Objection.UNREADABLE, ID),
    ],
)
def test_what_cannot_be_followed_says_why(line: str, objection: Objection, finding: str) -> None:
    found = followed(by(MAX, line))
    (asked,) = found.given
    assert (asked.objection, asked.finding) == (objection, finding)
    assert found.replies == ()


@pytest.mark.parametrize(
    ("line", "aim", "text"),
    [
        ("@postil dismiss it is so", Aim.DISMISSES, "it is so"),
        ("@postil dismiss F1 it is so", Aim.DISMISSES, "it is so"),
        ("@postil resolve", Aim.RESOLVES, ""),
    ],
)
def test_in_a_thread_the_finding_may_be_left_out(line: str, aim: Aim, text: str) -> None:
    found = followed(shown(thread(note(ID), comment("c1", MAX, line))))
    assert found.replies == (
        Reply(finding=ID, aim=aim, by=Standing.MAINTAINER, who="max", text=text, origin="c1"),
    )
    assert found.given[0].thread == "T1"


def test_in_somebody_elses_thread_it_may_not() -> None:
    theirs = thread(comment("c0", ANN, "Hm"), comment("c1", MAX, "@postil resolve"))
    (asked,) = followed(shown(theirs)).given
    assert asked.objection is Objection.UNREADABLE
    copied = thread(comment("c0", ANN, note(ID).body), comment("c1", MAX, "@postil resolve"))
    (asked,) = followed(shown(copied)).given
    assert asked.objection is Objection.UNREADABLE


def test_a_thread_whose_finding_is_forgotten_names_none() -> None:
    seen = shown(thread(note("ffffffff"), comment("c1", MAX, "@postil resolve")))
    (asked,) = followed(seen).given
    assert asked.objection is Objection.UNREADABLE


def test_ac_36_an_author_with_write_access_disputes_and_dismisses_nothing() -> None:
    seen = by(ANN, "@postil dismiss F1 it is so")
    remembered = memory(entry(severity=Severity.CRITICAL))
    found = followed(seen, remembered, may=lambda _: Permission.ADMIN)
    after = advance(remembered, run(replies=found.replies))
    assert after.entries[0].state is State.DISPUTED


def test_inv_05_a_decision_counts_once_and_is_kept_in_mind() -> None:
    seen = by(MAX, "@postil dismiss F1 it is so")
    remembered = memory(entry())
    after = advance(remembered, run(replies=followed(seen, remembered).replies))
    assert after.entries[0].state is State.DISMISSED
    (again,) = followed(seen, after).replies
    assert again.is_text


def test_inv_05_a_decision_that_was_answered_and_forgotten_counts_again() -> None:
    """What is not remembered is taken from the comments; what is remembered is not."""
    seen = said(comment("c1", MAX, "@postil dismiss F1 it is so"), answer("c1"))
    found = followed(seen)
    assert found.given == ()
    assert [reply.is_text for reply in found.replies] == [False]


@pytest.mark.parametrize(
    ("lines", "is_paused"),
    [
        (["pause"], True),
        (["pause", "resume"], False),
        (["pause", "resume", "pause"], True),
        (["resume"], False),
        (["pause", "review"], True),
        (["pause now"], False),
        ([], False),
    ],
)
def test_the_last_word_on_pausing_counts(lines: list[str], is_paused: bool) -> None:
    seen = said(
        *(
            comment(f"c{number}", MAX, f"@postil {line}", written=at(30 - number))
            for number, line in enumerate(lines)
        )
    )
    assert followed(seen).is_paused is is_paused


def test_pausing_stays_when_it_was_answered() -> None:
    seen = said(comment("c1", MAX, "@postil pause"), answer("c1"))
    assert followed(seen) == Commands(is_paused=True)


def test_the_order_is_that_of_the_clock_wherever_it_was_said() -> None:
    late = comment("c1", MAX, "@postil resume", written=at(1))
    early = comment("c2", MAX, "@postil pause", written=at(9))
    seen = shown(thread(note(ID), early), comments=(late,))
    assert not followed(seen).is_paused
    assert [each.origin for each in followed(seen).given] == ["c2", "c1"]


def test_what_was_answered_is_done() -> None:
    seen = said(comment("c1", MAX, "@postil review", written=at(9)), answer("c1"))
    assert followed(seen) == Commands()


def test_t_18_five_hundred_commands_are_one_run_and_one_answer_settles_them() -> None:
    many = [comment(f"c{number}", MAX, "@postil review", written=at(1)) for number in range(500)]
    found = followed(said(*many))
    assert found.wants_review
    assert {each.who for each in found.given} == {"max"}
    assert found.given[-1].origin == "c499"
    assert followed(said(*many, answer("c499"))) == Commands()


def test_inv_05_a_command_after_the_answered_one_is_still_to_be_followed() -> None:
    first = comment("c1", MAX, "@postil review", written=at(9))
    later = comment("c2", MAX, "@postil why F1", written=at(5))
    assert [each.origin for each in followed(said(first, answer("c1"), later)).given] == ["c2"]


def test_inv_05_one_persons_answer_settles_nobody_elses() -> None:
    mine = comment("c1", MAX, "@postil review", written=at(5))
    hers = comment("c2", ANN, "@postil review", written=at(9))
    assert [each.origin for each in followed(said(mine, hers, answer("c1"))).given] == ["c2"]


def test_inv_05_in_the_same_second_only_neighbours_are_settled() -> None:
    answered = comment("c2", MAX, "@postil review", written=at(5))
    before = comment("c1", MAX, "@postil review", written=at(5))
    after = comment("c3", MAX, "@postil review", written=at(5))
    elsewhere = thread(note(ID), comment("c4", MAX, "@postil why", written=at(5)))
    seen = shown(elsewhere, comments=(before, answered, after, answer("c2")))
    assert [each.origin for each in followed(seen).given] == ["c3", "c4"]


@pytest.mark.parametrize("written", ["", "yesterday", "2026-99-99"])
def test_without_a_time_the_place_decides(written: str) -> None:
    seen = said(
        comment("c1", MAX, "@postil review", written=written),
        comment("c2", MAX, "@postil review", written=written),
        answer("c2"),
        comment("c3", MAX, "@postil review", written=written),
    )
    assert [each.origin for each in followed(seen).given] == ["c3"]


def hourly(count: int, minutes: float) -> Shown:
    """So many answered commands that long ago, and one that is not."""
    done: list[Comment] = []
    for number in range(count):
        done += [
            comment(f"c{number}", MAX, "@postil review", written=at(minutes)),
            answer(f"c{number}"),
        ]
    return said(*done, comment("new", MAX, "@postil full", written=at(0.5)))


@pytest.mark.parametrize(
    ("count", "minutes", "waits"),
    [
        (MOST_ANSWERS, 30, True),
        (MOST_ANSWERS - 1, 30, False),
        (MOST_ANSWERS, 61, False),
    ],
)
def test_t_18_whoever_had_many_answers_waits(count: int, minutes: float, waits: bool) -> None:
    found = followed(hourly(count, minutes))
    assert found.wants_everything is not waits


def test_t_18_a_time_nobody_understands_counts_as_just_now() -> None:
    seen = hourly(MOST_ANSWERS, 0)
    vague = [replace(each, written="") if each.id != "new" else each for each in seen.comments]
    assert followed(said(*vague)).given == ()


def test_a_time_without_a_zone_is_taken_as_utc() -> None:
    seen = said(
        comment("c1", MAX, "@postil pause", written="2026-03-01T11:00:00"),
        comment("c2", MAX, "@postil resume", written="2026-03-01T12:30:00+02:00"),
    )
    assert followed(seen).is_paused


def asked_about(seen: Shown, remembered: Memory | None = None) -> list[str]:
    """Whose permission is looked up for it; each is a request to the forge."""
    asked: list[str] = []

    def may(actor: Actor) -> Permission:
        asked.append(actor.login)
        return permission(actor)

    followed(seen, remembered, may=may)
    return asked


def test_nobody_is_asked_about_who_commands_nothing() -> None:
    seen = said(comment("c1", OUT, "Nice!"), comment("c2", MAX, "@postil help"))
    assert asked_about(seen) == ["max"]


def test_nobody_is_asked_about_whose_commands_are_done() -> None:
    seen = said(
        comment("c1", MAX, "@postil dismiss F1 so it is", written=at(9)),
        comment("c2", MAX, "@postil review", written=at(8)),
        answer("c2"),
    )
    assert asked_about(seen) == ["max"]
    assert asked_about(seen, replace(memory(entry()), heard=("c1",))) == []


def test_only_the_last_word_on_pausing_is_asked_about() -> None:
    seen = said(
        comment("c1", OUT, "@postil pause", written=at(9)),
        comment("c2", MAX, "@postil pause", written=at(8)),
        answer("c2"),
        answer("c1"),
    )
    assert asked_about(seen) == ["max"]
    assert followed(seen).is_paused
