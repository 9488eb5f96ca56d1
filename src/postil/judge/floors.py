"""Dangers that are never less than this, whatever the one who saw them thought."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from postil.domain.finding import Finding
from postil.domain.paths import is_test
from postil.domain.severity import Dimension, Kind, Severity
from postil.judge.case import Case, Sifted
from postil.judge.grounds import Grounds

STEP = "floor"

_WORD = re.compile(r"[^\W_]+")
_CPP = (".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".ipp", ".h")
_C = (".c", ".h")


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """The least severity of a danger: one of the word groups must stand in the title.

    No suffixes means any file. Test code is exempt unless it says otherwise.
    """

    danger: str
    words: tuple[frozenset[str], ...]
    severity: Severity
    suffixes: tuple[str, ...] = ()
    even_in_tests: bool = False

    def covers(self, finding: Finding, words: frozenset[str]) -> bool:
        path = finding.place.path
        return (
            any(group <= words for group in self.words)
            and (not self.suffixes or path.lower().endswith(self.suffixes))
            and (self.even_in_tests or not is_test(path))
        )


def _any(*groups: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group.split()) for group in groups)


FLOORS = (
    Floor(
        danger="SQL injection",
        words=_any("sql injection", "sqli"),
        severity=Severity.CRITICAL,
        even_in_tests=True,
    ),
    Floor(
        danger="a null pointer that is followed in C++",
        words=_any("null dereference", "null dereferenced", "null pointer", "nullptr dereference"),
        severity=Severity.CRITICAL,
        suffixes=_CPP,
    ),
    Floor(
        danger="uninitialised memory in C++",
        words=_any("uninitialised", "uninitialized"),
        severity=Severity.CRITICAL,
        suffixes=_CPP,
    ),
    Floor(
        danger="a null pointer that is followed in C",
        words=_any("null dereference", "null dereferenced", "null pointer", "null check"),
        severity=Severity.CRITICAL,
        suffixes=_C,
    ),
    Floor(
        danger="a buffer or integer overflow in C",
        words=_any("buffer overflow", "integer overflow", "stack overflow", "heap overflow"),
        severity=Severity.CRITICAL,
        suffixes=_C,
    ),
    Floor(
        danger="an unchecked error in Go",
        words=_any("unchecked error", "ignored error", "error ignored", "error discarded"),
        severity=Severity.HIGH,
        suffixes=(".go",),
    ),
    Floor(
        danger="a bare except in Python",
        words=_any("bare except"),
        severity=Severity.HIGH,
        suffixes=(".py", ".pyi"),
    ),
    Floor(
        danger="an unwrap that can panic in Rust",
        words=_any("unwrap"),
        severity=Severity.HIGH,
        suffixes=(".rs",),
    ),
    Floor(
        danger="a resource left open in Java",
        words=_any("unclosed resource", "resource leak", "unclosed stream", "unclosed connection"),
        severity=Severity.HIGH,
        suffixes=(".java",),
    ),
    Floor(
        danger="a promise nobody handles in TypeScript",
        words=_any("unhandled promise", "floating promise", "unhandled rejection"),
        severity=Severity.HIGH,
        suffixes=(".ts", ".tsx", ".mts", ".cts"),
    ),
)


def lift(cases: Sequence[Case], _grounds: Grounds) -> Sifted:
    """Raises defects to the floor of their danger; never lowers, never passes a ceiling."""
    return Sifted(tuple(map(_lifted, cases)))


def _lifted(case: Case) -> Case:
    finding = case.finding
    if finding.kind is not Kind.DEFECT or finding.dimension is Dimension.TEST_COVERAGE:
        return case
    words = frozenset(_WORD.findall(finding.title.casefold()))
    for floor in FLOORS:
        severity = min(floor.severity, case.ceiling, key=lambda each: each.rank)
        if not finding.severity.at_least(severity) and floor.covers(finding, words):
            reason = f"{floor.danger} is at least {floor.severity}"
            return case.at(severity, step=STEP, reason=reason)
    return case
