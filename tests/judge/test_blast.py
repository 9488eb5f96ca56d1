"""Reach lifts by one level, and nothing passes its ceiling."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import Scene, remark
from postil.domain.policy import Policy
from postil.domain.severity import Blast, Dimension, Kind, Severity
from postil.judge.blast import reach

NIT, LOW, MEDIUM, HIGH, CRITICAL = sorted(Severity, key=lambda severity: severity.rank)
UNTESTED = {"dimension": Dimension.TEST_COVERAGE}


def reached(block_at: Severity | None = CRITICAL, **fields: Any) -> Any:
    scene = Scene(policy=Policy(block_at=block_at))
    (case,) = reach(scene.cases(remark(**fields)), scene.grounds()).kept
    return case.finding


@pytest.mark.parametrize("blast", [Blast.SERVICE, Blast.DATA])
@pytest.mark.parametrize(
    ("before", "after"),
    [(NIT, NIT), (LOW, MEDIUM), (MEDIUM, HIGH), (HIGH, CRITICAL), (CRITICAL, CRITICAL)],
)
def test_far_reach_lifts_one_level(blast: Blast, before: Severity, after: Severity) -> None:
    found = reached(severity=before, blast=blast)
    assert found.severity is after
    assert len(found.adjustments) == (before is not after)


@pytest.mark.parametrize("blast", [Blast.LOCAL, Blast.MODULE])
def test_near_reach_does_not(blast: Blast) -> None:
    assert reached(severity=LOW, blast=blast).severity is LOW


def test_the_ceiling_of_a_role_holds() -> None:
    assert reached(severity=MEDIUM, blast=Blast.DATA, ceiling=MEDIUM).severity is MEDIUM
    held = reached(severity=CRITICAL, ceiling=HIGH)
    assert held.severity is HIGH
    assert [(each.before, each.after) for each in held.adjustments] == [("critical", "high")]


@pytest.mark.parametrize(
    ("block_at", "most"), [(CRITICAL, HIGH), (HIGH, MEDIUM), (MEDIUM, LOW), (None, HIGH)]
)
def test_missing_tests_stop_below_what_blocks(block_at: Severity | None, most: Severity) -> None:
    for severity in (most, CRITICAL):
        found = reached(block_at, severity=severity, blast=Blast.DATA, **UNTESTED)
        assert found.severity is most
    assert reached(block_at, severity=LOW, ceiling=LOW, **UNTESTED).severity is LOW


def test_praise_is_left_alone() -> None:
    found = reached(severity=LOW, blast=Blast.DATA, kind=Kind.PRAISE)
    assert found.severity is LOW
