"""How a change is divided, and what a unit's key depends on."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.understand.units import MOST_LINES, units

from fakes.changes import change_between

SMALL = "def f():\n    return 1\n"


def _functions(count: int, lines: int = 40) -> str:
    return "\n".join(
        f"def f{number}():\n"
        + "".join(f"    step_{line} = turn({line * line}, {number})\n" for line in range(lines - 2))
        + f"    return {number}\n"
        for number in range(count)
    )


def keys(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [unit.key for unit in units(change_between(before, after))]


def test_a_file_is_one_unit() -> None:
    (unit,) = units(change_between({}, {"a.py": SMALL}))
    assert (unit.name, unit.part, unit.size) == ("a.py", 0, 2)


def test_what_stands_around_a_patch_does_not_change_its_key() -> None:
    before, after = "a\nb\nc\n", "a\nB\nc\n"
    shifted = keys({"x.txt": "new\n" + before}, {"x.txt": "new\n" + after})
    assert keys({"x.txt": before}, {"x.txt": after}) == shifted
    neighbour = keys({"x.txt": "A\nb\nc\n"}, {"x.txt": "A\nB\nc\n"})
    assert neighbour == shifted


def test_lines_and_paths_do_change_it() -> None:
    found = {
        *keys({"x.txt": "a\n"}, {"x.txt": "b\n"}),
        *keys({"x.txt": "a\n"}, {"x.txt": "c\n"}),
        *keys({"x.txt": "z\n"}, {"x.txt": "b\n"}),
        *keys({"y.txt": "a\n"}, {"y.txt": "b\n"}),
        *keys({}, {"x.txt": "b\n"}),
    }
    assert len(found) == 5


def test_a_mode_is_part_of_the_key() -> None:
    change = change_between({}, {"a.sh": SMALL})
    (file,) = change.files
    changed = replace(change, files=(replace(file, new_mode="100755"),))
    assert units(change)[0].key != units(changed)[0].key


def test_a_large_patch_is_cut_between_definitions() -> None:
    found = units(change_between({}, {"a.py": _functions(20)}))
    assert len(found) > 1
    assert [unit.part for unit in found] == list(range(1, len(found) + 1))
    assert found[1].name == "a.py (part 2)"
    assert all(unit.size <= MOST_LINES for unit in found)
    for unit in found[1:]:
        assert unit.hunks[0].body[0].startswith("+def f")


def test_a_definition_longer_than_a_unit_is_cut_where_it_must_be() -> None:
    found = units(change_between({}, {"a.py": _functions(1, lines=1_000)}))
    assert [unit.size for unit in found] == [MOST_LINES, MOST_LINES, 1_000 - 2 * MOST_LINES]


def test_text_without_definitions_is_cut_too() -> None:
    found = units(change_between({}, {"a.txt": "line\n" * 900}))
    assert [unit.size for unit in found] == [400, 400, 100]
    assert len({unit.key for unit in found}) == 3
    assert [unit.twin for unit in found] == [0, 1, 0]


def test_many_small_hunks_are_grouped() -> None:
    lines = [f"line {number}" for number in range(6_000)]
    after = [f"{line}!" if number % 20 == 0 else line for number, line in enumerate(lines)]
    found = units(change_between({"a.txt": "\n".join(lines)}, {"a.txt": "\n".join(after)}))
    assert [unit.size for unit in found] == [400, 200]
    assert sum(len(unit.hunks) for unit in found) == 300


def test_a_group_added_before_leaves_the_key_of_the_next() -> None:
    alone = keys({}, {"a.py": _functions(20)})
    renamed = keys({}, {"a.py": _functions(20).replace("def f0()", "def other()")})
    assert alone[0] != renamed[0]
    assert alone[1:] == renamed[1:]


def test_a_binary_has_no_unit_and_a_pure_rename_has_one() -> None:
    binary = ChangedFile(path="a.png", status=FileStatus.ADDED, binary=True)
    moved = ChangedFile(path="b.py", old_path="a.py", status=FileStatus.RENAMED)
    change = replace(change_between({}, {}), files=(binary, moved))
    assert [unit.name for unit in units(change)] == ["b.py"]


@settings(deadline=None)
@given(st.lists(st.text(alphabet="ab \n", max_size=30), max_size=60), st.integers(1, 40))
def test_every_changed_line_is_in_exactly_one_unit(texts: list[str], times: int) -> None:
    change: Change = change_between({"x.txt": "b\n" * 50}, {"x.txt": "\n".join(texts * times)})
    shown = [
        line
        for unit in units(change)
        for hunk in unit.hunks
        for line in hunk.lines()
        if line.mark != " "
    ]
    wanted = [
        line
        for file in change.files
        for hunk in file.hunks
        for line in hunk.lines()
        if line.mark != " "
    ]
    assert shown == wanted
