from __future__ import annotations

import pytest

from postil.track.locating.lines import Lines, weight


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", 0.0),
        ("    }", 0.0),
        ("});", 0.0),
        ("end", 3 / 16),
        ("return nil", 9 / 16),
        ("def price_of(item):", 15 / 16),
        ("数" * 40, 1.0),
        (" " * 80 + "far_out_to_the_right", 1.0),
    ],
)
def test_a_line_weighs_what_it_says(line: str, expected: float) -> None:
    assert weight(line) == expected


def test_lines_ignore_what_ends_a_line() -> None:
    assert Lines("a \r\n\tb\n").exact == ["a", "\tb"]
    assert Lines("a \r\n\tb\n").bare == ["a", "b"]


def test_a_text_without_a_final_line_feed_has_the_same_lines() -> None:
    assert Lines("a\nb").exact == Lines("a\nb\n").exact == ["a", "b"]


def test_an_empty_text_has_no_lines() -> None:
    assert len(Lines("")) == 0
    assert Lines("").weights == []


def test_equal_lines_weigh_the_same() -> None:
    assert Lines("end\n}\nend\n").weights == [3 / 16, 0.0, 3 / 16]


def test_what_differs_far_behind_counts_as_equal() -> None:
    long = "x" * 20_000
    assert Lines(long + "1").exact == Lines(long + "2").exact
