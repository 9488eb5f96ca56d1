from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from postil.render._screen import Screen, shortened
from render.strategies import texts


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("src/a.py:3", 20, "src/a.py:3"),
        ("src/very/long/path/to/file.py:3", 20, "src/ve…/to/file.py:3"),
        ("漢字漢字漢字漢字漢字漢字.py", 12, "漢字…漢字.py"),
        ("a\x1bb", 5, "a␛b"),
    ],
)
def test_shortened(text: str, width: int, shown: str) -> None:
    assert shortened(text, width) == shown


@given(texts, st.integers(10, 60))
def test_shortened_fits(text: str, width: int) -> None:
    shown = shortened(text, width)
    assert cell_len(shown) <= width


def test_code_is_cropped_and_tabs_are_blanks() -> None:
    screen = Screen(width=40, color=False)
    screen.code("\tx = '" + "y" * 60, lead="  > 1 + ", lead_style="", path="a.py")
    assert screen.text == "  > 1 +     x = '" + "y" * 22 + "…\n"


@pytest.mark.parametrize("path", ["a.py", "a.unknown-kind", "a\x1b\udcff", ""])
def test_code_in_colour_keeps_its_text(path: str) -> None:
    screen = Screen(width=60, color=True)
    screen.code("value = 'text'  ", lead="> ", lead_style="", path=path)
    plain = Screen(width=60, color=False)
    plain.code("value = 'text'  ", lead="> ", lead_style="", path=path)
    assert plain.text == "> value = 'text'\n"
    bare = "".join(part.partition("m")[2] for part in ("\x1b[m" + screen.text).split("\x1b["))
    assert bare == plain.text


def test_paragraphs_hang_under_their_label() -> None:
    screen = Screen(width=40, color=False)
    screen.paragraph("one two three four five six seven eight nine", label="Why", indent=6)
    screen.blank()
    assert screen.text == ("Why   one two three four five six seven\n      eight nine\n\n")


def test_a_line_is_visible_and_cropped() -> None:
    screen = Screen(width=40, color=False)
    screen.line(("a\x1b\n\tb", ""), ("x" * 60, "bold"))
    assert screen.text == "a␛  b" + "x" * 34 + "…\n"
