"""The operator's rules bound severities and accept risks, visibly."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import Scene, remark
from postil.domain.ledger import State
from postil.domain.policy import Acceptance, ContextRules, Policy
from postil.domain.severity import Dimension, Severity

LOW, MEDIUM, HIGH, CRITICAL = Severity.LOW, Severity.MEDIUM, Severity.HIGH, Severity.CRITICAL
SECURITY = Dimension.SECURITY


def bound(rules: ContextRules, **fields: Any) -> Any:
    return Scene(policy=Policy(context=rules)).finding(remark(**fields))


def test_only_holds_a_dimension_down() -> None:
    rules = ContextRules(only=((SECURITY, LOW),))
    found = bound(rules, dimension=SECURITY, severity=HIGH)
    assert found.severity is LOW
    (note,) = found.adjustments
    assert (note.step, note.before, note.after) == ("context", "high", "low")
    assert note.reason == "the context holds security at low"
    assert bound(rules, severity=HIGH).severity is HIGH
    assert bound(ContextRules(only=((SECURITY, HIGH),)), dimension=SECURITY).severity is MEDIUM


def test_the_lowest_of_two_bounds_holds() -> None:
    rules = ContextRules(only=((SECURITY, MEDIUM), (SECURITY, LOW), (SECURITY, HIGH)))
    found = bound(rules, dimension=SECURITY, severity=HIGH)
    assert found.severity is LOW
    assert [each.after for each in found.adjustments] == ["medium", "low"]


def test_a_dimension_that_is_never_lowered() -> None:
    rules = ContextRules(never_lower=frozenset({SECURITY}), only=((SECURITY, LOW),))
    assert bound(rules, dimension=SECURITY, severity=HIGH).adjustments == ()
    held = bound(rules, dimension=SECURITY, severity=CRITICAL, ceiling=HIGH)
    assert held.severity is CRITICAL
    assert [(each.step, each.after) for each in held.adjustments] == [
        ("blast", "high"),
        ("context", "critical"),
    ]


def test_missing_tests_stay_below_what_blocks_all_the_same() -> None:
    rules = ContextRules(never_lower=frozenset({Dimension.TEST_COVERAGE}))
    found = bound(rules, dimension=Dimension.TEST_COVERAGE, severity=CRITICAL)
    assert found.severity is HIGH


@pytest.mark.parametrize(
    ("acceptance", "accepted"),
    [
        ({"slug": "wrong-name"}, True),
        ({"slug": "other"}, False),
        ({"path": "src/**"}, True),
        ({"path": "lib/**"}, False),
        ({"slug": "wrong-name", "path": "src/**"}, True),
        ({"slug": "wrong-name", "path": "lib/**"}, False),
        ({"slug": "other", "path": "src/**"}, False),
        ({}, False),
    ],
)
def test_an_accepted_risk_is_closed_and_listed(
    acceptance: dict[str, str], *, accepted: bool
) -> None:
    rules = ContextRules(accept=(Acceptance(reason="known", **acceptance),))
    found = bound(rules)
    assert found.status is (State.WONTFIX if accepted else State.NEW)
    assert [each.reason for each in found.adjustments] == (["accepted: known"] if accepted else [])
    assert found.severity is MEDIUM
