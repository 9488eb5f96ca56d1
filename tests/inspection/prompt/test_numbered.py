"""A patch as reviewers see it."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.change import ChangedFile, FileStatus
from postil.domain.unit import Unit
from postil.inspection.prompt.guise import Guise
from postil.inspection.prompt.numbered import MOST_CHARACTERS, is_cut, numbered
from postil.understand.units import units

from fakes.changes import change_between


def shown(before: dict[str, str], after: dict[str, str]) -> str:
    (unit,) = units(change_between(before, after))
    return numbered(unit, Guise())


def test_each_line_bears_the_number_it_can_be_found_by() -> None:
    before = {"a.py": "one\ntwo\nthree\nfour\n"}
    assert shown(before, {"a.py": "zero\none\nTWO\nthree\nfour\n"}) == (
        "=== a.py\n@@ old 1-4, new 1-5\n1+ zero\n2  one\n2- two\n3+ TWO\n4  three\n5  four"
    )


def test_a_new_and_a_deleted_file_say_so() -> None:
    assert shown({}, {"a.py": "x\n"}) == "=== a.py (new file)\n@@ old none, new 1\n1+ x"
    assert shown({"a.py": "x\n"}, {}) == "=== a.py (deleted)\n@@ old 1, new none\n1- x"


def test_what_happened_to_the_file_itself_is_told() -> None:
    file = ChangedFile(
        path="b\n.sh",
        old_path="a.sh",
        status=FileStatus.RENAMED,
        old_mode="100644",
        new_mode="100755",
    )
    assert numbered(Unit(file=file, hunks=()), Guise()) == (
        "=== b⟦U+0A⟧.sh (renamed, from a.sh, mode 100644 to 100755)"
    )
    link = replace(
        file, path="l", old_path=None, status=FileStatus.ADDED, old_mode="", new_mode="120000"
    )
    assert numbered(Unit(file=link, hunks=()), Guise()) == "=== l (new file, symbolic link)"
    module = replace(link, new_mode="160000")
    assert numbered(Unit(file=module, hunks=()), Guise()) == "=== l (new file, submodule)"


def test_line_ends_of_windows_are_said_once() -> None:
    assert shown({}, {"a.bat": "x\r\ny\r\n"}) == (
        "=== a.bat (new file, CRLF)\n@@ old none, new 1-2\n1+ x\n2+ y"
    )


def test_a_line_too_long_to_read_says_how_much_is_missing() -> None:
    text = "x" * (MOST_CHARACTERS + 5)
    (unit,) = units(change_between({}, {"a.js": f"{text}\n"}))
    assert numbered(unit, Guise()).endswith("x⟦5 more characters⟧")
    assert is_cut(unit)
    (short,) = units(change_between({}, {"a.js": "x\n"}))
    assert not is_cut(short)
