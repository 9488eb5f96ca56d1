"""Coverage, verdict, outcome and exit status, each over its whole table."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.scene import finding
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.ledger import State
from postil.domain.observation import Attendance, Gap, Observation
from postil.domain.policy import PROFILES, CiGate, Policy
from postil.domain.severity import Kind, Severity
from postil.judge.conclude import Conclusion, coverage, exit_status, outcome, verdict

RAN, NOT_NEEDED, OFF, FAILED = Attendance
NIT, LOW, MEDIUM, HIGH, CRITICAL = sorted(Severity, key=lambda severity: severity.rank)
REQUIRED = Gap(subject="panel", reason="no key", required=True)
OPTIONAL = Gap(subject="ruff", reason="not installed", required=False)


def seen(*attendances: Attendance, gaps: tuple[Gap, ...] = ()) -> list[Observation]:
    return [
        Observation(inspector=str(index), attendance=attendance, gaps=gaps)
        for index, attendance in enumerate(attendances)
    ]


@pytest.mark.parametrize(
    ("gaps", "attendances", "expected"),
    [
        ((), (RAN,), Coverage.FULL),
        ((), (RAN, NOT_NEEDED, OFF), Coverage.FULL),
        ((OPTIONAL,), (RAN,), Coverage.FULL),
        ((REQUIRED,), (RAN,), Coverage.PARTIAL),
        ((), (RAN, FAILED), Coverage.PARTIAL),
        ((), (NOT_NEEDED,), Coverage.FULL),
        ((OPTIONAL,), (NOT_NEEDED, OFF), Coverage.FULL),
        ((REQUIRED,), (NOT_NEEDED,), Coverage.NONE),
        ((), (NOT_NEEDED, FAILED), Coverage.NONE),
        ((), (FAILED,), Coverage.NONE),
        ((), (OFF,), Coverage.NONE),
        ((), (), Coverage.NONE),
        ((REQUIRED,), (), Coverage.NONE),
    ],
)
def test_coverage(
    gaps: tuple[Gap, ...], attendances: tuple[Attendance, ...], expected: Coverage
) -> None:
    assert coverage(gaps, seen(*attendances)) is expected


def test_the_gaps_of_an_inspector_count() -> None:
    assert coverage((), seen(RAN, gaps=(REQUIRED,))) is Coverage.PARTIAL
    assert coverage((), seen(RAN, gaps=(OPTIONAL,))) is Coverage.FULL


def of(*severities: Severity, **fields: Any) -> list[Any]:
    return [finding(severity=severity, **fields) for severity in severities]


@pytest.mark.parametrize(
    ("findings", "block_at", "expected"),
    [
        ([], CRITICAL, Verdict.CLEAN),
        (of(CRITICAL), CRITICAL, Verdict.BLOCKED),
        (of(LOW, CRITICAL), CRITICAL, Verdict.BLOCKED),
        (of(HIGH), CRITICAL, Verdict.REVIEW),
        (of(HIGH), HIGH, Verdict.BLOCKED),
        (of(CRITICAL), None, Verdict.REVIEW),
        (of(MEDIUM), CRITICAL, Verdict.NOTES),
        (of(MEDIUM), MEDIUM, Verdict.BLOCKED),
        (of(NIT), HIGH, Verdict.NOTES),
        (of(CRITICAL, kind=Kind.QUESTION), HIGH, Verdict.NOTES),
        (of(CRITICAL, kind=Kind.PRAISE), HIGH, Verdict.CLEAN),
        (of(CRITICAL, status=State.SUPPRESSED), HIGH, Verdict.CLEAN),
        (of(CRITICAL, status=State.DISPUTED), HIGH, Verdict.BLOCKED),
        (of(CRITICAL, introduced=False), HIGH, Verdict.BLOCKED),
    ],
)
def test_verdict(findings: list[Any], block_at: Severity | None, expected: Verdict) -> None:
    assert verdict(iter(findings), Policy(block_at=block_at)) is expected


@pytest.mark.parametrize(
    ("covered", "concluded", "expected"),
    [
        (Coverage.FULL, Verdict.CLEAN, Outcome.REVIEWED_CLEAN),
        (Coverage.FULL, Verdict.NOTES, Outcome.FINDINGS),
        (Coverage.FULL, Verdict.BLOCKED, Outcome.FINDINGS),
        (Coverage.PARTIAL, Verdict.CLEAN, Outcome.PARTIAL),
        (Coverage.PARTIAL, Verdict.BLOCKED, Outcome.PARTIAL),
        (Coverage.NONE, Verdict.CLEAN, Outcome.NOT_REVIEWED),
    ],
)
def test_outcome(covered: Coverage, concluded: Verdict, expected: Outcome) -> None:
    assert outcome(covered, concluded) is expected


def status(ended: Outcome, findings: list[Any], *, blame: bool = False, **policy: Any) -> int:
    settings = Policy(**policy)
    conclusion = Conclusion(
        outcome=ended,
        verdict=verdict(findings, settings),
        findings=tuple(findings),
        configuration_to_blame=blame,
    )
    return exit_status(conclusion, settings)


@pytest.mark.parametrize(
    ("gate", "expected"), [(CiGate.OFF, 0), (CiGate.STATUS, 1), (CiGate.EXIT_CODE, 1)]
)
@pytest.mark.parametrize("ended", [Outcome.FINDINGS, Outcome.NOOP])
def test_blocked_fails_where_there_is_a_gate(ended: Outcome, gate: CiGate, expected: int) -> None:
    assert status(ended, of(CRITICAL), ci_gate=gate) == expected
    assert status(ended, of(HIGH), ci_gate=gate) == 0


def test_fail_on_needs_no_gate() -> None:
    for gate in CiGate:
        assert status(Outcome.FINDINGS, of(LOW), ci_gate=gate, fail_on=LOW, block_at=None) == 1
        assert status(Outcome.FINDINGS, of(NIT), ci_gate=gate, fail_on=LOW, block_at=None) == 0
    asked = of(HIGH, kind=Kind.QUESTION) + of(HIGH, status=State.DISMISSED)
    assert status(Outcome.FINDINGS, asked, fail_on=LOW) == 0


@pytest.mark.parametrize("ended", [Outcome.PARTIAL, Outcome.NOT_REVIEWED])
def test_what_was_not_seen_fails(ended: Outcome) -> None:
    assert status(ended, [], ci_gate=CiGate.OFF) == 1
    assert status(ended, [], blame=True) == 2
    assert status(ended, [], allow_partial=True) == 0
    assert status(ended, [], blame=True, allow_partial=True) == 0
    assert status(ended, of(CRITICAL), blame=True) == 1
    assert status(ended, of(CRITICAL), allow_partial=True) == 1


@pytest.mark.parametrize("ended", [Outcome.REVIEWED_CLEAN, Outcome.FINDINGS, Outcome.NOOP])
def test_what_was_seen_and_does_not_block_is_fine(ended: Outcome) -> None:
    assert status(ended, of(HIGH), blame=True) == 0


# -- a failure never makes anything look better -------------------------------------------------

OBSERVATIONS = st.lists(st.sampled_from(Attendance), max_size=5).map(lambda kinds: seen(*kinds))
FINDINGS = st.lists(
    st.builds(
        finding,
        severity=st.sampled_from(Severity),
        kind=st.sampled_from(Kind),
        status=st.sampled_from(State),
    ),
    max_size=4,
)
POLICIES = st.sampled_from(
    [
        Policy(ci_gate=gate, block_at=block_at, fail_on=fail_on)
        for gate, block_at, fail_on in product(CiGate, (None, HIGH, CRITICAL), (None, MEDIUM))
    ]
)
WORTH = {Coverage.NONE: 0, Coverage.PARTIAL: 1, Coverage.FULL: 2}
GREEN = {
    Outcome.REVIEWED_CLEAN: 3,
    Outcome.FINDINGS: 2,
    Outcome.PARTIAL: 1,
    Outcome.NOT_REVIEWED: 0,
}


@given(OBSERVATIONS, FINDINGS, POLICIES, st.sampled_from(["failure", "gap", "own gap"]))
def test_a_failure_never_improves_anything(
    observations: list[Observation], findings: list[Any], policy: Policy, kind: str
) -> None:
    gaps = [REQUIRED] if kind == "gap" else []
    extra = {"failure": seen(FAILED), "gap": [], "own gap": seen(OFF, gaps=(REQUIRED,))}[kind]
    concluded = verdict(findings, policy)
    before = coverage((), observations)
    after = coverage(gaps, [*observations, *extra])
    assert WORTH[after] <= WORTH[before]
    assert after is not Coverage.FULL
    assert GREEN[outcome(after, concluded)] <= GREEN[outcome(before, concluded)]
    statuses = [
        exit_status(
            Conclusion(
                outcome=outcome(each, concluded), verdict=concluded, findings=tuple(findings)
            ),
            policy,
        )
        for each in (before, after)
    ]
    assert statuses[1] >= statuses[0]
    assert statuses[1] != 0


def test_the_profiles_gates() -> None:
    block = {name.value: (each.block_at, each.ci_gate) for name, each in PROFILES.items()}
    assert block == {
        "panel": (CRITICAL, CiGate.STATUS),
        "sections": (HIGH, CiGate.OFF),
        "guided": (HIGH, CiGate.OFF),
        "threads": (None, CiGate.EXIT_CODE),
    }


def test_reviewers_who_all_failed_did_not_review() -> None:
    checks, failed = seen(Attendance.RAN), seen(Attendance.FAILED, Attendance.FAILED)
    assert coverage((), [*checks, *failed], reviewers=failed) is Coverage.NONE
    one = seen(Attendance.RAN, Attendance.FAILED)
    assert coverage((), [*checks, *one], reviewers=one) is Coverage.PARTIAL
