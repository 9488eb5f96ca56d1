from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.track.locating.lines import Lines
from postil.track.locating.matching import NONE, Matcher, Span

WORDS = st.lists(st.sampled_from(["", "}", "end", "alpha line one", "beta line two", "gamma"]))


def paired(old: list[str], new: list[str]) -> list[int]:
    matcher = Matcher(old, new, Lines("\n".join([*old, ""])).weights)
    matcher.run(Span(0, len(old), 0, len(new)))
    assert matcher.is_whole
    return matcher.pairs


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("abc", "abc", [0, 1, 2]),
        ("abc", "", [NONE] * 3),
        ("", "abc", []),
        ("abc", "xabc", [1, 2, 3]),
        ("abc", "axbxc", [0, 2, 4]),
        ("abc", "ac", [0, NONE, 1]),
        ("abcde", "xyz", [NONE] * 5),
    ],
)
def test_letters_as_lines(old: str, new: str, expected: list[int]) -> None:
    assert paired([f"line {c}" for c in old], [f"line {c}" for c in new]) == expected


def test_a_lone_telling_line_holds_its_place_between_repeated_ones() -> None:
    old = ["}", "", "the only one", "", "}"]
    new = ["x", "}", "", "}", "", "the only one", "y", "", "}"]
    assert paired(old, new) == [3, 4, 5, 7, 8]


def test_the_longer_row_of_crossing_lines_wins() -> None:
    old = ["first line", "second line", "third line", "z"]
    new = ["z", "third line", "first line", "second line"]
    assert paired(old, new) == [2, 3, NONE, NONE]


def test_a_repeated_run_is_paired_where_it_is_longest() -> None:
    old = ["start one", "same line", "same line", "more to say", "more to say", "stop one"]
    new = ["other top", "same line", "x", "same line", "more to say", "more to say", "other end"]
    assert paired(old, new) == [NONE, 1, 3, 4, 5, NONE]


def test_a_brace_starts_a_region_only_in_a_short_stretch() -> None:
    def stretch(name: str, size: int) -> list[str]:
        return [f"{name} {n}" for n in range(size)]

    assert paired(["a x", "}", "a y"], ["b x", "b z", "}", "b y"]) == [NONE, 2, NONE]
    old = [*stretch("old", 30), "}", "", *stretch("older", 5)]
    new = [*stretch("new", 30), "}", "}", *stretch("newer", 5)]
    assert set(paired(old, new)) == {NONE}


def test_a_line_that_is_everywhere_starts_no_region() -> None:
    old = ["x one", *["same line"] * 2, "y one"]
    new = ["x two", *["same line"] * 70, "y two"]
    assert set(paired(old, new)) == {NONE}


def test_when_it_gets_too_much_the_rest_stays_unpaired() -> None:
    old = [f"o {n}" for n in range(10)]
    matcher = Matcher(old, list(reversed(old)), [1.0] * 10, steps=5)
    matcher.run(Span(0, 10, 0, 10))
    assert not matcher.is_whole
    assert set(matcher.pairs) == {NONE}


def test_hostile_repetition_ends_soon() -> None:
    old = [f"line {n % 50}" for n in range(20_000)]
    new = [f"line {n % 51}" for n in range(20_000)]
    matcher = Matcher(old, new, [0.5] * len(old))
    started = time.process_time()
    matcher.run(Span(0, len(old), 0, len(new)))
    assert time.process_time() - started < 10


@given(WORDS)
def test_equal_texts_pair_line_by_line(lines: list[str]) -> None:
    assert paired(lines, lines) == list(range(len(lines)))


@given(WORDS, WORDS)
def test_pairs_are_equal_lines_in_order(old: list[str], new: list[str]) -> None:
    pairs = [(at, spot) for at, spot in enumerate(paired(old, new)) if spot != NONE]
    assert all(old[at] == new[spot] for at, spot in pairs)
    spots = [spot for _, spot in pairs]
    assert spots == sorted(set(spots))
