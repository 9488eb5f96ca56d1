"""Who reported what: the four buckets, and which findings are in dispute."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import evidence, finding
from postil.domain.finding import Claim, Finding, Shape
from postil.domain.ledger import State
from postil.domain.panel import Crossing
from postil.domain.severity import Basis, Dimension, Kind, Root, Severity
from postil.judge.crossing.reconciliation import CAVEAT, Reconciliation, numbered, reconcile

PRIMARY, SECOND, BOTH = ("security",), ("second-opinion",), ("second-opinion", "security")


def at(line: int | None, sources: tuple[str, ...], **fields: Any) -> Finding:
    return finding(evidence=(evidence(start=line, end=line),), sources=sources, **fields)


def met(*findings: Finding, **settings: Any) -> Reconciliation:
    return reconcile(findings, model="fake:two", prefix="n-", **settings)


def counts(crossing: Crossing) -> tuple[int, int, int, int]:
    return (
        crossing.agreement,
        crossing.primary_only,
        crossing.second_only,
        crossing.contradiction,
    )


@pytest.mark.parametrize(
    ("findings", "meant"),
    [
        ([at(8, BOTH)], (1, 0, 0, 0)),
        ([at(8, PRIMARY)], (0, 1, 0, 0)),
        ([at(8, ("sdet", "security"))], (0, 1, 0, 0)),
        ([at(8, SECOND)], (0, 0, 1, 0)),
        ([at(8, PRIMARY), at(2, SECOND)], (1, 0, 0, 0)),
        ([at(8, PRIMARY), at(12, SECOND)], (0, 1, 1, 0)),
        ([at(8, PRIMARY), at(8, SECOND, dimension=Dimension.SECURITY)], (0, 1, 1, 0)),
        ([at(8, PRIMARY), at(8, SECOND, kind=Kind.PRAISE)], (0, 0, 0, 1)),
        ([at(8, PRIMARY, kind=Kind.PRAISE), at(8, SECOND)], (0, 0, 0, 1)),
        ([at(8, PRIMARY, kind=Kind.PRAISE)], (0, 0, 0, 0)),
        ([at(8, PRIMARY, status=State.SUPPRESSED)], (0, 0, 0, 0)),
        ([], (0, 0, 0, 0)),
    ],
)
def test_who_reported_it_decides_the_bucket(
    findings: list[Finding], meant: tuple[int, int, int, int]
) -> None:
    assert counts(met(*findings).crossing) == meant


@pytest.mark.parametrize(
    "findings",
    [
        [at(8, PRIMARY), at(7, PRIMARY), at(8, SECOND)],
        [at(8, PRIMARY), at(7, SECOND), at(8, SECOND)],
        [at(None, PRIMARY), at(None, SECOND)],
        [
            at(8, PRIMARY, claim=Claim(Shape.OTHER, "load")),
            at(8, SECOND, claim=Claim(Shape.OTHER, "save")),
        ],
    ],
    ids=["two of the first", "two of the second", "no line", "other subjects"],
)
def test_in_doubt_they_are_two(findings: list[Finding]) -> None:
    crossing = met(*findings).crossing
    assert (crossing.agreement, len(crossing.disputes)) == (0, len(findings))


def test_one_that_both_reported_leaves_its_neighbour_alone() -> None:
    assert counts(met(at(8, BOTH), at(7, SECOND)).crossing) == (1, 0, 1, 0)


def test_what_a_check_found_is_in_dispute_with_nobody() -> None:
    crossing = met(at(8, ("stale-reference",), basis=Basis.RULE), at(8, SECOND)).crossing
    assert counts(crossing) == (0, 0, 1, 0)
    agreed = at(8, ("second-opinion", "stale-reference"), basis=Basis.RULE)
    assert counts(met(agreed).crossing) == (1, 0, 0, 0)


@pytest.mark.parametrize("sources", [PRIMARY, SECOND])
def test_one_that_the_other_side_calls_fine_is_a_contradiction(sources: tuple[str, ...]) -> None:
    known = at(8, sources, id="c0ffee00")
    assert counts(met(known, acquitted={"c0ffee00"}).crossing) == (0, 0, 0, 1)
    assert met(known, acquitted={"other"}).crossing.contradiction == 0
    assert met(at(8, sources), acquitted={""}).crossing.contradiction == 0


def test_disputes_name_place_severity_and_finding_worst_first() -> None:
    mild = at(8, PRIMARY, severity=Severity.LOW, root=Root.DOC)
    middle = at(30, PRIMARY, slug="leak", title="It leaks")
    worst = at(50, SECOND, severity=Severity.CRITICAL, number="F1")
    found = met(mild, middle, worst, cap=1)
    rows = [
        (each.id, each.bucket, each.place, each.severity, each.arbitrated, each.finding)
        for each in found.crossing.disputes
    ]
    assert rows == [
        ("n-1", "second-only", "src/shape.py:50", Severity.CRITICAL, True, "F1"),
        (
            "n-2",
            "primary-only",
            "src/shape.py:30",
            Severity.MEDIUM,
            False,
            "leak at src/shape.py:30",
        ),
    ]
    assert found.crossing.disputes[1].summary == "It leaks"
    assert found.positions == {"n-1": 2, "n-2": 1}
    assert counts(found.crossing) == (0, 2, 1, 0)


def test_where_models_agree_the_caveat_stands() -> None:
    assert met(at(8, BOTH)).crossing.caveat == CAVEAT
    assert met(at(8, SECOND)).crossing.caveat == ""
    assert met().crossing.model == "fake:two"


def test_disputes_learn_the_numbers_of_their_findings() -> None:
    found = at(30, PRIMARY, slug="leak")
    crossing = met(found).crossing
    (dispute,) = numbered(crossing, [at(30, PRIMARY, slug="leak", number="F4")]).disputes
    assert dispute.finding == "F4"
    assert numbered(crossing, []).disputes == crossing.disputes
