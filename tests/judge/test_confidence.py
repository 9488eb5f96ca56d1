"""What low confidence does, rule by rule and at every edge."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import Scene, remark
from postil.domain.policy import ConfidenceRule, Policy
from postil.domain.severity import Blast, Kind, Root, Severity
from postil.judge.confidence import settle


def settled(rule: ConfidenceRule, confidence: int, minimum: int = 50, **fields: Any) -> Any:
    scene = Scene(policy=Policy(confidence_rule=rule, min_confidence=minimum))
    sifted = settle(scene.cases(remark(confidence=confidence, **fields)), scene.grounds())
    return sifted.kept[0] if sifted.kept else sifted.aside[0]


@pytest.mark.parametrize(
    ("confidence", "minimum", "kind"),
    [
        (100, 50, Kind.DEFECT),
        (50, 50, Kind.DEFECT),
        (49, 50, Kind.QUESTION),
        (0, 50, Kind.QUESTION),
        (60, 70, Kind.QUESTION),
    ],
)
def test_low_confidence_becomes_a_question(confidence: int, minimum: int, kind: Kind) -> None:
    case = settled(ConfidenceRule.TO_QUESTION, confidence, minimum)
    assert case.finding.kind is kind
    assert case.settled is (kind is Kind.QUESTION)
    steps = [(each.step, each.before, each.after) for each in case.finding.adjustments]
    assert steps == ([("confidence", "defect", "question")] if case.settled else [])


def test_such_a_question_is_final() -> None:
    asked = Scene().finding(remark(confidence=10, blast=Blast.DATA))
    assert (asked.kind, asked.severity) == (Kind.QUESTION, Severity.MEDIUM)
    stated = Scene().finding(remark(confidence=90, blast=Blast.DATA))
    assert stated.severity is Severity.HIGH


@pytest.mark.parametrize("kind", [Kind.QUESTION, Kind.SPEC_GAP, Kind.PRAISE])
def test_what_is_no_demand_stays_what_it_is(kind: Kind) -> None:
    case = settled(ConfidenceRule.TO_QUESTION, 10, kind=kind)
    assert (case.finding.kind, case.settled) == (kind, False)


@pytest.mark.parametrize(
    ("confidence", "root", "caveat"),
    [
        (70, Root.CODE, ""),
        (69, Root.CODE, "Medium confidence — verify"),
        (50, Root.CODE, "Medium confidence — verify"),
        (49, Root.NEW, "Low confidence — verify"),
        (30, Root.NEW, "Low confidence — verify"),
    ],
)
def test_bands(confidence: int, root: Root, caveat: str) -> None:
    found = settled(ConfidenceRule.BANDS, confidence).finding
    assert (found.root, found.caveat, found.kind) == (root, caveat, Kind.DEFECT)


def test_below_all_bands_only_the_critical_stays() -> None:
    aside = settled(ConfidenceRule.BANDS, 29)
    assert (aside.step, aside.reason) == ("confidence", "its confidence of 29 is too low")
    kept = settled(ConfidenceRule.BANDS, 29, severity=Severity.CRITICAL).finding
    assert (kept.severity, kept.root) == (Severity.CRITICAL, Root.NEW)


@pytest.mark.parametrize(("confidence", "kept"), [(50, True), (49, False)])
def test_a_minimum_sets_aside(confidence: int, *, kept: bool) -> None:
    assert hasattr(settled(ConfidenceRule.MINIMUM, confidence), "finding") is kept
