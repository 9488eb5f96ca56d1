"""A part of a file, and one sentence where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from postil.inspection.tools import Excerpt, Nonsense, read_file

from fakes.grounds import ground

TEN = "".join(f"{number}\n" for number in range(1, 11))
FILES = {"src/a.py": TEN, "open.txt": "x\ny", "empty.txt": "", "lib/a.py": "1\n"}


def asked(**arguments: Any) -> dict[str, Any]:
    return {"start": 1, "count": 50, **arguments}


@pytest.mark.parametrize(
    ("arguments", "first", "last", "total"),
    [
        ({"path": "src/a.py"}, 1, 10, 10),
        ({"path": "./src/a.py", "start": 9}, 9, 10, 10),
        ({"path": "src/a.py", "start": 3, "count": 2}, 3, 4, 10),
        ({"path": "open.txt"}, 1, 2, 2),
    ],
)
def test_the_lines_that_are_there(
    arguments: dict[str, Any], first: int, last: int, total: int
) -> None:
    found = read_file.run(ground(FILES), asked(**arguments))
    path = arguments["path"].removeprefix("./")
    assert found.parts == (Excerpt(path, first, last),)
    assert found.heading == f"`{path}` has {total} lines; these are {first} to {last}."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"path": "src/a.py", "start": 11}, "`src/a.py` has 10 lines, so there is no line 11."),
        ({"path": "empty.txt"}, "`empty.txt` has 0 lines, so there is no line 1."),
        ({"path": "src/"}, "`src/` is a folder; `list_files` says what is in it."),
        (
            {"path": "a.py"},
            "There is no file `a.py` at head; of that name there is `src/a.py`, `lib/a.py`.",
        ),
        (
            {"path": "../../etc/passwd"},
            "There is no file `../../etc/passwd` at head; `list_files` says what there is.",
        ),
        (
            {"path": "/etc/passwd"},
            "There is no file `/etc/passwd` at head; `list_files` says what there is.",
        ),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(
    arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Nonsense) as refusal:
        read_file.run(ground(FILES), asked(**arguments))
    assert str(refusal.value) == sentence
