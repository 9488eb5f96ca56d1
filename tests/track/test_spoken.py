"""Whose words the lines of a comment are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.track.spoken import Line, own_lines, quoted_lines


@pytest.mark.parametrize(
    ("body", "own"),
    [
        ("one\r\ntwo\rthree", ["one", "two", "three"]),
        ("> theirs\n\nmine", ["", "mine"]),
        ("   > theirs\n\nmine", ["", "mine"]),
        ("```\ncode\n```\nmine", ["mine"]),
        ("~~~~ py\ncode\n~~~\nstill\n~~~~~\nmine", ["mine"]),
        ("```\ncode\n``` not the end\nstill\n```\nmine", ["mine"]),
        ("before\n```\nnever closed\nmine?", ["before"]),
        ("mine <!-- hidden --> mine", ["mine  mine"]),
        ("a <!-- one\ntwo --> b\nc", ["a ", " b", "c"]),
        ("a <!-- never closed\nb", ["a <!-- never closed", "b"]),
        ("> <!-- in a quote\n\nmine", ["", "mine"]),
        ("```\n<!--\n```\nmine -->", ["mine -->"]),
    ],
)
def test_what_is_quoted_code_or_hidden_is_not_said(body: str, own: list[str]) -> None:
    assert [line.text for line in own_lines(body)] == own


def test_a_line_right_after_a_quote_goes_on_it() -> None:
    lines = own_lines("> theirs\nor mine?\nor this?\n\nmine")
    assert lines == (
        Line("or mine?", trails=True),
        Line("or this?", trails=True),
        Line(""),
        Line("mine"),
    )


def test_quoted_lines_are_those_of_quotes() -> None:
    assert quoted_lines("> one \nmine\n>two\n>\n```\n> code\n```") == ("one", "two")


def test_a_very_long_comment_is_cut() -> None:
    assert len(own_lines("x" * 200_000)[0].text) == 20_000
    assert len(own_lines("x\n" * 100_000)) == 5_000


@given(st.text(alphabet="a`~>! -<\n\r", max_size=200))
def test_own_lines_never_hold_a_quote_or_grow(body: str) -> None:
    lines = own_lines(body)
    assert not any(line.text.lstrip(" ").startswith("> ") for line in lines if "<!--" not in body)
    assert sum(len(line.text) for line in lines) <= len(body)
