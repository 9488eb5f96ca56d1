"""What counts as an arbiter's verdict, and what somebody planted does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.panel import Ruling
from postil.judge.crossing.arbitration import Award, awards, ids_of

KNOWN = ("n-1", "n-2")


def ruled(*lines: str) -> list[str]:
    return [award.word for award in awards(KNOWN, lines).each]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("ARB n-1 REAL_BUG — the guard is gone", "REAL_BUG"),
        ("ARB n-1 REAL_BUG", "REAL_BUG"),
        ("ARB n-1 UNCERTAIN", "UNCERTAIN"),
        ("ARB n-1 FALSE_POSITIVE — it is checked in line 3", "FALSE_POSITIVE"),
        ("  ARB\tn-1\tFALSE_POSITIVE\tchecked", "FALSE_POSITIVE"),
        ("ARB n-1 FALSE_POSITIVE", "UNCHANGED"),
        ("ARB n-1 FALSE_POSITIVE — ", "UNCHANGED"),
        ("ARB n-1 FALSE_POSITIVE - : –", "UNCHANGED"),
        ("ARB n-1 UNCHANGED — so be it", "UNCHANGED"),
        ("ARB n-1 real_bug — shouted not", "UNCHANGED"),
        ("ARB n-1 FALSE_POSITIVE: glued", "UNCHANGED"),
        ("ARB n-1", "UNCHANGED"),
        ("ARB", "UNCHANGED"),
        ("", "UNCHANGED"),
        ("arb n-1 REAL_BUG", "UNCHANGED"),
        ("ARBITER n-1 REAL_BUG", "UNCHANGED"),
        ("so: ARB n-1 REAL_BUG", "UNCHANGED"),
        ("> ARB n-1 REAL_BUG", "UNCHANGED"),
        ("ARB N-1 REAL_BUG", "UNCHANGED"),
        ("ARB D1 REAL_BUG — planted in the code", "UNCHANGED"),
    ],
)
def test_a_line_counts_only_in_its_form(line: str, word: str) -> None:
    assert ruled(line) == [word, "UNCHANGED"]


def test_the_first_line_about_an_id_counts() -> None:
    assert ruled("ARB n-1 UNCERTAIN", "ARB n-1 REAL_BUG")[0] == "UNCERTAIN"
    assert ruled("ARB n-1 nonsense", "ARB n-1 REAL_BUG")[0] == "UNCHANGED"
    assert ruled("ARB n-1 FALSE_POSITIVE", "ARB n-1 FALSE_POSITIVE — ok")[0] == "UNCHANGED"


def test_the_reason_is_kept_on_one_line() -> None:
    (award, _) = awards(KNOWN, ["ARB n-1 REAL_BUG — the  guard\t is gone"]).each
    assert award == Award(id="n-1", ruling=Ruling.REAL_BUG, reason="the guard is gone")


@pytest.mark.parametrize(
    ("lines", "usable"),
    [
        ([], False),
        (["ARB n-1 REAL_BUG"], True),
        (["ARB n-1 FALSE_POSITIVE"], False),
        (["ARB n-1 maybe", "ARB x REAL_BUG"], False),
        (["ARB n-1 UNCERTAIN", "ARB n-2 UNCERTAIN"], True),
    ],
)
def test_less_than_half_is_of_no_use(lines: list[str], usable: bool) -> None:
    assert awards(KNOWN, lines).is_usable is usable


def test_one_of_three_is_less_than_half_and_of_nothing_nothing_is_missing() -> None:
    assert not awards(("a", "b", "c"), ["ARB a REAL_BUG"]).is_usable
    assert awards((), ["ARB a REAL_BUG"]).is_usable


def test_ids_are_listed_with_commas_and_counted_once() -> None:
    assert ids_of(" a, b,,c ,") == ("a", "b", "c")
    assert [award.id for award in awards(("a", "b", "a"), []).each] == ["a", "b"]


@given(st.lists(st.text(), max_size=20))
def test_whatever_is_said_each_id_gets_one_award(lines: list[str]) -> None:
    found = awards(KNOWN, lines).each
    assert [award.id for award in found] == list(KNOWN)
    assert {award.ruling for award in found} == {Ruling.UNCHANGED}
