from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.workspaces.git.objects import FOLDER, Entry
from postil.workspaces.git.shares import Division, Forest, Row, divide

MEGABYTE = 1024 * 1024
PARTS = st.lists(st.sampled_from(["a", "b", "c", "d e", ":!f"]), min_size=1, max_size=4)
SIZES = st.dictionaries(
    PARTS.map(lambda parts: "/".join((*parts, "file"))), st.integers(1, MEGABYTE), min_size=1
)


class Trees:
    """Trees in memory; the id of a tree is a number, that of a file its path."""

    def __init__(self) -> None:
        self.known: dict[str, list[Row]] = {}

    @property
    def forest(self) -> Forest:
        return Forest(rows=self.known.__getitem__, write=self.write)

    def write(self, rows: Iterable[Row]) -> str:
        oid = str(len(self.known))
        self.known[oid] = list(rows)
        return oid

    def planted(self, paths: Iterable[str], prefix: str = "") -> str:
        below: dict[str, list[str]] = {}
        for path in paths:
            below.setdefault(path.partition("/")[0], []).append(path.partition("/")[2])
        rows = []
        for name, inner in sorted(below.items()):
            if inner == [""]:
                entry = Entry("100644", prefix + name)
            else:
                entry = Entry(FOLDER, self.planted(inner, f"{prefix}{name}/"))
            rows.append((name.encode(), entry))
        return self.write(rows)

    def files(self, oid: str) -> list[str]:
        found: list[str] = []
        for _, entry in self.known[oid]:
            found += self.files(entry.oid) if entry.is_folder else [entry.oid]
        return found


def divided(sizes: dict[str, int], count: int = 2) -> tuple[Division, Trees]:
    trees = Trees()
    return divide(trees.planted(sizes), sizes, trees.forest, count), trees


def weights(oids: tuple[str, ...], trees: Trees, sizes: dict[str, int]) -> list[int]:
    return [sum(sizes[path] for path in trees.files(oid)) for oid in oids]


@given(sizes=SIZES, count=st.integers(1, 4))
def test_every_file_is_in_exactly_one_part(sizes: dict[str, int], count: int) -> None:
    division, trees = divided(sizes, count)
    found = [path for oid in (*division.sample, *division.rest) for path in trees.files(oid)]
    assert sorted(found) == sorted(sizes)
    assert len(division.sample) <= count
    assert len(division.rest) <= count
    assert sum(weights(division.sample, trees, sizes)) * 16 <= sum(sizes.values())


@pytest.mark.parametrize(
    "shape",
    ["src/{0}/f", "one/two/three/{0}/deep/f", "{0}/f", "{0}", "many/{0}/many/{0}/f"],
)
@pytest.mark.parametrize("files", [64, 3_000])
def test_parts_are_about_equal_and_the_sample_is_small(shape: str, files: int) -> None:
    sizes = {shape.format(number): 1_000 for number in range(files)}
    division, trees = divided(sizes)
    total = sum(sizes.values())
    assert 0 < sum(weights(division.sample, trees, sizes)) <= total // 16
    assert len(division.rest) == 2
    for part in weights(division.rest, trees, sizes):
        assert 0.4 <= part / total <= 0.6


def test_as_many_parts_as_asked_for() -> None:
    sizes = {f"{number}/f": MEGABYTE for number in range(64)}
    assert len(divided(sizes, 4)[0].rest) == 4
    assert len(divided(sizes, 1)[0].rest) == 1


def test_one_large_file_is_a_part_of_its_own() -> None:
    sizes = {"large": 100 * MEGABYTE, "d/small": MEGABYTE, "d/other": MEGABYTE}
    division, trees = divided(sizes)
    assert [sorted(trees.files(oid)) for oid in division.rest] == [["large"]]
    assert [trees.files(oid) for oid in division.sample] == [["d/other", "d/small"]]


def test_a_folder_that_lies_very_deep_is_not_reached() -> None:
    sizes = {f"{'d/' * 80}{number}": 1_000 for number in range(64)}
    division, trees = divided(sizes)
    assert division.sample == ()
    assert [sorted(trees.files(oid)) for oid in division.rest] == [sorted(sizes)]


def test_a_light_folder_stays_as_it_is() -> None:
    sizes = {f"d{number}/{inner}": 1_000 for number in range(40) for inner in "abc"}
    division, trees = divided(sizes)
    for oid in (*division.sample, *division.rest):
        assert {len(trees.known[entry.oid]) for _, entry in trees.known[oid]} == {3}


def test_names_that_no_folder_should_hold_are_in_one_part_each() -> None:
    trees = Trees()
    inside = trees.write([(b"f", Entry("100644", "inside"))])
    rows = [
        (b"a", Entry(FOLDER, inside)),
        (b"a", Entry("100644", "twice")),
        (b"a/f", Entry("100644", "slash")),
        (b"\xff", Entry("160000", "submodule")),
    ]
    sizes = {"a": 10, "a/f": 5}
    division = divide(trees.write(rows), sizes, trees.forest, 2)
    found = [path for oid in (*division.sample, *division.rest) for path in trees.files(oid)]
    assert sorted(found) == ["inside", "slash", "submodule", "twice"]
