"""Who said what about which finding, and that no word counts twice."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from postil.domain.forge import Actor, Comment, Permission, Shown, Thread
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Memory, Standing
from postil.domain.ours import ours
from postil.domain.replies import Aim, Reply
from postil.domain.severity import Severity
from postil.track.conversations import replies
from postil.track.lifecycle import advance
from postil.track.locating import Kind as Went
from postil.track.speakers import Speakers
from talks import ANN, BOT, MAX, ME, OUT, SEAL, answer, comment, note, permission, shown, thread
from track.lives import ID, entry, kinds, memory, run, went

CONTESTS = "This is intentional."


def heard(seen: Shown, remembered: Memory | None = None) -> tuple[Reply, ...]:
    speakers = Speakers(shown=seen, permission=permission)
    return replies(seen, ours(seen, SEAL), remembered or memory(entry()), speakers)


def in_thread(*comments: Comment, **fields: Any) -> Shown:
    return shown(thread(note(ID), *comments, **fields))


def test_a_reply_in_our_thread_is_about_its_finding() -> None:
    seen = in_thread(comment("c1", ANN, "> A note.\n\nThis is intentional."))
    assert heard(seen) == (
        Reply(
            finding=ID, aim=Aim.CONTESTS, by=Standing.AUTHOR, who="ann", text=CONTESTS, origin="c1"
        ),
    )


@pytest.mark.parametrize(
    ("actor", "by", "is_text"),
    [
        (ANN, Standing.AUTHOR, False),
        (MAX, Standing.MAINTAINER, False),
        (OUT, Standing.OUTSIDER, True),
        (BOT, Standing.BOT, True),
        (None, Standing.OUTSIDER, True),
    ],
)
def test_t_21_strangers_bots_and_ghosts_are_text(
    actor: Actor | None, by: Standing, is_text: bool
) -> None:
    (said,) = heard(in_thread(comment("c1", actor, CONTESTS)))
    assert (said.by, said.is_text) == (by, is_text)
    assert said.who == (actor.login if actor else "")


@pytest.mark.parametrize(
    "body", ["", "  \n", "> only a quote", "```\ncode\n```", "@postil why", "<!-- hidden -->"]
)
def test_without_words_nothing_is_said(body: str) -> None:
    assert heard(in_thread(comment("c1", ANN, body))) == ()


def test_gh_32_our_own_words_are_no_reply() -> None:
    assert heard(in_thread(comment("c1", ME, CONTESTS), answer("c9"))) == ()


def test_words_beside_a_command_are_still_said() -> None:
    (said,) = heard(in_thread(comment("c1", ANN, "This is intentional.\n@postil why F1")))
    assert said.text == CONTESTS


def test_other_peoples_threads_are_not_about_our_findings() -> None:
    theirs = thread(comment("c0", MAX, "Look"), comment("c1", ANN, CONTESTS))
    assert heard(shown(theirs)) == ()
    copied = thread(comment("c0", MAX, note(ID).body), comment("c1", ANN, CONTESTS))
    assert heard(shown(copied)) == ()


@pytest.mark.parametrize(
    "fields", [{"edited_by": "max"}, {"is_hidden": True}], ids=["edited by another", "hidden"]
)
def test_gh_37_words_somebody_else_changed_or_hid_move_nothing(fields: dict[str, Any]) -> None:
    (said,) = heard(in_thread(comment("c1", ANN, CONTESTS, **fields)))
    assert said.is_text


def test_thanks_are_only_text() -> None:
    (said,) = heard(in_thread(comment("c1", ANN, "Thanks")))
    assert (said.aim, said.is_text) == (Aim.ACKNOWLEDGES, True)


def test_what_is_put_off_names_where() -> None:
    (said,) = heard(in_thread(comment("c1", MAX, "Deferred to https://example.org/9 for now.")))
    assert (said.aim, said.link) == (Aim.DEFERS, "https://example.org/9")
    (said,) = heard(in_thread(comment("c1", MAX, "Won't fix: see https://example.org/9")))
    assert (said.aim, said.link) == (Aim.WONTFIX, "")


def test_inv_05_what_we_answered_is_not_raised_again() -> None:
    (said,) = heard(in_thread(comment("c1", ANN, CONTESTS), answer("c1")))
    assert said.is_text


def test_inv_05_what_was_heard_is_not_raised_again() -> None:
    remembered = replace(memory(entry()), heard=("c1",))
    first, second = heard(
        in_thread(comment("c1", ANN, CONTESTS), comment("c2", ANN, CONTESTS)), remembered
    )
    assert (first.is_text, second.is_text) == (True, False)


def test_inv_05_over_many_runs_every_reply_has_one_effect() -> None:
    """An old claim of a fix is not taken for a new one when the code changes later."""
    remembered = memory(entry())
    seen = in_thread(comment("c1", ANN, "Fixed."))
    altered = {ID: went(Went.EDITED)}
    remembered = advance(remembered, run(replies=heard(seen, remembered), places=altered))
    assert EventKind.CLAIMED_FIXED not in kinds(remembered.entries[0])
    for number in range(3, 6):
        remembered = advance(remembered, run(str(number) * 40, replies=heard(seen, remembered)))
    assert EventKind.CLAIMED_FIXED not in kinds(remembered.entries[0])
    assert remembered.heard == ("c1",)


def test_inv_05_a_dispute_is_recorded_with_its_comment_and_once() -> None:
    remembered = memory(entry())
    seen = in_thread(comment("c1", ANN, CONTESTS))
    for number in range(3, 6):
        remembered = advance(remembered, run(str(number) * 40, replies=heard(seen, remembered)))
    disputes = [e for e in remembered.entries[0].events if e.kind is EventKind.DISPUTED]
    assert [event.origin for event in disputes] == ["c1"]


def test_inv_05_a_word_about_a_finding_that_is_not_remembered_waits_for_it() -> None:
    seen = in_thread(comment("c1", ANN, CONTESTS))
    forgotten = Memory(heads=("1" * 40,))
    after = advance(forgotten, run(replies=heard(seen, forgotten), places={}))
    assert after.heard == ()


RESOLVED_BY_A_PERSON = [
    (ANN, Standing.AUTHOR, False),
    (MAX, Standing.MAINTAINER, False),
    (OUT, Standing.OUTSIDER, True),
    (BOT, Standing.BOT, True),
]


@pytest.mark.parametrize(("actor", "by", "is_text"), RESOLVED_BY_A_PERSON)
def test_gh_25_a_resolved_thread_is_the_word_of_whoever_resolved_it(
    actor: Actor, by: Standing, is_text: bool
) -> None:
    seen = in_thread(is_resolved=True, resolved_by=actor)
    assert heard(seen) == (
        Reply(
            finding=ID,
            aim=Aim.RESOLVES,
            by=by,
            who=actor.login,
            origin="T1",
            is_text=is_text,
        ),
    )


def test_nobody_knows_who_resolved_it_and_so_nobody_did() -> None:
    assert heard(in_thread(is_resolved=True)) == ()


def test_a_resolved_thread_about_a_finding_nobody_remembers_says_nothing() -> None:
    assert heard(in_thread(is_resolved=True, resolved_by=MAX), Memory()) == ()


@pytest.mark.parametrize(
    ("state", "count"),
    [(State.LIKELY_FIXED, 1), (State.OPEN, 0), (State.RESOLVED, 0), (State.DISMISSED, 0)],
)
def test_what_we_resolved_ourselves_counts_only_for_what_is_proved(
    state: State, count: int
) -> None:
    seen = in_thread(is_resolved=True, resolved_by=ME)
    found = heard(seen, memory(entry(state)))
    assert len(found) == count
    assert all((each.by, each.who) == (Standing.POSTIL, "") for each in found)


def lived(remembered: Memory, seen: Shown, head: str) -> Memory:
    return advance(remembered, run(head * 40, replies=heard(seen, remembered)))


def last_entry(remembered: Memory) -> Entry:
    (only,) = remembered.entries
    return only


def test_gh_25_resolved_opened_and_resolved_again_each_counts_once() -> None:
    closed = in_thread(is_resolved=True, resolved_by=MAX)
    opened = in_thread()
    remembered = lived(memory(entry()), closed, "3")
    assert last_entry(remembered).state is State.RESOLVED
    remembered = lived(remembered, closed, "4")
    assert last_entry(remembered).state is State.RESOLVED
    remembered = lived(remembered, opened, "5")
    assert last_entry(remembered).state.is_open
    assert EventKind.RETURNED in kinds(last_entry(remembered))
    remembered = lived(remembered, opened, "6")
    assert kinds(last_entry(remembered)).count(EventKind.RETURNED) == 1
    remembered = lived(remembered, closed, "7")
    assert last_entry(remembered).state is State.RESOLVED


def test_a_finding_that_came_back_is_not_closed_by_the_old_resolution() -> None:
    closed = in_thread(is_resolved=True, resolved_by=MAX)
    remembered = lived(memory(entry()), closed, "3")
    back = Event(kind=EventKind.RETURNED, head="4" * 40)
    before = last_entry(remembered)
    returned = replace(
        before,
        finding=replace(before.finding, status=State.REOPENED),
        events=(*before.events, back),
    )
    remembered = lived(replace(remembered, entries=(returned,)), closed, "5")
    assert last_entry(remembered).state.is_open


def test_ac_36_the_author_resolving_a_blocker_closes_nothing_and_is_heard_once() -> None:
    closed = in_thread(is_resolved=True, resolved_by=ANN)
    remembered = memory(entry(severity=Severity.CRITICAL))
    for head in "3456":
        remembered = lived(remembered, closed, head)
    assert last_entry(remembered).state.is_open
    assert kinds(last_entry(remembered)).count(EventKind.CLAIMED_FIXED) == 1
    assert heard(closed, remembered) == ()


@pytest.mark.parametrize("body", ["F1 looks wrong to me", "see F1.", "(F1)", "**F1**: no"])
def test_a_finding_named_in_the_conversation_is_text(body: str) -> None:
    (said,) = heard(shown(comments=(comment("c1", MAX, body),)))
    assert (said.finding, said.who, said.is_text, said.origin) == (ID, "max", True, "c1")


@pytest.mark.parametrize(
    "body", ["F2", "F10", "PDF1", "F1x", "F-1", "see org/F1", "#F1", "`code`", "@postil why F1"]
)
def test_anything_else_names_no_finding(body: str) -> None:
    assert heard(shown(comments=(comment("c1", MAX, body),))) == ()


def test_ours_and_a_ghosts_words_in_the_conversation() -> None:
    seen = shown(comments=(comment("c1", ME, "F1 is open"), comment("c2", None, "F1 is wrong")))
    (said,) = heard(seen)
    assert (said.by, said.who, said.origin) == (Standing.OUTSIDER, "", "c2")


def two_threads() -> tuple[Thread, Thread]:
    text = "**The order is sent before it is checked**\n\nThis same line stands in both of them."
    other = "**Another thing entirely is wrong here**\n\nThis same line stands in both of them."
    return (
        thread(note(ID, text=text)),
        thread(note("00000002", id_="n2", text=other), id_="T2"),
    )


def test_a_quoted_note_says_which_finding_is_meant() -> None:
    body = "> **The order is sent before it is checked**\n\nNo, it is not."
    seen = shown(*two_threads(), comments=(comment("c1", ANN, body),))
    (said,) = heard(seen)
    assert (said.finding, said.text, said.is_text) == (ID, "No, it is not.", True)


@pytest.mark.parametrize(
    "body",
    [
        "> This same line stands in both of them.\n\nNo.",
        "> short\n\nNo.",
        "> Words of others\n\nNo.",
    ],
)
def test_a_quote_that_could_be_from_anywhere_says_nothing(body: str) -> None:
    assert heard(shown(*two_threads(), comments=(comment("c1", ANN, body),))) == ()


def test_a_comment_about_very_many_findings_counts_for_some() -> None:
    entries = [entry(id=f"{number:08x}", number=f"F{number}") for number in range(1, 40)]
    body = " ".join(f"F{number}" for number in range(1, 40))
    said = heard(shown(comments=(comment("c1", MAX, body),)), memory(*entries))
    assert len(said) == 20


def test_a_very_long_reply_is_cut() -> None:
    (said,) = heard(in_thread(comment("c1", ANN, "no " * 10_000)))
    assert len(said.text) == 4_000


def test_t_18_a_flood_of_words_is_bounded_and_no_news_is_lost() -> None:
    flood = [comment(f"o{number}", OUT, "Hm, no.") for number in range(500)]
    news = [comment(f"c{number}", ANN, CONTESTS) for number in range(60)]
    seen = in_thread(*flood, *news)
    remembered = memory(entry())
    said = heard(seen, remembered)
    assert [each.origin for each in said if each.is_text] == [f"o{n}" for n in range(480, 500)]
    assert [each.origin for each in said if not each.is_text] == [f"c{n}" for n in range(50)]
    remembered = advance(remembered, run(replies=said))
    later = [each.origin for each in heard(seen, remembered) if not each.is_text]
    assert later == [f"c{n}" for n in range(50, 60)]


def test_a_thread_that_is_open_about_a_finding_that_is_says_nothing() -> None:
    resolved = Event(kind=EventKind.RESOLVED, head="3" * 40, origin="T1")
    back = Event(kind=EventKind.RETURNED, head="4" * 40)
    before = entry(State.REOPENED)
    returned = replace(before, events=(before.events[0], resolved, back))
    assert heard(in_thread(), memory(returned)) == ()


def asked_about(seen: Shown, remembered: Memory) -> list[str]:
    """Whose permission is looked up for it; each is a request to the forge."""
    asked: list[str] = []

    def may(actor: Actor) -> Permission:
        asked.append(actor.login)
        return permission(actor)

    replies(seen, ours(seen, SEAL), remembered, Speakers(shown=seen, permission=may))
    return asked


def test_nobody_is_asked_about_whose_words_move_nothing() -> None:
    seen = shown(
        thread(
            note(ID),
            comment("c1", MAX, CONTESTS),
            comment("c2", OUT, "Thanks"),
            is_resolved=True,
            resolved_by=MAX,
        ),
        comments=(comment("c3", OUT, "F1 again"),),
    )
    assert asked_about(seen, memory(entry())) == ["max"]
    heard_before = replace(memory(entry()), heard=("c1", "T1"))
    assert asked_about(seen, heard_before) == []
    assert asked_about(seen, memory(entry(State.DISMISSED))) == ["max"]
    assert asked_about(seen, replace(memory(entry(State.DISMISSED)), heard=("c1",))) == []


def test_words_are_shown_as_they_were_heard() -> None:
    disputed = Event(
        kind=EventKind.DISPUTED, head="3" * 40, by=Standing.MAINTAINER, who="max", origin="c1"
    )
    before = entry(State.DISPUTED)
    remembered = memory(replace(before, events=(before.events[0], disputed)))
    seen = in_thread(comment("c1", MAX, CONTESTS), comment("c2", MAX, "Thanks"))
    first, second = heard(seen, remembered)
    assert (first.by, first.is_text) == (Standing.MAINTAINER, True)
    assert (second.by, second.is_text) == (Standing.OUTSIDER, True)
    assert asked_about(seen, remembered) == []


def test_t_18_a_flood_of_long_comments_costs_little() -> None:
    long = "a\n" * 32_000
    flood = tuple(comment(f"c{number}", OUT, long) for number in range(100))
    begun = time.process_time()
    assert len(heard(shown(thread(note(ID), *flood), comments=flood))) == 20
    assert time.process_time() - begun < 8
