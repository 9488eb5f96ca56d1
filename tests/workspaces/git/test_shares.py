from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.workspaces.git.shares import MOST_NAMED, SMALL, Division, Share, divide

ONLY, WITHOUT = ":(literal,top)", ":(exclude,literal,top)"
PATHS = st.lists(st.sampled_from(["a", "b", "c", "d e", ":!f"]), min_size=1, max_size=4)
SIZES = st.dictionaries(
    PATHS.map(lambda parts: "/".join((*parts, "file"))), st.integers(SMALL // 8, SMALL), min_size=1
)


def names(share: Share, path: str) -> bool:
    """Whether git would look into the file, by its rules for literal paths."""

    def covers(argument: str, mark: str) -> bool:
        named = argument.removeprefix(mark)
        return path == named or path.startswith(f"{named}/")

    only = [argument for argument in share if argument.startswith(ONLY)]
    without = [argument for argument in share if argument.startswith(WITHOUT)]
    assert len(only) + len(without) == len(share)
    wanted = not only or any(covers(argument, ONLY) for argument in only)
    return wanted and not any(covers(argument, WITHOUT) for argument in without)


def weight(share: Share, sizes: dict[str, int]) -> int:
    return sum(size for path, size in sizes.items() if names(share, path))


def divided(sizes: dict[str, int], count: int = 2) -> Division:
    division = divide(sizes, count)
    assert division is not None
    return division


@given(sizes=SIZES, count=st.integers(1, 4))
def test_every_file_is_in_exactly_one_share(sizes: dict[str, int], count: int) -> None:
    division = divide(sizes, count)
    if division is not None:
        for path in sizes:
            assert sum(names(share, path) for share in (division.sample, *division.rest)) == 1


def test_a_small_tree_is_not_divided() -> None:
    assert divide({"a": SMALL - 1}, 2) is None
    assert divide({}, 2) is None


def test_a_tree_of_one_large_file_is_not_divided() -> None:
    assert divide({"a": SMALL}, 2) is None


@pytest.mark.parametrize("shape", ["src/{0}/f", "one/two/three/{0}/deep/f", "{0}/f", "{0}"])
def test_shares_are_about_equal_and_the_sample_is_small(shape: str) -> None:
    sizes = {shape.format(number): SMALL // 16 for number in range(64)}
    division = divided(sizes)
    total = sum(sizes.values())
    assert 0 < weight(division.sample, sizes) <= total // 16
    assert len(division.rest) == 2
    for share in division.rest:
        assert 0.4 <= weight(share, sizes) / total <= 0.6


def test_as_many_shares_as_asked_for() -> None:
    sizes = {f"{number}/f": SMALL // 16 for number in range(64)}
    assert len(divided(sizes, 4).rest) == 4
    assert divided(sizes, 1).rest == (divided(sizes, 1).rest[0],)


def test_a_folder_of_very_many_files_is_not_taken_apart() -> None:
    sizes = {f"flat/{number}": SMALL // 500 for number in range(1_000)} | {"small": 10, "x/y": 9}
    division = divided(sizes)
    named = [argument for share in (division.sample, *division.rest) for argument in share]
    assert {name.rpartition(")")[2] for name in named} == {"small", "x/y", "flat"} - {"x/y"} | {"x"}


def test_few_paths_are_named_however_many_there_are() -> None:
    sizes = {f"{number}": SMALL // 1_000 for number in range(20_000)}
    division = divided(sizes)
    assert sum(len(share) for share in (division.sample, *division.rest[:-1])) <= MOST_NAMED
    assert len(division.rest[-1]) <= MOST_NAMED
