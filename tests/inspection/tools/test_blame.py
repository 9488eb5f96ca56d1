"""Lines in runs that come from one commit."""

from __future__ import annotations

import pytest

from postil.inspection.tools import Excerpt, Nonsense, blame
from postil.ports import Origin

from fakes.grounds import FIRST, SECOND, MemoryHistory, ground

FILES = {"a.py": "one\ntwo\nthree\nfour\n"}
UNCOMMITTED = Origin("3" * 40, "", "not committed yet")
LINES = (FIRST, FIRST, SECOND, UNCOMMITTED)


def test_runs_bear_their_commit() -> None:
    history = MemoryHistory(LINES)
    found = blame.run(ground(FILES, history), {"path": "./a.py", "start": 1, "count": 20})
    assert found.heading == "`a.py` has 4 lines; these are 1 to 4."
    assert found.parts == (
        Excerpt("a.py", 1, 2, "111111111 2024-01-02 Begin"),
        Excerpt("a.py", 3, 3, "222222222 2024-03-04 Check the total"),
        Excerpt("a.py", 4, 4, "not committed yet"),
    )
    assert history.asked == [("a.py", 1, 4)]


def test_a_part_keeps_its_line_numbers() -> None:
    found = blame.run(ground(FILES, MemoryHistory(LINES)), {"path": "a.py", "start": 2, "count": 2})
    assert [(part.first, part.last) for part in found.parts if isinstance(part, Excerpt)] == [
        (2, 2),
        (3, 3),
    ]


def test_a_long_subject_is_cut() -> None:
    history = MemoryHistory((Origin("4" * 40, "2024-01-01", "x" * 5_000),))
    (part,) = blame.run(ground(FILES, history), {"path": "a.py", "start": 1, "count": 1}).parts
    assert isinstance(part, Excerpt)
    assert part.remark == "444444444 2024-01-01 " + "x" * 200


def test_git_is_not_asked_about_what_is_not_there() -> None:
    history = MemoryHistory(LINES)
    with pytest.raises(Nonsense, match="no line 5"):
        blame.run(ground(FILES, history), {"path": "a.py", "start": 5, "count": 1})
    with pytest.raises(Nonsense, match="There is no file"):
        blame.run(ground(FILES, history), {"path": "--help", "start": 1, "count": 1})
    assert history.asked == []
