"""A change as plain data: numbered lines, names, and what is touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.change import (
    SUBMODULE,
    SYMLINK,
    Change,
    ChangedFile,
    FileStatus,
    Hunk,
    Line,
    Revision,
    Side,
)

from fakes.changes import change_between, hunks_between

BASE = Revision(name="main", oid="a" * 40)
HEAD = Revision(name="topic", oid="b" * 40)


def changed(**fields: object) -> ChangedFile:
    return ChangedFile(**{"path": "src/a.py", "status": FileStatus.MODIFIED} | fields)  # type: ignore[arg-type]


def test_lines_are_numbered_on_their_own_side() -> None:
    hunk = Hunk(10, 3, 20, 4, (" same", "-old", "+new", "+more", " end"))
    assert list(hunk.lines()) == [
        Line(" ", 10, 20, "same"),
        Line("-", 11, None, "old"),
        Line("+", None, 21, "new"),
        Line("+", None, 22, "more"),
        Line(" ", 12, 23, "end"),
    ]


def test_a_line_may_hold_anything_but_a_line_feed() -> None:
    hunk = Hunk(0, 0, 1, 3, ("+a\r", "+\x0c", "+\udcff"))
    assert [line.text for line in hunk.lines()] == ["a\r", "\x0c", "\udcff"]


@pytest.mark.parametrize(
    ("path", "name", "folder"),
    [("a.py", "a.py", ""), ("src/a.py", "a.py", "src"), ("a/b/c", "c", "a/b")],
)
def test_name_and_folder(path: str, name: str, folder: str) -> None:
    file = changed(path=path)
    assert (file.name, file.folder) == (name, folder)


def test_added_and_removed_lines() -> None:
    file = changed(hunks=(Hunk(1, 2, 1, 2, (" x", "-y", "+z")), Hunk(9, 0, 9, 1, ("+end",))))
    assert file.added == ((2, "z"), (9, "end"))
    assert file.removed == ((2, "y"),)
    assert file.added_numbers == {2, 9}
    assert file.changes(Side.NEW, 9)
    assert not file.changes(Side.OLD, 9)
    assert file.changes(Side.OLD, 2)


def test_what_kind_of_entry_it_is() -> None:
    assert changed(new_mode=SYMLINK).is_symlink
    assert changed(old_mode=SUBMODULE).is_submodule
    assert not changed(old_mode="100644", new_mode="100755").is_symlink
    assert changed(additions=3, deletions=4).size == 7


def test_a_short_id_is_seven_digits() -> None:
    assert HEAD.short == "bbbbbbb"


def test_files_are_found_by_either_name() -> None:
    moved = changed(path="new.py", old_path="old.py", status=FileStatus.RENAMED)
    copy = changed(path="copy.py", old_path="kept.py", status=FileStatus.COPIED)
    fresh = changed(path="fresh.py", status=FileStatus.ADDED)
    change = Change(base=BASE, head=HEAD, files=(moved, copy, fresh))
    assert change.touches("new.py")
    assert change.touches("old.py")
    assert change.touches("fresh.py")
    assert not change.touches("kept.py"), "a copy leaves its source as it was"
    assert change.by_old_path == {"old.py": moved}


def test_of_a_type_change_the_entry_at_head_counts() -> None:
    gone = changed(path="link", old_path="link", status=FileStatus.DELETED)
    come = changed(path="link", status=FileStatus.ADDED, new_mode=SYMLINK)
    for files in ((gone, come), (come, gone)):
        assert Change(base=BASE, head=HEAD, files=files).by_path["link"] is come


def test_sums_and_lines_over_all_files() -> None:
    change = change_between({"a": "1\n2\n"}, {"a": "1\n3\n", "b": "4\n"})
    assert (change.additions, change.deletions) == (2, 1)
    assert change.changes("a", Side.NEW, 2)
    assert change.changes("a", Side.OLD, 2)
    assert not change.changes("a", Side.NEW, 1)
    assert not change.changes("nowhere", Side.NEW, 1)


@given(
    st.lists(st.sampled_from("abcd"), max_size=12),
    st.lists(st.sampled_from("abcd"), max_size=12),
)
def test_applying_the_hunks_gives_the_new_lines(old: list[str], new: list[str]) -> None:
    hunks = hunks_between("".join(f"{x}\n" for x in old), "".join(f"{x}\n" for x in new))
    built: list[str] = []
    taken = 0
    for hunk in hunks:
        start = hunk.old_start - 1 if hunk.old_count else hunk.old_start
        built += old[taken:start]
        taken = start
        for line in hunk.lines():
            if line.mark != "-":
                built.append(line.text)
            if line.mark != "+":
                assert old[taken] == line.text
                taken += 1
    assert built + old[taken:] == new
