"""Every hazard of publishing that we know by a number has a test that carries it in its name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
_TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
_RANGE = re.compile(r"([a-z]+)_(\d+)_to_([a-z]+)_(\d+)")

HAZARDS = {
    "gh": range(1, 43),
    "t": [1, 2, *range(12, 16), *range(18, 22), 24],
    "f": [1, 2, 3, 7, 8, *range(10, 19), 35, 37, 40],
    "inv": [*range(1, 9), 10, 11, 13, 14, 15],
    "ac": [*range(25, 39), 40, 41],
}
"""gh: how GitHub behaves; t: threats; f: faults; inv: what always holds; ac: attacks seen on others."""


def named(kind: str, number: int, names: Iterable[str]) -> bool:
    exact = re.compile(rf"(?:^|_){kind}_?0?{number}(?:_|$)")
    for name in names:
        if exact.search(name):
            return True
        for first, low, last, high in _RANGE.findall(name):
            if first == last == kind and int(low) <= number <= int(high):
                return True
    return False


@pytest.mark.parametrize("kind", HAZARDS)
def test_each_hazard_has_a_test_of_its_name(kind: str) -> None:
    names = {
        name for path in TESTS.rglob("test_*.py") for name in _TEST.findall(path.read_text("utf-8"))
    }
    missing = [number for number in HAZARDS[kind] if not named(kind, number, names)]
    assert missing == []


def test_a_hazard_nobody_tests_would_be_noticed() -> None:
    assert named("gh", 7, ["test_gh_07_pushes"])
    assert named("f", 12, ["test_f_10_to_f_14_any_mishap"])
    assert not named("gh", 7, ["test_gh_17_pending", "test_t_07_other"])
    assert not named("f", 15, ["test_f_10_to_f_14_any_mishap"])
