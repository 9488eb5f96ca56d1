"""How a change over the window is divided."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from postil.domain.unit import Unit
from postil.inspection.panel.shards import shards
from postil.understand.units import units

from fakes.changes import change_between

FOLDERS = ("a", "b/c", "")


def of(paths: list[str]) -> tuple[Unit, ...]:
    return units(change_between({}, dict.fromkeys(paths, "x\n")))


def names(parts: tuple[tuple[Unit, ...], ...]) -> list[list[str]]:
    return [[unit.name for unit in part] for part in parts]


def test_what_fits_stays_together() -> None:
    parts, too_big = shards(of(["b.py", "a.py"]), room=100, weight=lambda _unit: 50)
    assert names(parts) == [["a.py", "b.py"]]
    assert too_big == ()


def test_a_folder_is_not_torn_apart_while_it_fits() -> None:
    paths = ["a/1.py", "a/2.py", "b/1.py", "b/2.py"]
    parts, _ = shards(of(paths), room=30, weight=lambda _unit: 10)
    assert names(parts) == [["a/1.py", "a/2.py"], ["b/1.py", "b/2.py"]]


def test_a_folder_larger_than_the_room_is_divided() -> None:
    parts, _ = shards(of([f"a/{n}.py" for n in range(5)]), room=20, weight=lambda _unit: 10)
    assert [len(part) for part in parts] == [2, 2, 1]


def test_what_fits_nowhere_is_named() -> None:
    parts, too_big = shards(
        of(["a.py", "b.py"]), room=5, weight=lambda u: 9 if u.path == "a.py" else 1
    )
    assert names(parts) == [["b.py"]]
    assert [unit.name for unit in too_big] == ["a.py"]


def test_nothing_is_no_shard() -> None:
    assert shards((), room=10, weight=lambda _unit: 1) == ((), ())


@given(
    st.lists(st.tuples(st.sampled_from(FOLDERS), st.integers(1, 12)), max_size=40),
    st.integers(1, 20),
)
def test_every_unit_is_in_one_shard_or_named_and_no_shard_is_too_full(
    shape: list[tuple[str, int]], room: int
) -> None:
    weights = {f"{folder}/f{n}".lstrip("/"): size for n, (folder, size) in enumerate(shape)}
    parts, too_big = shards(of(list(weights)), room=room, weight=lambda unit: weights[unit.path])
    placed = [unit.name for part in parts for unit in part] + [unit.name for unit in too_big]
    assert sorted(placed) == sorted(weights)
    assert all(0 < sum(weights[unit.path] for unit in part) <= room for part in parts)
    assert all(weights[unit.path] > room for unit in too_big)
