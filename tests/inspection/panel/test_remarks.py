"""From a report to remarks: what a role owns, what it may not raise, what is dropped."""

from __future__ import annotations

import msgspec
import pytest

from postil.domain.finding import Damage, Quote, Race, Recovery, Suggestion, Window
from postil.domain.report import Report, ReportedClean, ReportedFinding
from postil.domain.severity import Basis, Severity
from postil.inspection.panel.remarks import cleans, remarks

from fakes.models import FakePapers, finding, role

RESTORE = FakePapers().restored


def reported(**parts: object) -> Report:
    return Report(findings=(msgspec.convert(finding(**parts), ReportedFinding, strict=False),))


def test_a_finding_becomes_a_remark_of_the_role() -> None:
    (remark,) = remarks(reported(), role(ceiling=Severity.HIGH), RESTORE)
    assert remark.source == "staff-engineer"
    assert (remark.ceiling, remark.basis) == (Severity.HIGH, Basis.SELF)
    assert remark.quotes == (Quote(path="a.py", text="x = 1", line=1),)
    assert (remark.race, remark.suggestion) == (None, None)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("E1", "E1 error handling"),
        ("e1 errors", "E1 error handling"),
        ("Error Handling", "E1 error handling"),
        ("Z9", "staff-engineer"),
        ("", "staff-engineer"),
    ],
)
def test_only_owned_categories_count(said: str, meant: str) -> None:
    (remark,) = remarks(reported(category=said), role(), RESTORE)
    assert remark.category == meant


def test_signals_and_race_are_carried_over() -> None:
    race = {"window": "ms", "damage": "deadlock", "recovery": "no"}
    (remark,) = remarks(reported(race=race, signals=["b", "D style"]), role(), RESTORE)
    assert remark.drop_signals == {"B", "D"}
    assert remark.race == Race(
        window=Window.MILLISECONDS, damage=Damage.DEADLOCK, recovery=Recovery.NO
    )


@pytest.mark.parametrize(
    ("start", "end", "kept"), [(1, 2, True), (2, 1, False), (0, 0, False), (-3, 4, False)]
)
def test_a_suggestion_needs_lines_that_can_exist(start: int, end: int, kept: bool) -> None:
    given = {"start": start, "end": end, "replacement": "x = 2"}
    (remark,) = remarks(reported(suggestion=given), role(), RESTORE)
    wanted = Suggestion(path="a.py", start=start, end=end, replacement="x = 2")
    assert remark.suggestion == (wanted if kept else None)


def test_a_suggestion_without_a_quote_has_no_file() -> None:
    given = {"start": 1, "end": 1, "replacement": "x"}
    (remark,) = remarks(reported(suggestion=given, quotes=[]), role(), RESTORE)
    assert remark.suggestion is None


def test_clean_counts_only_with_evidence_and_only_for_what_is_owned() -> None:
    said = [
        ("E1", "every error is returned"),
        ("correctness", "read it"),
        ("E1", "  "),
        ("S1", "ok"),
    ]
    report = Report(clean=tuple(ReportedClean(slug=slug, evidence=shown) for slug, shown in said))
    assert [(clean.slug, clean.evidence) for clean in cleans(report, role())] == [
        ("e1", "every error is returned"),
        ("correctness", "read it"),
    ]
