"""The window on a change: what is younger than a commit, and nothing that came in from elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.change import ChangedFile, Side
from postil.track.windows import Window, window
from postil.understand.units import units
from track.lives import finding, place

from fakes.changes import change_between

BASE = {"a.py": "one\ntwo\nthree\nfour\n", "kept.py": "x\n", "base.py": "old\n"}
LAST = {"a.py": "one\nTWO\nthree\nfour\n", "kept.py": "y\n", "base.py": "old\n"}
HEAD = {"a.py": "one\nTWO\nthree\nfive\n", "kept.py": "y\n", "new.py": "n\n", "base.py": "old\n"}
CHANGE = change_between(BASE, HEAD)
SINCE = "1" * 40


def opened(
    base: dict[str, str] = BASE, last: dict[str, str] = LAST, head: dict[str, str] = HEAD
) -> Window:
    differing = change_between(last, head).files
    return window(change_between(base, head), since=SINCE, differing=differing)


def test_lines_written_and_removed_since() -> None:
    lines = opened().lines
    assert lines.lines("a.py", Side.NEW) == {4}
    assert lines.lines("a.py", Side.OLD) == {4}
    assert lines.lines("new.py", Side.NEW) == {1}
    assert lines.lines("kept.py", Side.NEW) == frozenset()
    assert lines.paths == {"a.py", "new.py"}


def test_what_came_in_from_the_base_is_not_the_change() -> None:
    merged = {**HEAD, "base.py": "newer\n"}
    lines = opened({**BASE, "base.py": "newer\n"}, LAST, merged).lines
    assert "base.py" not in lines.paths


def test_a_renamed_file_goes_by_both_names() -> None:
    text = "one\ntwo\nthree\nfour\nfive\n"
    moved = text.replace("two", "2")
    lines = opened({"a.py": text}, {"b.py": text}, {"b.py": moved}).lines
    assert lines.lines("b.py", Side.NEW) == {2}
    assert lines.lines("a.py", Side.OLD) == {2}
    assert lines.paths == {"a.py", "b.py"}


def test_what_is_too_large_to_compare_may_be_new_all_over() -> None:
    (file,) = (file for file in CHANGE.files if file.path == "a.py")
    large = ChangedFile("a.py", file.status, "a.py", left_out="its patch is over 1 MB")
    lines = window(CHANGE, since=SINCE, differing=[large]).lines
    assert lines.lines("a.py", Side.NEW) == {2, 4}
    assert lines.lines("a.py", Side.OLD) == {2, 4}


@pytest.mark.parametrize(
    ("starts", "is_shown"), [((4,), True), ((2,), False), ((2, 4), True), ((1,), False)]
)
def test_one_quote_in_the_window_shows_a_finding(starts: tuple[int, ...], is_shown: bool) -> None:
    seen = finding(evidence=tuple(place(start=start, end=start) for start in starts))
    assert opened().shows(seen) is is_shown


def test_units_in_the_window_in_part_and_whole() -> None:
    made = opened()
    by_path = {unit.path: unit for unit in units(CHANGE)}
    assert {path for path, unit in by_path.items() if made.opens_on(unit)} == {"a.py", "new.py"}
    assert {path for path, unit in by_path.items() if made.frames(unit)} == {"new.py"}


def test_a_file_without_lines_is_whole_when_something_happened_to_it() -> None:
    (unit,) = units(replace(CHANGE, files=(replace(CHANGE.files[0], hunks=()),)))
    made = opened()
    assert made.frames(unit) is made.opens_on(unit) is True
