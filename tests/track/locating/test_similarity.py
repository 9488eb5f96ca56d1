from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.track.locating.similarity import Likeness, most_like, similarity


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ("same", "same", 1.0, 1.0),
        ("", "", 1.0, 1.0),
        ("", "x", 0.0, 0.0),
        ("price = cost * 2", "price = cost * 3", 0.9, 1.0),
        ("total(a, b)", "total(b, a)", 1.0, 1.0),
        ("return user.name", "raise KeyError", 0.0, 0.4),
        ("aaaaaaaaaa", "aaaaaaaaab", 0.9, 0.9),
        ("xxxx tail", "yyyy tail", 0.5, 0.6),
        ("  ", " \t ", 0.4, 1.0),
    ],
)
def test_similarity_of_two_lines(one: str, other: str, low: float, high: float) -> None:
    assert low <= similarity(one, other) <= high


@given(st.text(max_size=40), st.text(max_size=40))
def test_similarity_is_a_share_and_symmetric(one: str, other: str) -> None:
    assert 0.0 <= similarity(one, other) <= 1.0
    assert similarity(one, other) == similarity(other, one)


def test_the_most_similar_line_of_a_stretch() -> None:
    lines = ["price = cost * 3", "other words", "price = cost * 2 # x", "nothing"]
    assert most_like("price = cost * 3 # x", lines, 1, 4) == Likeness(
        2, similarity("price = cost * 3 # x", lines[2]), is_clear=True
    )


def test_two_that_are_alike_are_not_clear() -> None:
    found = most_like("price = cost * 2", ["price = cost * 3", "price = cost * 4"], 0, 2)
    assert found is not None
    assert (found.line, found.is_clear) == (0, False)


def test_an_only_line_is_clear() -> None:
    found = most_like("price = cost * 2", ["price = cost * 3"], 0, 1)
    assert found is not None
    assert found.is_clear


@pytest.mark.parametrize("lines", [[], ["wholly different"], ["price = cost * 2"] * 500])
def test_nothing_like_it(lines: list[str]) -> None:
    assert most_like("price = cost * 2", lines, 0, len(lines)) is None
