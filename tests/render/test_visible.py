from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.render._visible import one_line, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext\nwith lines", "plain\ttext\nwith lines"),
        ("\x1b[31m", "␛[31m"),
        ("\x00\r", "␀␍"),
        ("\x7f", "␡"),
        ("\x9b\xad", "\\x9b\\xad"),
        ("a\u202eb", "a\\u202eb"),
        ("\u2066\u2069\u200b\ufeff", "\\u2066\\u2069\\u200b\\ufeff"),
        ("\U000e0041", "\\U000e0041"),
        ("\udcff", "\\xff"),
        ("\ud800", "\\ud800"),
        ("\ufffe", "\\ufffe"),
        ("é 漢 👩‍👩‍👧 ا", "é 漢 👩‍👩‍👧 ا"),
    ],
)
def test_hidden_characters_show(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_one_line() -> None:
    assert one_line("  a\n\tb \r\n c\x1b ") == "a b c␛"


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_hidden_is_left(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert "\n" not in one_line(text)
