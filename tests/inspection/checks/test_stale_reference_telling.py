"""Few places are told one by one, many of one cause together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.change import Side
from postil.domain.finding import Quote
from postil.domain.severity import Root, Severity
from postil.inspection.checks._stale_reference.subjects import MILD, Stale, Subject
from postil.inspection.checks._stale_reference.telling import (
    FEW,
    MANY,
    MANY_PATHS,
    remarks,
)


def stale(name: str, path: str, line: int = 1, *, is_code: bool = True, now: str = "") -> Stale:
    cause = Quote(path="gone.py", text=f"def {name}", side=Side.OLD, line=1)
    subject = Subject(name=name, noun="function", cause=cause, now=now)
    return Stale(subject=subject, path=path, line=line, text=f"{name}()", is_code=is_code)


def test_two_places_of_one_name_are_one_remark() -> None:
    (told,) = remarks(stale("read_it", f"{number}.py") for number in range(2))
    assert told.title == "Function `read_it` is still used after its removal, in 1 more file too"
    assert [quote.path for quote in told.quotes] == ["0.py", "gone.py", "1.py"]
    assert told.details == "1 more file names it:\n- `1.py:1`"


def test_many_places_of_one_name_are_one_remark_that_quotes_them() -> None:
    entries = [stale("read_it", f"{number}.py") for number in range(FEW + 1)]
    (told,) = remarks([stale("read_it", "a.md", is_code=False), *entries])
    assert told.title == "Function `read_it` is still used after its removal, in 4 more files too"
    assert [quote.path for quote in told.quotes] == [
        "0.py",
        "gone.py",
        *["1.py", "2.py", "3.py", "a.md"],
    ]
    assert told.severity is Severity.HIGH
    assert "- `3.py:1`" in told.details


@pytest.mark.parametrize("is_code", [True, False])
def test_many_names_in_one_file_are_one_remark(*, is_code: bool) -> None:
    names = [f"read_{number}" for number in range(8)]
    (told,) = remarks(
        stale(name, "a.md", line, is_code=is_code) for line, name in enumerate(names, start=1)
    )
    use = "uses" if is_code else "mentions"
    assert told.title.startswith(f"`a.md` still {use} 8 things that are gone: `read_0`, `read_1`")
    assert told.title.endswith("`read_5` and 2 more")
    assert told.root is (Root.CODE if is_code else Root.DOC)
    assert "- line 8: function `read_7`" in told.details


def test_code_and_words_of_one_file_are_not_mixed() -> None:
    told = list(
        remarks(
            stale(f"read_{number}", "a.py", number, is_code=number % 2 == 0)
            for number in range(1, 7)
        )
    )
    assert len(told) == 6


def test_further_lines_and_the_new_name_are_said() -> None:
    (told,) = remarks([stale("read_it", "a.py", line, now="load_it") for line in (1, 4, 9, 1)])
    assert told.title == "Function `read_it` is still used after its rename"
    assert told.mitigation == "Write `load_it` here."
    assert told.details == "Also on 2 more line(s) of this file: 4, 9."


def test_many_names_of_one_file_in_many_places_are_one_remark() -> None:
    entries = [stale(f"read_{number}", f"{number}.py") for number in range(5)]
    (told,) = remarks(entries)
    assert told.title == (
        "5 things that `gone.py` lost are still used in 5 files: "
        "`read_0`, `read_1`, `read_2`, `read_3`, `read_4`"
    )
    assert "- `4.py:1`: function `read_4`" in told.details
    assert [quote.path for quote in told.quotes if quote.path != "gone.py"] == [
        f"{number}.py" for number in range(5)
    ]


def elsewhere(number: int, *, is_code: bool = True) -> Stale:
    """A place whose thing stood in a file of its own."""
    entry = stale(f"read_{number}", f"{number}.py", is_code=is_code)
    cause = replace(entry.subject.cause, path=f"gone/{number}.py")
    return replace(entry, subject=replace(entry.subject, cause=cause))


def test_a_change_that_breaks_many_places_is_told_as_one_thing() -> None:
    few = list(remarks([elsewhere(number) for number in range(MANY)]))
    assert len(few) == MANY
    words = [elsewhere(number, is_code=False) for number in range(50, 53)]
    many = [elsewhere(number) for number in range(10, 10 + MANY + 1)]
    told = list(remarks([*words, *many]))
    assert [one.root for one in told] == [Root.CODE, Root.DOC, Root.DOC, Root.DOC]
    assert told[0].title == (
        f"{MANY + 1} things that this change took away are still used in {MANY + 1} files: "
        f"`read_10`, `read_11`, `read_12`, `read_13`, `read_14`, `read_15` and {MANY - 5} more"
    )
    last = 10 + MANY
    assert f"- `{last}.py:1`: function `read_{last}`" in told[0].details


def test_several_things_of_one_file_in_two_files_are_one_thing() -> None:
    places = [("a.py", 0), ("a.py", 1), ("a.py", 2), ("a.py", 3), ("b.py", 4), ("b.py", 5)]
    entries = [stale(f"read_{number}", path, number + 1) for path, number in places]
    assert len(list(remarks(entries))) == 3
    (swept,) = remarks([*entries, stale("read_6", "b.py", 7)])
    assert swept.title.startswith("7 things that `gone.py` lost are still used in 2 files")


def test_files_of_one_folder_that_moved_are_one_thing() -> None:
    def moved(number: int) -> Stale:
        entry = stale(f"gsl/{number}", f"{number}.cpp", now=f"include/gsl/{number}")
        cause = replace(entry.subject.cause, path=f"gsl/{number}")
        return replace(entry, subject=replace(entry.subject, noun="file", cause=cause))

    (told,) = remarks([moved(number) for number in range(4)])
    assert told.title.startswith(
        "4 things that moved from `gsl` to `include/gsl` are still used in 4 files"
    )


def test_files_renamed_where_they_stand_are_told_one_by_one() -> None:
    def renamed(number: int) -> Stale:
        entry = stale(f"{number}.h", f"{number}.cpp", now=f"new_{number}.h")
        cause = replace(entry.subject.cause, path=f"{number}.h")
        return replace(entry, subject=replace(entry.subject, noun="file", cause=cause))

    assert len(list(remarks([renamed(number) for number in range(4)]))) == 4


def of_path(name: str, path: str, *, is_code: bool = False) -> Stale:
    entry = stale(name, path, is_code=is_code)
    return replace(
        entry,
        subject=replace(entry.subject, noun="file", cause=Quote(path=name, text="", side=Side.OLD)),
    )


def test_two_places_that_name_one_file_are_one_remark() -> None:
    (told,) = remarks(of_path("lamps/wick.py", f"{number}.md") for number in range(2))
    assert told.title.endswith(" after its removal, in 1 more file too")


@pytest.mark.parametrize(("files", "told"), [(MANY_PATHS, MANY_PATHS), (MANY_PATHS + 1, 1)])
def test_many_files_that_many_places_name_are_one_remark(files: int, told: int) -> None:
    entries = [of_path(f"lamps/{number}.py", f"{number}.md") for number in range(files)]
    assert len(list(remarks(entries))) == told


def test_what_only_may_be_stale_is_told_apart_and_mildly() -> None:
    plain = [stale("read_it", f"{number}.py") for number in range(2)]
    mild = [replace(stale("read_it", f"{number}.py"), confidence=MILD) for number in range(2, 6)]
    told = list(remarks([*mild, *plain]))
    assert [(one.quotes[0].path, one.is_mild) for one in told] == [
        ("0.py", False),
        ("2.py", True),
    ]
