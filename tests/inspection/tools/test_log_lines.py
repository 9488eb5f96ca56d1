"""What commits did to lines, newest first."""

from __future__ import annotations

import pytest

from postil.inspection.tools import Nonsense, Wording, log_lines
from postil.ports import Step

from fakes.grounds import FIRST, SECOND, MemoryHistory, ground

FILES = {"a.py": "one\ntwo\n"}


def test_each_commit_with_what_it_did() -> None:
    history = MemoryHistory(
        newest=(
            Step(SECOND, ("@@ -1 +1 @@", "-one", "+ONE")),
            Step(FIRST, ("@@ -0,0 +1 @@", "+one")),
        )
    )
    found = log_lines.run(ground(FILES, history), {"path": "a.py", "start": 2, "count": 10})
    assert history.asked == [("a.py", 2, 2)]
    assert found.heading == (
        "`a.py` has 2 lines; these are 2 to 2. Commits that changed them, newest first: 2."
    )
    assert found.parts == (
        Wording(
            "222222222 2024-03-04 Check the total",
            (("@", "@ -1 +1 @@"), ("-", "one"), ("+", "ONE")),
        ),
        Wording("111111111 2024-01-02 Begin", (("@", "@ -0,0 +1 @@"), ("+", "one"))),
    )


def test_a_long_patch_is_cut_and_says_so() -> None:
    rows = tuple(f"+{number}" for number in range(log_lines.PATCH_LINES + 3))
    history = MemoryHistory(newest=(Step(FIRST, rows),))
    (part,) = log_lines.run(ground(FILES, history), {"path": "a.py", "start": 1, "count": 1}).parts
    assert isinstance(part, Wording)
    assert part.lines[-2:] == (("+", "59"), ("", "(3 more lines)"))


def test_git_is_not_asked_about_what_is_not_there() -> None:
    history = MemoryHistory()
    with pytest.raises(Nonsense, match="There is no file"):
        log_lines.run(ground(FILES, history), {"path": "b.py", "start": 1, "count": 1})
    assert history.asked == []
