"""What became of the place of an earlier finding, in words and lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from postil.domain.change import ChangedFile, FileStatus, Side
from postil.domain.finding import SPECIFICATION
from postil.inspection.prompt.prior import Aftermath
from postil.pipeline.aftermath import MOST_LINES, UNKNOWN, UNSAID, aftermaths
from postil.pipeline.past import Past
from postil.track.locating import Sides
from track.lives import FIRST, ID, SECOND, entry, place

from fakes.changes import change_between
from fakes.trees import MemoryTree

OLD = {"a.py": "".join(f"line {n}\n" for n in range(1, 61))}


def after(files: Sequence[ChangedFile] | None, **fields: Any) -> dict[str, Aftermath]:
    past = Past(
        sides=lambda _head: Sides(new=MemoryTree({})),
        follows=lambda _head: True,
        since=lambda head: files if head == FIRST else None,
    )
    return aftermaths([entry(evidence=(place(**fields),))], past, head=SECOND)


def edited(number: int, text: str = "new") -> tuple[ChangedFile, ...]:
    changed = OLD["a.py"].replace(f"line {number}\n", f"{text}\n")
    return change_between(OLD, {"a.py": changed}).files


def test_the_lines_around_the_place() -> None:
    assert after(edited(9)) == {
        ID: Aftermath(
            words="this changed",
            lines=(
                *(" line 6", " line 7", " line 8", "-line 9", "+new"),
                *(" line 10", " line 11", " line 12"),
            ),
        )
    }


@pytest.mark.parametrize(
    ("files", "fields", "words"),
    [
        (edited(40), {}, "the file changed, but not near this place"),
        (edited(40), {"start": None, "end": None}, "this changed"),
        (edited(40), {"start": 30, "end": None}, "this changed"),
        ((), {}, "nothing changed in this file"),
        (change_between(OLD, {}).files, {}, "the file was deleted"),
        (None, {}, UNKNOWN),
        (edited(9), {"revision": "3" * 40}, UNKNOWN),
        (edited(9), {"revision": ""}, UNSAID),
        (
            (ChangedFile("a.py", FileStatus.MODIFIED, "a.py", left_out="too large"),),
            {},
            "the file changed; too large",
        ),
        ((ChangedFile("b.py", FileStatus.COPIED, "a.py"),), {}, "nothing changed in this file"),
    ],
)
def test_in_words(files: Any, fields: dict[str, Any], words: str) -> None:
    assert after(files, **fields)[ID].words == words


@pytest.mark.parametrize(
    "fields", [{"revision": SECOND}, {"side": Side.OLD}, {"path": SPECIFICATION}]
)
def test_nothing_where_nothing_can_have_happened(fields: dict[str, Any]) -> None:
    assert after(edited(9), **fields) == {}


def test_a_renamed_file_is_followed() -> None:
    (file,) = edited(9)
    moved = replace(file, path="b.py", status=FileStatus.RENAMED)
    assert after((moved,))[ID].words == "this changed"


def test_there_is_an_end_to_the_lines() -> None:
    told = after(edited(10, "\n".join(f"new {n}" for n in range(99))))[ID]
    assert told.words == f"this changed (the first {MOST_LINES} lines)"
    assert len(told.lines) == MOST_LINES
