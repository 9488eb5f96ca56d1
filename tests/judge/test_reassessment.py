"""What a later look does to findings, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import Scene, evidence, finding
from postil.domain.finding import Adjustment, Finding
from postil.domain.judgement import Judgement
from postil.domain.panel import Assessment
from postil.domain.policy import Caps, ConfidenceRule, Policy
from postil.domain.severity import Basis, Justification, Kind, Root, Severity
from postil.judge.reassessment import reassessed

PANEL = Policy()
BANDS = Policy(confidence_rule=ConfidenceRule.BANDS)
MINIMUM = Policy(confidence_rule=ConfidenceRule.MINIMUM)


def word(confidence: int, **parts: Any) -> Assessment:
    settings = {"position": 0, "step": "questions", "reason": "the guard is there", **parts}
    return Assessment(confidence=confidence, **settings)


def after(
    said: Assessment, *findings: Finding, policy: Policy = PANEL, retained: tuple[str, ...] = ()
) -> Judgement:
    grounds = Scene(policy=policy).grounds()
    return reassessed(findings or (finding(),), [said], grounds, retained=retained)


def one(said: Assessment, *findings: Finding, policy: Policy = PANEL) -> Finding:
    (found,) = after(said, *findings, policy=policy).findings
    return found


def test_confidence_and_what_it_rests_on_move_and_the_step_is_kept() -> None:
    found = one(word(70, basis=Basis.VERIFIED))
    assert (found.confidence, found.basis, found.kind) == (70, Basis.VERIFIED, Kind.DEFECT)
    assert found.adjustments == (
        Adjustment(step="questions", before="90", after="70", reason="the guard is there"),
    )


def test_the_same_confidence_is_no_step_but_may_rest_on_more() -> None:
    found = one(word(90, basis=Basis.VERIFIED, caveat="Mind the gap"))
    assert (found.adjustments, found.basis, found.caveat) == ((), Basis.VERIFIED, "Mind the gap")


def test_in_doubt_the_panel_asks() -> None:
    found = one(word(20))
    assert (found.kind, [each.step for each in found.adjustments]) == (
        Kind.QUESTION,
        ["questions", "confidence"],
    )


def test_a_question_that_low_confidence_made_is_final() -> None:
    asked = finding(confidence=30, kind=Kind.QUESTION)
    assert one(word(90), asked).kind is Kind.QUESTION


@pytest.mark.parametrize(
    ("confidence", "root", "caveat"),
    [
        (90, Root.CODE, ""),
        (60, Root.CODE, "Medium confidence — verify"),
        (40, Root.NEW, "Low confidence — verify"),
    ],
)
def test_bands_are_found_anew(confidence: int, root: Root, caveat: str) -> None:
    advice = finding(
        confidence=35,
        root=Root.NEW,
        caveat="Low confidence — verify",
        adjustments=(
            Adjustment(step="blast", before="low", after="medium", reason="far"),
            Adjustment(step="confidence", before="code", after="new", reason="low"),
        ),
    )
    found = one(word(confidence), advice, policy=BANDS)
    assert (found.root, found.caveat) == (root, caveat)
    steps = [each.step for each in found.adjustments]
    assert steps == ["blast", "questions", *(["confidence"] if root is Root.NEW else [])]


def test_another_caveat_is_kept() -> None:
    warned = finding(confidence=60, caveat="Look twice; Medium confidence — verify")
    assert one(word(90), warned, policy=BANDS).caveat == "Look twice"


@pytest.mark.parametrize("policy", [BANDS, MINIMUM])
def test_what_is_too_doubtful_is_set_aside_and_counted(policy: Policy) -> None:
    judged = after(word(10), finding(reports=2, sources=("a", "b")), policy=policy)
    assert judged.findings == ()
    assert len(judged.set_aside) == 2
    aside = judged.set_aside[0]
    assert (aside.source, aside.path, aside.line, aside.step) == (
        "a, b",
        "src/shape.py",
        8,
        "questions",
    )
    assert aside.reason == "its confidence of 10 is too low: the guard is there"


@pytest.mark.parametrize("policy", [BANDS, MINIMUM])
def test_what_was_raised_before_and_is_still_there_stays_in_sight(policy: Policy) -> None:
    known = finding(id="c0ffee00")
    (kept,) = after(word(10), known, policy=policy, retained=("c0ffee00",)).findings
    assert (kept.confidence, kept.root, kept.caveat) == (10, Root.NEW, "Low confidence — verify")
    assert after(word(10), known, policy=policy, retained=("other",)).findings == ()


@pytest.mark.parametrize("policy", [PANEL, BANDS, MINIMUM])
def test_held_moves_confidence_and_nothing_else(policy: Policy) -> None:
    found = one(word(10, held=True, caveat="confirm"), policy=policy)
    assert (found.confidence, found.kind, found.root, found.caveat) == (
        10,
        Kind.DEFECT,
        Root.CODE,
        "confirm",
    )


@pytest.mark.parametrize("basis", [Basis.RULE, Basis.TOOL])
def test_what_code_worked_out_is_not_a_models_to_doubt(basis: Basis) -> None:
    computed = finding(basis=basis)
    assert one(word(10), computed, policy=MINIMUM) == finding(basis=basis, inline=True)


def test_those_nobody_looked_at_stay_and_notes_are_handed_out_anew() -> None:
    policy = Policy(caps=Caps(notes=1, lesser_notes=1))
    worst = finding(severity=Severity.HIGH, inline=True)
    mild = finding(slug="other", evidence=(evidence(start=3, end=3),))
    found = after(word(20), worst, mild, policy=policy).findings
    assert [(each.kind, each.inline) for each in found] == [
        (Kind.QUESTION, False),
        (Kind.DEFECT, True),
    ]


def test_an_unknown_position_changes_nothing() -> None:
    plain = finding(justification=Justification.REACHABLE)
    assert one(word(10, position=7), plain) == finding(inline=True)
