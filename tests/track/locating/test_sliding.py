from __future__ import annotations

from postil.track.locating.sliding import Slide, best_start, slide


def test_a_stretch_slides_over_equal_lines() -> None:
    lines = ["a", "}", "", "b", "}", "", "c"]
    assert slide(lines, 3, 6, (0, 7)) == Slide(1, 3, 3)


def test_room_bounds_the_way() -> None:
    lines = ["x"] * 9
    assert slide(lines, 4, 6, (3, 7)) == Slide(3, 5, 2)


def test_a_stretch_between_other_lines_stays() -> None:
    assert slide(["a", "b", "c", "d"], 1, 3, (0, 4)) == Slide(1, 1, 2)


def test_functions_begin_after_the_blank() -> None:
    lines = ["def a():", "    pass", "", "def b():", "    pass", "", "def c():"]
    assert best_start(lines, Slide(1, 3, 3)) == 3


def test_the_outer_indentation_wins() -> None:
    lines = ["if a:", "    x()", "if b:", "    x()", "end"]
    assert best_start(lines, Slide(1, 2, 2)) == 2


def test_the_end_of_the_text_is_a_good_edge() -> None:
    lines = ["top", "x", "", "x", ""]
    assert best_start(lines, Slide(1, 3, 2)) == 3


def test_blanks_to_the_end_are_a_bad_edge() -> None:
    lines = ["", "", "", ""]
    assert best_start(lines, Slide(0, 2, 2)) == 2
