"""Every hazard of publishing that we know by a number has a test that carries it in its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from architecture.hazards import HAZARDS, named

TESTS = Path(__file__).parents[1]
_TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)


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
