"""Likely fixed takes proof: every combination of signs, and no silence of a model among them."""

from __future__ import annotations

from itertools import product

import pytest

from postil.domain.ledger import State
from postil.domain.report import PriorAnswer
from postil.track.lifecycle import advance
from postil.track.locating import Kind as Went
from postil.track.occurrences import Whereabouts
from postil.track.proof import Proof, proof
from track.lives import (
    CHECK,
    ID,
    ROLE,
    answer,
    by_check,
    entry,
    last,
    memory,
    place,
    ran,
    run,
    went,
)

COMMIT = "c" * 40
SIGNS = list(product([None, *PriorAnswer], *[[False, True]] * 4))


@pytest.mark.parametrize(("said", "quotes", "altered", "recent", "silent"), SIGNS)
def test_a_reviewers_finding_takes_its_lines_and_one_other_sign(
    said: PriorAnswer | None, quotes: bool, altered: bool, recent: bool, silent: bool
) -> None:
    told = answer(said, is_recent=recent, commit="d" * 40) if said else None
    if told and not quotes:
        told = answer(told.answer, evidence=(), is_recent=recent)
    now = run(
        places={ID: went(Went.EDITED if altered else Went.SAME, commit=COMMIT)},
        watches=(ran(ran=silent),),
    )
    shown = proof(entry(sources=(CHECK, ROLE)), now, told)
    is_enough = said is PriorAnswer.FIXED and quotes and (altered or recent or silent)
    assert (shown is not None) is is_enough
    if shown is not None:
        assert shown.commit == "d" * 40
        assert shown.note == "Look."
        assert shown.evidence == told.evidence if told else False


@pytest.mark.parametrize(
    ("went_to", "expected"), [(Went.EDITED, COMMIT), (Went.DELETED, COMMIT), (Went.SAME, "")]
)
def test_the_commit_is_the_one_that_altered_the_code_when_the_answer_names_none(
    went_to: Went, expected: str
) -> None:
    now = run(places={ID: went(went_to, commit=COMMIT)})
    shown = proof(entry(), now, answer(PriorAnswer.FIXED, is_recent=True))
    assert shown is not None
    assert shown.commit == expected


def test_without_any_place_the_commit_is_unknown() -> None:
    shown = proof(entry(), run(places={}), answer(PriorAnswer.FIXED, is_recent=True))
    assert shown is not None
    assert shown.commit == ""


@pytest.mark.parametrize(
    ("went_to", "did_run", "unread", "is_fixed"),
    [
        (Went.EDITED, True, (), True),
        (Went.DELETED, True, (), True),
        (Went.SAME, True, (), False),
        (Went.MOVED, True, (), False),
        (Went.UNKNOWN, True, (), False),
        (Went.EDITED, False, (), False),
        (Went.EDITED, True, ("a.py",), False),
        (Went.EDITED, True, ("b.py",), True),
    ],
)
def test_a_checks_finding_takes_a_look_silence_and_other_code(
    went_to: Went, did_run: bool, unread: tuple[str, ...], is_fixed: bool
) -> None:
    now = run(
        places={ID: went(went_to, commit=COMMIT)},
        watches=(ran(ran=did_run, unread=frozenset(unread)),),
    )
    found = entry(sources=(CHECK,), basis=by_check().basis)
    expected = Proof(note="`a-check` looked again and no longer reports it", commit=COMMIT)
    assert proof(found, now, None) == (expected if is_fixed else None)
    assert proof(found, now, answer(PriorAnswer.FIXED, is_recent=True)) == (
        expected if is_fixed else None
    )


def test_every_check_that_reported_it_must_be_silent() -> None:
    found = entry(sources=(CHECK, "another"))
    places = {ID: went(Went.EDITED)}
    assert proof(found, run(places=places, watches=(ran(), ran("another"))), None) is not None
    failed = (ran(), ran("another", ran=False))
    assert proof(found, run(places=places, watches=failed), None) is None


def test_a_check_that_this_installation_does_not_have_is_no_witness() -> None:
    assert proof(entry(sources=(CHECK,)), run(places={ID: went(Went.EDITED)}), None) is None


def test_a_place_that_moved_is_looked_for_where_it_went() -> None:
    moved = went(Went.EDITED, path="new.py")
    found = entry(sources=(CHECK,), evidence=(place(path="old.py"),))
    unread_now = run(places={ID: moved}, watches=(ran(unread=frozenset({"new.py"})),))
    unread_then = run(places={ID: moved}, watches=(ran(unread=frozenset({"old.py"})),))
    assert proof(found, unread_now, None) is None
    assert proof(found, unread_then, None) is not None


@pytest.mark.parametrize(
    ("index", "kind", "state"),
    [
        (0, Went.EDITED, State.LIKELY_FIXED),
        (0, Went.DELETED, State.LIKELY_FIXED),
        (1, Went.EDITED, State.LIKELY_FIXED),
        (2, Went.EDITED, State.UNTOUCHED),
        (0, Went.MOVED, State.UNTOUCHED),
    ],
)
def test_what_broke_elsewhere_is_fixed_there(index: int, kind: Went, state: State) -> None:
    """The first quote is the place to edit, the second the line that broke it."""
    quotes = (place(path="caller.py"), place(), place(path="other.py"))
    broken = entry(sources=(CHECK,), evidence=quotes, anchor=1)
    where = went(Went.SAME).answers[0]
    answers = dict.fromkeys(range(3), where) | {index: went(kind).answers[0]}
    now = run(watches=(ran(),), places={ID: Whereabouts(answers=answers, commit="c" * 40)})
    after = advance(memory(broken), now).entries[0]
    assert after.state is state
    assert last(after).commit == ("c" * 40 if state is State.LIKELY_FIXED else "")
