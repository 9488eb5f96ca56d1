"""What a review comes to: how much was seen, what that says, and the exit status it earns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from postil.domain.errors import EXIT_BLOCKED, EXIT_FINE, EXIT_USER
from postil.domain.finding import Finding
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.observation import Attendance, Gap, Observation
from postil.domain.policy import CiGate, Policy
from postil.domain.severity import Kind, Severity


def coverage(
    gaps: Iterable[Gap],
    observations: Sequence[Observation],
    *,
    reviewers: Sequence[Observation] = (),
) -> Coverage:
    """Full only when nothing required is missing; none when nobody looked at anything.

    `gaps` are those of the run; each observation brings its own besides. `reviewers` are
    those among them that were asked to read the change: when all of them failed it was not
    reviewed, whatever the checks saw.
    """
    if reviewers and all(seen.attendance is Attendance.FAILED for seen in reviewers):
        return Coverage.NONE
    attendances = [observation.attendance for observation in observations]
    own = [gap for observation in observations for gap in observation.gaps]
    is_lacking = Attendance.FAILED in attendances or any(gap.required for gap in [*gaps, *own])
    if Attendance.RAN in attendances:
        return Coverage.PARTIAL if is_lacking else Coverage.FULL
    # Inspectors with nothing to look at have covered it all, unless somebody who should
    # have looked could not.
    if Attendance.NOT_NEEDED in attendances and not is_lacking:
        return Coverage.FULL
    return Coverage.NONE


def verdict(findings: Iterable[Finding], policy: Policy) -> Verdict:
    """The conclusion over what was seen: only open findings count, only defects weigh."""
    seen = tuple(findings)
    if policy.block_at is not None and is_met(policy.block_at, seen):
        return Verdict.BLOCKED
    if is_met(Severity.HIGH, seen):
        return Verdict.REVIEW
    is_noted = any(each.is_open and each.kind is not Kind.PRAISE for each in seen)
    return Verdict.NOTES if is_noted else Verdict.CLEAN


def is_met(limit: Severity, findings: Iterable[Finding]) -> bool:
    """Whether an open defect is at least this bad."""
    return any(
        each.is_open and each.kind is Kind.DEFECT and each.severity.at_least(limit)
        for each in findings
    )


def outcome(seen: Coverage, concluded: Verdict) -> Outcome:
    """How a run that had something to do ended."""
    if seen is Coverage.NONE:
        return Outcome.NOT_REVIEWED
    if seen is Coverage.PARTIAL:
        return Outcome.PARTIAL
    return Outcome.REVIEWED_CLEAN if concluded is Verdict.CLEAN else Outcome.FINDINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """What the exit status follows from.

    When there was nothing to do, verdict and findings are those of the stored review.
    `configuration_to_blame` says that what was not seen was not seen for a setting's sake.
    """

    outcome: Outcome
    verdict: Verdict
    findings: tuple[Finding, ...]
    configuration_to_blame: bool = False


def exit_status(conclusion: Conclusion, policy: Policy) -> int:
    """0 when fine, 1 when it blocks or not all was seen, 2 when a setting is why not."""
    if conclusion.verdict is Verdict.BLOCKED and policy.ci_gate is not CiGate.OFF:
        return EXIT_BLOCKED
    if policy.fail_on is not None and is_met(policy.fail_on, conclusion.findings):
        return EXIT_BLOCKED
    if conclusion.outcome in (Outcome.PARTIAL, Outcome.NOT_REVIEWED) and not policy.allow_partial:
        return EXIT_USER if conclusion.configuration_to_blame else EXIT_BLOCKED
    return EXIT_FINE
