"""The severity scale and how each profile words it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.policy import PROFILES, CiGate, Gate, Layout, Policy, Profile, Verify
from postil.domain.severity import Kind, Severity
from postil.domain.wording import confidence_word, emoji, label, p_code

from domain.test_finding import FINDING

WORST_FIRST = [Severity.CRITICAL, Severity.HIGH, Severity.MEDIUM, Severity.LOW, Severity.NIT]


def test_ranks_fall() -> None:
    assert [severity.rank for severity in WORST_FIRST] == [4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("severity", "raised", "lowered"),
    [
        ("critical", "critical", "high"),
        ("high", "critical", "medium"),
        ("medium", "high", "low"),
        ("low", "medium", "nit"),
        ("nit", "nit", "nit"),
    ],
)
def test_one_level_up_and_down(severity: str, raised: str, lowered: str) -> None:
    assert Severity(severity).raised() is Severity(raised)
    assert Severity(severity).lowered() is Severity(lowered)


def test_at_least_is_the_order_of_ranks() -> None:
    for one in WORST_FIRST:
        for other in WORST_FIRST:
            assert one.at_least(other) is (one.rank >= other.rank)


LABELS = {
    Profile.PANEL: ["P0", "P1", "P2", "P2", "Q"],
    Profile.SECTIONS: ["CRITICAL", "MAJOR", "MEDIUM", "MINOR", "MINOR"],
    Profile.GUIDED: ["CRITICAL", "HIGH", "MEDIUM", "LOW", "NIT"],
    Profile.THREADS: ["CRITICAL", "HIGH", "MEDIUM", "LOW", "LOW"],
}


@pytest.mark.parametrize("profile", list(Profile))
def test_each_profile_has_its_words(profile: Profile) -> None:
    findings = [replace(FINDING, severity=severity) for severity in WORST_FIRST]
    assert [label(finding, profile) for finding in findings] == LABELS[profile]


@pytest.mark.parametrize("kind", [Kind.QUESTION, Kind.SPEC_GAP])
def test_a_question_is_a_question_whatever_its_severity(kind: Kind) -> None:
    question = replace(FINDING, kind=kind, severity=Severity.CRITICAL)
    assert label(question, Profile.PANEL) == "Q"
    assert label(question, Profile.THREADS) == "LOW"
    assert (p_code(Severity.HIGH, kind), emoji(Severity.HIGH, kind)) == ("Q", "❓")


def test_codes_and_signs() -> None:
    assert [p_code(severity) for severity in WORST_FIRST] == LABELS[Profile.PANEL]
    assert [emoji(severity) for severity in WORST_FIRST] == ["🚨", "⚠️", "💡", "💡", "❓"]


@pytest.mark.parametrize(
    ("number", "word"),
    [(100, "high"), (70, "high"), (69, "medium"), (50, "medium"), (49, "low"), (0, "low")],
)
def test_confidence_bands(number: int, word: str) -> None:
    assert confidence_word(number) == word


def test_the_profiles_are_the_table() -> None:
    assert PROFILES[Profile.PANEL] == Policy()
    assert {name: policy.profile for name, policy in PROFILES.items()} == {n: n for n in Profile}
    assert [policy.block_at for policy in PROFILES.values()] == [
        Severity.CRITICAL,
        Severity.HIGH,
        Severity.HIGH,
        None,
    ]
    assert [policy.layout for policy in PROFILES.values()] == [
        Layout.STICKY,
        Layout.SECTIONS,
        Layout.TABLES,
        Layout.SUMMARY,
    ]
    assert [policy.ci_gate for policy in PROFILES.values()] == [
        CiGate.STATUS,
        CiGate.OFF,
        CiGate.OFF,
        CiGate.EXIT_CODE,
    ]
    assert [name for name, policy in PROFILES.items() if policy.gate is Gate.HUMAN] == ["guided"]
    assert all(Verify.QUOTE in policy.verify for policy in PROFILES.values())
