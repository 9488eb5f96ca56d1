from __future__ import annotations

from postil.track.locating.blocks import Excerpt, Index
from postil.track.locating.lines import Lines
from postil.track.locating.matching import NONE

BLOCK = ["open the door", "}", "walk through it", "close the door"]


def excerpt(lines: list[str], focus: int, end: int = 0) -> Excerpt:
    return Excerpt(lines, Lines("\n".join(lines)).weights, focus, end or focus + 1)


def index(*texts: str, taken: frozenset[int] | None = None) -> Index:
    made = Index()
    for number, text in enumerate(texts):
        made.add(f"{number}.txt", Lines(text), taken)
    return made


def test_a_brace_is_found_by_what_stands_around_it() -> None:
    text = "}\nfirst thing\n}\n" + "\n".join(BLOCK) + "\n}\n"
    found = index(text).found(excerpt(BLOCK, 1))
    assert [(place.path, place.focus) for place in found[:1]] == [("0.txt", (4,))]


def test_a_focus_that_stands_nowhere_is_not_searched() -> None:
    assert index("open the door\nclose the door\n").found(excerpt(BLOCK, 2)) == []


def test_a_focus_in_pieces_is_not_found() -> None:
    text = "open the door\nelsewhere\n}\n"
    assert index(text).found(excerpt(BLOCK, 0, 2)) == []


def test_lines_that_are_taken_are_no_place() -> None:
    text = "\n".join([*BLOCK, "between", *BLOCK])
    open_places = index(text).found(excerpt(BLOCK, 2))
    assert [place.focus for place in open_places] == [(2,), (7,)]
    half = index(text, taken=frozenset(range(5))).found(excerpt(BLOCK, 2))
    assert [place.focus for place in half] == [(7,)]


def test_a_text_is_put_in_once() -> None:
    made = index("open the door\n")
    made.add("0.txt", Lines("\n\nopen the door\n"))
    assert [place.focus for place in made.found(excerpt(["open the door"], 0))] == [(0,)]


def test_neighbours_at_their_distance_count_more() -> None:
    tidy = "\n".join(BLOCK)
    torn = "open the door\n\n\n\n}\n\n\n\nwalk through it\n\n\n\nclose the door"
    places = index(torn, tidy).found(excerpt(BLOCK, 2))
    assert [place.path for place in places] == ["1.txt", "0.txt"]
    assert places[0].score > 1.3 * places[1].score


def test_a_line_that_is_everywhere_gives_no_hint() -> None:
    assert index("close the door\n" * 41).found(excerpt(["close the door"], 0)) == []
    assert len(index("close the door\nx\n" * 20).found(excerpt(["close the door"], 0))) == 8


def test_places_without_the_focus_say_so() -> None:
    places = index("open the door\nclose the door\n").places(excerpt(BLOCK, 2))
    assert places[0].focus == (NONE,)
    assert not places[0].is_found
    assert places[0].pairs == (0, NONE, NONE, 1)


def test_near_copies_of_a_line_are_both_places() -> None:
    text = "send(mail)\nother\nsend(mail)\n"
    found = index(text).found(excerpt(["send(mail)"], 0))
    assert [place.focus for place in found] == [(0,), (2,)]


def test_a_place_that_only_nearly_fits_hides_behind_a_better_one() -> None:
    text = "open the door\n}\n\nwalk through it\nclose the door\n"
    assert len(index(text).places(excerpt(BLOCK, 1))) == 1
