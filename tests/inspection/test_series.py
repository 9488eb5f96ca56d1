"""What tells a change that is one of several from a whole."""

from __future__ import annotations

import re

import pytest

from postil.inspection.series import is_piece, is_to_be_continued

from fakes.changes import change_between
from fakes.trees import MemoryTree

NOTHING_ELSE = re.compile(r"\Aopens room\b")


@pytest.mark.parametrize(
    ("title", "continued"),
    [
        ("WIP: lamps", True),
        ("Lamps, part 2", True),
        ("Prepare for a follow-up change", True),
        ("opens room for lamps", True),
        ("It opens room for lamps", False),
        ("Light the lamps", False),
        ("x" * 100_000 + " wip", False),
    ],
)
def test_what_the_author_says(title: str, *, continued: bool) -> None:
    change = change_between({}, {"a.py": "x = 1\n"}, subject=title)
    assert is_to_be_continued(change, also=NOTHING_ELSE) is continued


@pytest.mark.parametrize(("files", "piece"), [(60, False), (61, True)])
def test_one_commit_of_a_large_project(files: int, *, piece: bool) -> None:
    change = change_between({}, {"a.py": "x = 1\n"})
    tree = MemoryTree({f"f{number}.py": "" for number in range(files)})
    assert is_piece(change, tree) is piece
