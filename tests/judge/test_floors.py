"""Some dangers are never small, except in tests."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import Scene, remark
from postil.domain.finding import Quote
from postil.domain.severity import Dimension, Kind, Severity
from postil.judge.floors import FLOORS, lift

LOW, HIGH, CRITICAL = Severity.LOW, Severity.HIGH, Severity.CRITICAL


def lifted(title: str, path: str, **fields: Any) -> Any:
    scene = Scene(base={}, head={path: "code\n"})
    quoted = Quote(path=path, text="code")
    cases = scene.cases(remark(**{"title": title, "quotes": (quoted,), "severity": LOW, **fields}))
    (case,) = lift(cases, scene.grounds()).kept
    return case.finding


@pytest.mark.parametrize(
    ("title", "path", "severity"),
    [
        ("Possible SQL injection in the filter", "a.rb", CRITICAL),
        ("Injection into SQL", "tests/test_a.py", CRITICAL),
        ("Null dereference after a failed cast", "a.cpp", CRITICAL),
        ("Null pointer returned", "a.h", CRITICAL),
        ("Uninitialized member", "a.hpp", CRITICAL),
        ("Uninitialised member", "a.cc", CRITICAL),
        ("Null pointer is not checked", "a.c", CRITICAL),
        ("Buffer overflow", "a.c", CRITICAL),
        ("Unchecked error from Close", "a.go", HIGH),
        ("A bare except hides failures", "a.py", HIGH),
        ("unwrap() on user input", "a.rs", HIGH),
        ("Unclosed stream", "A.java", HIGH),
        ("Floating promise", "a.ts", HIGH),
        ("Floating promise", "a.js", LOW),
        ("A bare except hides failures", "a.rb", LOW),
        ("A bare except hides failures", "tests/test_a.py", LOW),
        ("Overflow of the layout", "a.c", LOW),
        ("The filter is slow", "a.py", LOW),
    ],
)
def test_the_floor_of_a_danger(title: str, path: str, severity: Severity) -> None:

    assert lifted(title, path).severity is severity


def test_there_are_ten() -> None:
    assert len(FLOORS) == 10


def test_it_is_recorded_and_never_lowers() -> None:
    raised = lifted("SQL injection", "a.py")
    (note,) = raised.adjustments
    assert (note.step, note.before, note.after) == ("floor", "low", "critical")
    assert note.reason == "SQL injection is at least critical"
    same = lifted("Bare except", "a.py", severity=CRITICAL)
    assert (same.severity, same.adjustments) == (CRITICAL, ())


def test_it_respects_ceilings_kinds_and_missing_tests() -> None:
    assert lifted("SQL injection", "a.py", ceiling=HIGH).severity is HIGH
    assert lifted("SQL injection", "a.py", kind=Kind.QUESTION).severity is LOW
    untested = lifted("SQL injection is untested", "a.py", dimension=Dimension.TEST_COVERAGE)
    assert untested.severity is LOW
