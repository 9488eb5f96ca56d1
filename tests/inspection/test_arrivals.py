"""Which files of a change come from elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.inspection.arrivals import LEAST_NEW_FILES, LEAST_NEW_LINES, is_brought_in

from fakes.changes import change_between


@pytest.mark.parametrize(
    ("title", "count", "brought"),
    [
        ("Squashed 'docs/' content from commit f887bd7b", LEAST_NEW_FILES, True),
        ("Import the old runner", LEAST_NEW_FILES, True),
        ("Import the old runner", LEAST_NEW_FILES - 1, False),
        ("Write a runner", LEAST_NEW_FILES, False),
        ("Important runner", LEAST_NEW_FILES, False),
    ],
)
def test_new_files_that_come_together(title: str, count: int, *, brought: bool) -> None:
    old = {"kept.py": "x = 1\n"}
    new = {f"runner/part{number}.py": f"x = {number}\n" for number in range(count)}
    change = replace(change_between(old, {"kept.py": "x = 2\n", **new}), title=title)
    found = {file.path: is_brought_in(change, file) for file in change.files}
    assert found["runner/part0.py"] is brought
    assert found["kept.py"] is False


@pytest.mark.parametrize(
    ("base", "lines", "brought"),
    [
        ({}, LEAST_NEW_LINES, True),
        ({}, LEAST_NEW_LINES - 1, False),
        ({"a.js": "x\n"}, 5_000, False),
    ],
)
def test_a_new_file_of_very_many_lines(base: dict[str, str], lines: int, *, brought: bool) -> None:
    head = {"a.js": "".join(f"x{number}()\n" for number in range(lines))}
    change = change_between(base, head)
    (file,) = change.files
    assert is_brought_in(change, file) is brought
