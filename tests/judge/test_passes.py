"""Every pass ends in something, and only its owner can end it quietly."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from judge.scene import finding
from postil.domain.ledger import State
from postil.domain.observation import Attendance, Observation
from postil.domain.panel import PassEnding, PassRecord
from postil.domain.policy import Profile
from postil.domain.report import PassVerdict, Report, ReportedPass
from postil.domain.severity import Dimension
from postil.judge.passes import CHECKS, OWNERS, passes

DIMENSIONS = tuple(Dimension)


def said(dimension: Dimension, verdict: str = "clean", evidence: str = "read it") -> Report:
    entry = ReportedPass(dimension=dimension, verdict=PassVerdict(verdict), evidence=evidence)
    return Report(passes=(entry,))


def seen(*attendance: Attendance) -> list[Observation]:
    return [Observation(inspector=f"check-{n}", attendance=how) for n, how in enumerate(attendance)]


def ended(
    dimension: Dimension, *reports: tuple[str, Report], checks: Sequence[Observation] = ()
) -> PassRecord:
    records = passes(Profile.PANEL, reports, (), checks=checks)
    return next(record for record in records if record.dimension is dimension)


def test_every_profile_has_an_owner_for_every_pass() -> None:
    assert {profile: len(owners) for profile, owners in OWNERS.items()} == dict.fromkeys(Profile, 8)
    assert OWNERS[Profile.GUIDED][Dimension.ERROR_HANDLING] == "silent-failure-hunter"
    assert OWNERS[Profile.PANEL][Dimension.CONCURRENCY] == "staff-engineer"


def test_findings_end_a_pass() -> None:
    raised = finding(dimension=Dimension.SECURITY)
    closed = finding(dimension=Dimension.PERFORMANCE, status=State.RESOLVED)
    records = {r.dimension: r for r in passes(Profile.PANEL, (), (raised, closed), checks=())}
    assert records[Dimension.SECURITY].ending is PassEnding.FINDINGS
    assert records[Dimension.SECURITY].findings == 1
    assert records[Dimension.PERFORMANCE].ending is PassEnding.GAP


@pytest.mark.parametrize(
    ("dimension", "verdict", "ending"),
    [
        (Dimension.CORRECTNESS, "clean", PassEnding.CLEAN),
        (Dimension.CORRECTNESS, "not-applicable", PassEnding.GAP),
        (Dimension.PERFORMANCE, "not-applicable", PassEnding.NOT_APPLICABLE),
        (Dimension.CONCURRENCY, "not-applicable", PassEnding.NOT_APPLICABLE),
    ],
)
def test_only_two_passes_may_not_apply(
    dimension: Dimension, verdict: str, ending: PassEnding
) -> None:
    record = ended(dimension, ("staff-engineer", said(dimension, verdict)))
    assert record.ending is ending


def test_the_word_of_another_role_ends_nothing() -> None:
    record = ended(Dimension.SECURITY, ("staff-engineer", said(Dimension.SECURITY)))
    assert (record.ending, record.evidence) == (PassEnding.GAP, "`security` was not heard")


def test_clean_without_evidence_is_a_gap() -> None:
    record = ended(Dimension.SECURITY, ("security", said(Dimension.SECURITY, evidence="  ")))
    assert (record.ending, record.evidence) == (
        PassEnding.GAP,
        "`security` said nothing that ends it",
    )


def test_every_shard_must_be_answered_for() -> None:
    report = said(Dimension.SECURITY)
    assert (
        ended(Dimension.SECURITY, ("security", report), ("security", Report())).ending
        is PassEnding.GAP
    )
    assert (
        ended(Dimension.SECURITY, ("security", report), ("security", report)).ending
        is PassEnding.CLEAN
    )


def test_clean_in_one_shard_and_not_applicable_in_another_is_clean() -> None:
    none, clean = said(Dimension.PERFORMANCE, "not-applicable"), said(Dimension.PERFORMANCE)
    record = ended(Dimension.PERFORMANCE, ("staff-engineer", none), ("staff-engineer", clean))
    assert record.ending is PassEnding.CLEAN


RAN, IDLE, OFF, FAILED = (
    Attendance.RAN,
    Attendance.NOT_NEEDED,
    Attendance.OFF,
    Attendance.FAILED,
)


@pytest.mark.parametrize(
    ("attendance", "ending", "evidence"),
    [
        (
            (RAN, RAN, IDLE),
            PassEnding.CLEAN,
            "checks that found nothing: 2; with nothing to look at: 1",
        ),
        (
            (IDLE, OFF),
            PassEnding.CLEAN,
            "checks that found nothing: 0; with nothing to look at: 1",
        ),
        ((), PassEnding.GAP, "none of its checks ran"),
        ((OFF, OFF), PassEnding.GAP, "none of its checks ran"),
        ((RAN, FAILED), PassEnding.GAP, "`check-1` failed"),
    ],
)
def test_the_checks_own_cross_references(
    attendance: tuple[Attendance, ...], ending: PassEnding, evidence: str
) -> None:
    record = ended(Dimension.CROSS_REFERENCE, checks=seen(*attendance))
    assert (record.ending, record.owner, record.evidence) == (ending, CHECKS, evidence)
