"""Which threads we resolve, and that no person's word is overruled."""

from __future__ import annotations

import pytest

from postil.domain.forge import Actor, Comment, Shown
from postil.domain.ledger import State
from postil.domain.memory import Entry, EventKind
from postil.domain.ours import ours
from postil.domain.policy import Threads
from postil.domain.publication import Closing
from postil.publish.closings import closings, people_in
from publish.reviewed import FIXED, by_ann, by_max, document, event, lived
from talks import (
    ANN,
    BOT,
    EARLIER,
    HEAD,
    MAX,
    ME,
    OUT,
    SEAL,
    answer,
    comment,
    note,
    shown,
    thread,
)
from track.lives import ID

ONE = (Closing(finding=ID, thread="T1"),)
GONE = lived(State.LIKELY_FIXED, FIXED)


def closed(
    seen: Shown, entry: Entry, threads: Threads = Threads.RESOLVE_FIXED
) -> tuple[Closing, ...]:
    return closings(document(entry, threads=threads), seen, ours(seen, SEAL))


def talk(*comments: Comment) -> Shown:
    return shown(thread(note(ID), *comments))


# Which states each policy closes, with a note from an earlier head and one from this head.
TABLE = """
                     open  likely-fixed  resolved  withdrawn  dismissed  wontfix  deferred  suppressed
leave                --    --            --        --         --         --       --        --
resolve_fixed        --    yy            yy        --         --         --       --        --
resolve_unretained   --    yy            yy        yy         yy         yy       yy        yy
resolve_all          y-    yy            yy        yy         yy         yy       yy        yy
"""
_HEADS, *_ROWS = (line.split() for line in TABLE.strip().splitlines())
CELLS = [
    (Threads(policy), State(state), head, told[at] == "y")
    for policy, *row in _ROWS
    for state, told in zip(_HEADS, row, strict=True)
    for at, head in enumerate((EARLIER, HEAD))
]


@pytest.mark.parametrize(("policy", "state", "head", "expected"), CELLS)
def test_the_policies(policy: Threads, state: State, head: str, expected: bool) -> None:
    seen = shown(thread(note(ID, head=head)))
    entry = lived(state, event(EventKind.FIXED))
    assert closed(seen, entry, policy) == (ONE if expected else ())


@pytest.mark.parametrize("actor", [ANN, MAX, OUT, None], ids=["ann", "max", "out", "ghost"])
@pytest.mark.parametrize("policy", list(Threads))
def test_inv_04_a_thread_a_person_joined_is_theirs(policy: Threads, actor: Actor | None) -> None:
    seen = talk(comment("c1", actor, "Hm."))
    assert closed(seen, GONE, policy) == ()
    assert closed(seen, lived(State.OPEN), policy) == ()


def test_a_bot_is_no_person() -> None:
    assert closed(talk(comment("c1", BOT, "Hm."), comment("c2", ME, "Well.")), GONE) == ONE


def test_a_person_whose_own_word_closed_it_has_it_closed() -> None:
    seen = talk(comment("c1", ANN, "No."), comment("c2", MAX, "@postil dismiss so it is"))
    entry = lived(State.DISMISSED, by_max(EventKind.DISMISSED, origin="c2"))
    assert closed(seen, entry, Threads.RESOLVE_UNRETAINED) == ONE
    assert closed(seen, entry, Threads.RESOLVE_FIXED) == ()


def test_inv_04_somebody_elses_word_does_not_close_it() -> None:
    entry = lived(State.DISMISSED, by_max(EventKind.DISMISSED, origin="c2"))
    seen = talk(comment("c2", MAX, "@postil dismiss so it is"), comment("c3", ANN, "Wait."))
    assert closed(seen, entry, Threads.RESOLVE_UNRETAINED) == ()
    seen = talk(comment("c3", None, "Wait."))
    assert closed(seen, entry, Threads.RESOLVE_UNRETAINED) == ()


def test_our_own_ruling_does_not_close_what_a_person_argues_about() -> None:
    disputed = by_ann(EventKind.DISPUTED, origin="c1")
    entry = lived(State.WITHDRAWN, disputed, event(EventKind.WITHDRAWN))
    assert closed(talk(comment("c1", ANN, "No.")), entry, Threads.RESOLVE_ALL) == ()


def test_what_is_closed_stays_so() -> None:
    assert closed(shown(thread(note(ID), is_resolved=True, resolved_by=ME)), GONE) == ()
    assert closed(shown(thread(note(ID), is_resolved=True, resolved_by=MAX)), GONE) == ()


def test_gh_25_what_we_closed_and_somebody_opened_stays_open() -> None:
    assert closed(talk(answer("n1")), GONE) == ()


def test_gh_25_what_somebody_opened_again_is_not_closed_by_us_any_more() -> None:
    entry = lived(
        State.LIKELY_FIXED,
        by_max(EventKind.RESOLVED, origin="T1"),
        by_ann(EventKind.RETURNED, origin="T1"),
        FIXED,
    )
    assert closed(talk(), entry) == ()
    elsewhere = lived(State.LIKELY_FIXED, by_ann(EventKind.RETURNED, origin="T9"), FIXED)
    assert closed(talk(), elsewhere) == ONE


def test_without_permission_nothing_is_tried() -> None:
    assert closed(shown(thread(note(ID), may_resolve=False)), GONE) == ()


def test_inv_04_other_peoples_threads_and_copies_are_left_alone() -> None:
    theirs = thread(comment("c0", MAX, note(ID).body))
    assert closed(shown(theirs), GONE, Threads.RESOLVE_ALL) == ()


def test_a_thread_about_a_finding_that_is_not_remembered_is_left_alone() -> None:
    assert closed(shown(thread(note("ffffffff"))), GONE, Threads.RESOLVE_ALL) == ()


def test_people_are_whoever_is_neither_we_nor_a_bot() -> None:
    said = [comment("c1", ANN, ""), comment("c2", BOT, ""), comment("c3", None, "")]
    seen = talk(*said, comment("c4", ME, ""))
    assert [each.id for each in people_in(seen.threads[0], seen)] == ["c1", "c3"]


def test_inv_04_a_word_that_closed_nothing_closes_no_thread() -> None:
    seen = talk(comment("c1", ANN, "Fixed."))
    entry = lived(State.OPEN, by_ann(EventKind.CLAIMED_FIXED, origin="c1"))
    assert closed(seen, entry, Threads.RESOLVE_ALL) == ()
