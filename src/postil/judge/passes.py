"""How each of the eight passes ended, when all of them were asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from postil.domain.finding import Finding
from postil.domain.observation import Attendance, Observation
from postil.domain.panel import PassEnding, PassRecord
from postil.domain.policy import Profile
from postil.domain.report import PassVerdict, Report
from postil.domain.severity import Dimension

CHECKS = "the checks"
_GUIDED = {
    Dimension.CORRECTNESS: "code-reviewer",
    Dimension.SECURITY: "security-differential",
    Dimension.CROSS_REFERENCE: CHECKS,
    Dimension.ERROR_HANDLING: "silent-failure-hunter",
    Dimension.TEST_COVERAGE: "test-analyst",
    Dimension.CONSISTENCY: "code-reviewer",
    Dimension.PERFORMANCE: "code-reviewer",
    Dimension.CONCURRENCY: "code-reviewer",
}
_PANEL = dict.fromkeys(Dimension, "staff-engineer") | {
    Dimension.SECURITY: "security",
    Dimension.CROSS_REFERENCE: CHECKS,
    Dimension.TEST_COVERAGE: "sdet",
}
_ONE = dict.fromkeys(Dimension, "generalist") | {Dimension.CROSS_REFERENCE: CHECKS}
OWNERS: Mapping[Profile, Mapping[Dimension, str]] = {
    Profile.GUIDED: _GUIDED,
    Profile.PANEL: _PANEL,
    Profile.SECTIONS: _ONE,
    Profile.THREADS: _ONE,
}
_MAY_NOT_APPLY = (Dimension.PERFORMANCE, Dimension.CONCURRENCY)


def passes(
    profile: Profile,
    reports: Sequence[tuple[str, Report]],
    findings: Sequence[Finding],
    *,
    checks: Sequence[Observation],
) -> tuple[PassRecord, ...]:
    """One record for each dimension: findings, clean with evidence, not applicable, or a gap.

    Only the owner of a pass can end it without findings; what others say about it adds
    nothing to that. `checks` are what the checks that own a pass saw.
    """
    return tuple(
        _ended(dimension, OWNERS[profile][dimension], reports, findings, checks)
        for dimension in Dimension
    )


def _ended(
    dimension: Dimension,
    owner: str,
    reports: Sequence[tuple[str, Report]],
    findings: Sequence[Finding],
    checks: Sequence[Observation],
) -> PassRecord:
    raised = sum(each.dimension is dimension and each.is_open for each in findings)
    if raised:
        return PassRecord(
            dimension=dimension, ending=PassEnding.FINDINGS, owner=owner, findings=raised
        )
    if owner == CHECKS:
        return _by_checks(dimension, checks)
    said = [
        entry
        for name, report in reports
        if name == owner
        for entry in report.passes
        if entry.dimension is dimension and entry.evidence.strip()
    ]
    heard = [name for name, _ in reports].count(owner)
    may = dimension in _MAY_NOT_APPLY
    fitting = [entry for entry in said if may or entry.verdict is PassVerdict.CLEAN]
    # With several shards the owner has to answer for every one of them.
    if not heard or len(fitting) < heard:
        return PassRecord(
            dimension=dimension,
            ending=PassEnding.GAP,
            owner=owner,
            evidence=f"`{owner}` said nothing that ends it"
            if heard
            else f"`{owner}` was not heard",
        )
    clean = [entry for entry in fitting if entry.verdict is PassVerdict.CLEAN]
    chosen = (clean or fitting)[0]
    return PassRecord(
        dimension=dimension,
        ending=PassEnding.CLEAN if clean else PassEnding.NOT_APPLICABLE,
        owner=owner,
        evidence=" ".join(chosen.evidence.split()),
    )


def _by_checks(dimension: Dimension, checks: Sequence[Observation]) -> PassRecord:
    failed = [seen.inspector for seen in checks if seen.attendance is Attendance.FAILED]
    ran = sum(seen.attendance is Attendance.RAN for seen in checks)
    idle = sum(seen.attendance is Attendance.NOT_NEEDED for seen in checks)
    if failed:
        ending, evidence = PassEnding.GAP, f"`{failed[0]}` failed"
    elif not ran + idle:
        ending, evidence = PassEnding.GAP, "none of its checks ran"
    else:
        ending = PassEnding.CLEAN
        evidence = f"checks that found nothing: {ran}; with nothing to look at: {idle}"
    return PassRecord(dimension=dimension, ending=ending, owner=CHECKS, evidence=evidence)
