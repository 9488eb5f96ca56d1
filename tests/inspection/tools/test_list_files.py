"""Folders one level at a time, globs all the way down."""

from __future__ import annotations

import pytest

from postil.inspection.tools import Wording, list_files

from fakes.grounds import ground

FILES = dict.fromkeys(["z.txt", "src/a.py", "src/deep/b.py", "src/deep/c.txt", "[x]/d"], "")


@pytest.mark.parametrize(
    ("glob", "heading", "entries"),
    [
        ("", "Entries of the folder `.`: 3.", ["[x]/ (1)", "src/ (3)", "z.txt"]),
        ("src", "Entries of the folder `src`: 2.", ["deep/ (2)", "a.py"]),
        ("./src/deep/", "Entries of the folder `src/deep`: 2.", ["b.py", "c.txt"]),
        ("[x]", "Entries of the folder `[x]`: 1.", ["d"]),
        ("*.py", "Files that `*.py` matches: 2.", ["src/a.py", "src/deep/b.py"]),
        ("src/*.py", "Files that `src/*.py` matches: 1.", ["src/a.py"]),
        ("z.txt", "Files that `z.txt` matches: 1.", ["z.txt"]),
        ("../etc", "Files that `../etc` matches: 0.", []),
        ("/", "Entries of the folder `.`: 3.", ["[x]/ (1)", "src/ (3)", "z.txt"]),
    ],
)
def test_what_there_is(glob: str, heading: str, entries: list[str]) -> None:
    found = list_files.run(ground(FILES), {"glob": glob})
    assert found.heading == heading
    assert found.parts == (Wording("", tuple(("", entry) for entry in entries)),)


def test_only_so_many_are_shown() -> None:
    many = {f"{number:03}.py": "" for number in range(list_files.MOST + 1)}
    found = list_files.run(ground(many), {"glob": "*.py"})
    (part,) = found.parts
    assert isinstance(part, Wording)
    assert (len(part.lines), part.lines[-1]) == (list_files.MOST, ("", "099.py"))
    assert found.heading == (
        "Files that `*.py` matches: 101. The first 100 are shown; narrow it down."
    )
