from __future__ import annotations

import pytest

from postil.cli import _places
from postil.domain.errors import UserError
from postil.track.locating import Question


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[1]", "is no object"),
        ('{"start": 1}', "`path` is missing"),
        ('{"path": "", "start": 1}', "`path` is missing"),
        ('{"path": "a.py"}', "must be line numbers"),
        ('{"path": "a.py", "start": true}', "must be line numbers"),
        ('{"path": "a.py", "start": 2, "end": 1}', "is no range"),
        ('{"path": "a.py", "start": 1, "text": 5}', "must be strings"),
        ('{"path": "a.py", "start": 1, "before": "x"}', "must be lists of strings"),
        ('{"path": "a.py", "start": 1, "after": [1]}', "must be lists of strings"),
        ('{"path": "a.py", "start": 1, "lines": 3}', "`lines` in line 1 of the input is not known"),
        ('{"path": "' + "a" * (1024 * 1024) + '"}', "is longer than"),
    ],
)
def test_a_bad_line_is_named(line: str, said: str) -> None:
    with pytest.raises(UserError, match="input") as caught:
        tuple(_places.batch([line.encode()]))
    assert said in str(caught.value)


def test_everything_a_line_can_say() -> None:
    line = (
        b'{"path": "a.py", "start": 2, "end": 3, "text": "x\\ny", "before": ["w"], '
        b'"after": ["z"], "symbol": "f"}'
    )
    assert tuple(_places.batch([b"\n", line])) == (
        Question(path="a.py", start=2, end=3, text="x\ny", before=("w",), after=("z",), symbol="f"),
    )


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("a.py:7", ("a.py", 7, 7)),
        ("a.py:7-9", ("a.py", 7, 9)),
        ("odd:name:3", ("odd:name", 3, 3)),
        ("two\nlines:1", ("two\nlines", 1, 1)),
    ],
)
def test_places_as_people_write_them(place: str, expected: tuple[str, int, int]) -> None:
    asked = _places.given(place)
    assert (asked.path, asked.start, asked.end) == expected


def test_a_table_of_nothing_is_empty() -> None:
    assert list(_places.table((), ())) == []


def test_a_path_cannot_command_the_terminal() -> None:
    assert _places.span("a\x1b[2Jb", 1, 1) == "a␛[2Jb:1"
