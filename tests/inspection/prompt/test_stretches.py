"""Lines named to reviewers, briefly and as data."""

from __future__ import annotations

import pytest

from postil.domain.stretch import Stretch
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise
from postil.inspection.prompt.stretches import (
    ANSWERS,
    MOST_FILES,
    MOST_RUNS,
    ONLY_HERE,
    answers,
    under_review,
)

SOME = Stretch(
    added={"b.py": frozenset({9, 4, 7, 8}), "a.py": frozenset({1})},
    removed={"b.py": frozenset({3}), "gone.py": frozenset({1, 2})},
    paths=frozenset({"a.py", "b.py", "gone.py", "mode.sh"}),
)


def rows(stretch: Stretch) -> list[str]:
    text = under_review(stretch, Guise(), Fence("5f3a9c0d"))
    words, head, *found, end = text.split("\n")
    assert (words, head, end) == (
        ONLY_HERE,
        "<data-5f3a9c0d from='the change'>",
        "</data-5f3a9c0d>",
    )
    return found


def test_runs_of_lines_by_file_and_side() -> None:
    assert rows(SOME) == [
        "a.py: new 1",
        "b.py: new 4, 7-9; old 3",
        "gone.py: old 1-2",
        "mode.sh: no lines",
    ]


def test_the_same_for_fixes_in_other_words() -> None:
    text = answers(SOME, Guise(), Fence("5f3a9c0d"))
    assert text == under_review(SOME, Guise(), Fence("5f3a9c0d")).replace(ONLY_HERE, ANSWERS)


@pytest.mark.parametrize("told", [under_review, answers])
def test_nothing_known_is_nothing_said(told: object) -> None:
    assert callable(told)
    assert told(None, Guise(), Fence("5f3a9c0d")) == ""


def test_no_lines_at_all_are_said_to_be_none() -> None:
    assert rows(Stretch()) == ["none"]


def test_a_name_cannot_leave_its_line() -> None:
    assert rows(Stretch(paths=frozenset({"a\nb.py: new 1-999"}))) == [
        "a⟦U+0A⟧b.py: new 1-999: no lines"
    ]


def test_there_is_an_end_to_files_and_to_runs() -> None:
    many = Stretch(added={f"{n:04}.py": frozenset({1}) for n in range(MOST_FILES + 2)})
    assert rows(many)[-1] == "and 2 more files"
    assert len(rows(many)) == MOST_FILES + 1
    (row,) = rows(Stretch(added={"a.py": frozenset(range(1, 1000, 2))}))
    assert row.endswith("199, and more")
    assert row.count(",") == MOST_RUNS
