"""Which finding is which: what makes two the same, what keeps two apart, and who wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postil.domain.change import Side
from postil.domain.finding import Claim
from postil.domain.memory import Entry
from postil.domain.severity import Basis, Dimension
from postil.track.assignment import NEAR, assigned
from postil.track.locating import Kind as Went
from postil.track.occurrences import Sighting, Whereabouts
from track.lives import ID, SECOND, at, entry, place, run, seen, went

from fakes.changes import change_between

OTHER = "Nothing at all bears on this"


def quoted(start: int | None = 10, text: str = "send(order)", **fields: Any) -> dict[str, Any]:
    return {"evidence": (place(revision=SECOND, text=text, start=start, end=start, **fields),)}


def is_same(sighting: Sighting, known: Entry, where: Whereabouts | None = None) -> bool:
    places = {known.id: where} if where else {}
    return assigned(run(sightings=(sighting,), places=places), (known,)) == {0: 0}


NO_NAME = {"claim": Claim()}
ELSEWISE = {"title": OTHER, "slug": "else", "dimension": Dimension.SECURITY}


@pytest.mark.parametrize(
    ("ours", "expected"),
    [
        pytest.param({"id": ID, **ELSEWISE, **quoted(99, "x")}, True, id="same id"),
        pytest.param({"id": "f" * 8, **ELSEWISE, **quoted(99, "x")}, False, id="other id"),
        pytest.param(quoted(400), True, id="same code far away"),
        pytest.param({**ELSEWISE, **quoted(12, "go()")}, True, id="same subject in reach"),
        pytest.param({**ELSEWISE, **quoted(15, "go()")}, True, id="same subject, last in reach"),
        pytest.param({**ELSEWISE, **quoted(16, "go()")}, False, id="same subject out of reach"),
        pytest.param({**ELSEWISE, **quoted(4, "go()")}, False, id="out of reach above"),
        pytest.param({**ELSEWISE, **quoted(None, "")}, True, id="same subject, only the file"),
        pytest.param({**ELSEWISE, **quoted(10, "x", path="b.py")}, False, id="another file"),
        pytest.param({**ELSEWISE, **quoted(10, "x", side=Side.OLD)}, False, id="another side"),
        pytest.param({**NO_NAME, **quoted(10, "s")}, True, id="same lines, all else alike"),
        pytest.param(
            {**NO_NAME, **quoted(10, "s"), "title": OTHER, "slug": "else"},
            True,
            id="same lines and dimension",
        ),
        pytest.param(
            {**NO_NAME, **quoted(10, "s"), **ELSEWISE, "slug": "order-of-steps"},
            True,
            id="same lines and slug",
        ),
        pytest.param({**NO_NAME, **ELSEWISE, **quoted(10, "s")}, False, id="only the same lines"),
        pytest.param({**NO_NAME, **quoted(10 + NEAR, "s")}, True, id="near, same words"),
        pytest.param({**NO_NAME, **quoted(11 + NEAR, "s")}, False, id="too far for words"),
        pytest.param(
            {**NO_NAME, **quoted(12, "s"), "dimension": Dimension.SECURITY},
            False,
            id="near, another dimension",
        ),
        pytest.param({**NO_NAME, **quoted(12, "s"), "title": OTHER}, False, id="near, other words"),
        pytest.param({"claim": Claim(subject="check")}, False, id="same quote, other subject"),
    ],
)
def test_what_makes_two_the_same(ours: dict[str, Any], expected: bool) -> None:
    assert is_same(seen(**ours), entry()) is expected


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [("f", "f", True), ("f", "g", False), ("", "g", True), ("f", "", True)],
)
def test_another_definition_is_another_place(ours: str, theirs: str, expected: bool) -> None:
    sighting = replace(seen(**ELSEWISE, **quoted(12, "go()")), symbol=ours)
    assert is_same(sighting, replace(entry(), symbol=theirs)) is expected
    worded = replace(seen(**NO_NAME, **quoted(13, "s")), symbol=ours)
    assert is_same(worded, replace(entry(), symbol=theirs)) is expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (went(Went.MOVED, start=300, end=300), True),
        (went(Went.EDITED, start=302, end=304), True),
        (went(Went.MOVED, path="b.py"), False),
        (went(Went.UNKNOWN), False),
        (went(Went.DELETED), False),
    ],
)
def test_lines_are_compared_where_they_went(where: Whereabouts, expected: bool) -> None:
    assert is_same(seen(**ELSEWISE, **quoted(301, "go()")), entry(), where) is expected


@pytest.mark.parametrize(
    ("ours", "theirs", "changed", "expected"),
    [
        ("f", "f", {}, True),
        ("f", "g", {}, False),
        ("", "", {}, False),
        ("f", "f", {"claim": Claim()}, False),
        ("f", "f", quoted(301, "go()", path="b.py"), False),
    ],
)
def test_lost_lines_are_known_by_subject_and_definition(
    ours: str, theirs: str, changed: dict[str, Any], expected: bool
) -> None:
    told = {**ELSEWISE, **quoted(301, "go()"), **changed}
    sighting = replace(seen(**told), symbol=ours)
    for kind in (Went.UNKNOWN, Went.DELETED):
        assert is_same(sighting, replace(entry(), symbol=theirs), went(kind)) is expected


def test_a_file_is_followed_through_a_rename() -> None:
    change = change_between({"a.py": "a\nb\nc\n"}, {"new.py": "a\nb\nd\n"})
    now = replace(
        run(sightings=(seen(**ELSEWISE, **quoted(11, "go()", path="new.py")),)),
        change=at(SECOND, change),
        places={},
    )
    assert assigned(now, (entry(),)) == {0: 0}
    moved = replace(now, places={ID: went(Went.MOVED, path="new.py")})
    assert assigned(moved, (entry(),)) == {0: 0}


def test_a_whole_file_makes_nobody_the_same() -> None:
    whole = {**NO_NAME, **quoted(None, "")}
    known = entry(claim=Claim(), evidence=(place(text="", start=None, end=None),))
    assert is_same(seen(**whole), known)
    assert not is_same(seen(**{**whole, "title": OTHER, "slug": "else"}), known)
    assert is_same(seen(**{**whole, "title": OTHER}), known)


def test_programs_do_not_reword() -> None:
    exact: dict[str, Any] = {"basis": Basis.RULE, "claim": Claim()}
    assert is_same(seen(**exact), entry(**exact))
    assert not is_same(seen(**exact, slug="another"), entry(**exact))


# -- one to one ------------------------------------------------------------------------------


def known(number: int, **fields: Any) -> Entry:
    return entry(id=f"{number:08d}", number=f"F{number}", **fields)


def pairs(sightings: list[Sighting], entries: list[Entry]) -> dict[int, int]:
    return assigned(run(sightings=tuple(sightings), places={}), entries)


def test_the_better_match_wins_whatever_the_order() -> None:
    entries = [known(1, **quoted(10)), known(2, **quoted(14, "send(other)"))]
    sightings = [seen(**ELSEWISE, **quoted(14, "x")), seen(**ELSEWISE, **quoted(11, "y"))]
    assert pairs(sightings, entries) == {0: 1, 1: 0}
    assert pairs(sightings[::-1], entries) == {1: 1, 0: 0}
    assert pairs(sightings, entries[::-1]) == {0: 0, 1: 1}


def test_two_of_one_run_are_never_one_entry() -> None:
    sightings = [seen(), seen(title=OTHER, **quoted(11, "x"))]
    assert pairs(sightings, [entry()]) == {0: 0}


def test_a_higher_tier_beats_any_likeness_below_it() -> None:
    by_key = known(1, title=OTHER, slug="else", **quoted(400))
    by_words = known(2, claim=Claim(), **quoted(12, "x"))
    assert pairs([seen(claim=Claim())], [by_words, by_key]) == {0: 1}


def test_what_the_sure_ones_leave_can_be_sure_too() -> None:
    entries = [known(1, **quoted(10)), known(2, **quoted(12, "b"))]
    sightings = [seen(**quoted(11, "c"), title=OTHER), seen(**quoted(10))]
    assert pairs(sightings, entries) == {0: 1, 1: 0}


def test_in_doubt_they_are_kept_apart() -> None:
    entries = [known(1, **quoted(10, "a")), known(2, **quoted(14, "b"))]
    assert pairs([seen(**ELSEWISE, **quoted(12, "c"))], entries) == {}
    sightings = [seen(**ELSEWISE, **quoted(8, "c")), seen(**ELSEWISE, **quoted(12, "d"))]
    assert pairs(sightings, [known(1, **quoted(10, "a"))]) == {}


def test_twins_keep_their_order() -> None:
    entries = [known(2, **quoted(20)), known(1, **quoted(10))]
    sightings = [seen(**quoted(30)), seen(**quoted(40))]
    assert pairs(sightings, entries) == {0: 1, 1: 0}
    files = [seen(**NO_NAME, **quoted(None, ""))] * 2
    same = [known(n, claim=Claim(), **quoted(None, "")) for n in (1, 2)]
    assert pairs(files, same) == {0: 0, 1: 1}


def test_one_twin_gone_leaves_the_nearer_one() -> None:
    entries = [known(1, **quoted(10)), known(2, **quoted(40))]
    assert pairs([seen(**quoted(40))], entries) == {0: 1}


def test_nothing_is_nothing() -> None:
    assert pairs([], [entry()]) == {}
    assert pairs([seen()], []) == {}
