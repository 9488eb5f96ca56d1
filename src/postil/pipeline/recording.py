"""Writes the review document: everything the stages found, could not see, set aside and spent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from postil import __version__
from postil.domain.brief import Brief, ConcernResult
from postil.domain.change import Change
from postil.domain.conversation import Usage
from postil.domain.document import (
    DOCUMENT_VERSION,
    Cost,
    FileRecord,
    InspectorRecord,
    ReviewDocument,
    Subject,
    UnitCount,
)
from postil.domain.finding import Finding
from postil.domain.judgement import SetAside
from postil.domain.observation import Attendance, Gap, Observation
from postil.domain.panel import Crossing, PanelRecord, PassEnding, PassRecord
from postil.domain.severity import Dimension
from postil.judge import answers, conclude
from postil.judge.grounds import Grounds
from postil.judge.passes import passes
from postil.pipeline.desk import Desk
from postil.pipeline.remembering import Remembered
from postil.pipeline.stopwatch import Stopwatch

if TYPE_CHECKING:
    # What only the panel needs is not paid for by a review without one.
    from postil.pipeline.hearing import Hearing

MOST_GAPS = 20
"""As many files left out for one reason are named one by one; the document lists them all."""


@dataclass(frozen=True, kw_only=True)
class Results:
    """What the stages handed on."""

    brief: Brief
    after: Remembered
    findings: tuple[Finding, ...]
    set_aside: tuple[SetAside, ...]
    checks: tuple[Observation, ...]
    grounds: Grounds
    hearing: Hearing | None = None
    gaps: tuple[Gap, ...] = ()
    crossing: Crossing | None = None

    @property
    def roles(self) -> tuple[Observation, ...]:
        return self.hearing.minutes.observations if self.hearing else ()

    @property
    def second(self) -> tuple[Observation, ...]:
        """What a second model reported; the review is whole without it."""
        opinion = self.hearing.opinion if self.hearing else None
        return opinion.minutes.observations if opinion else ()

    @property
    def observations(self) -> tuple[Observation, ...]:
        return (*self.checks, *self.roles, *self.second)


def document(desk: Desk, results: Results, watch: Stopwatch) -> ReviewDocument:
    panel = _panel(desk, results)
    gaps = _gaps(desk, results.observations, (*results.gaps, *_unanswered(panel)))
    coverage = conclude.coverage(gaps, results.observations, reviewers=results.roles)
    verdict = conclude.verdict(results.findings, desk.policy)
    return ReviewDocument(
        version=DOCUMENT_VERSION,
        postil=__version__,
        subject=_subject(desk.change),
        policy=desk.policy,
        brief=results.brief,
        outcome=conclude.outcome(coverage, verdict),
        coverage=coverage,
        verdict=verdict,
        panel=any(seen.attendance is Attendance.RAN for seen in results.roles),
        findings=results.findings,
        set_aside=results.set_aside,
        files=tuple(
            FileRecord(
                path=file.path,
                old_path=file.old_path,
                status=file.status,
                additions=file.additions,
                deletions=file.deletions,
                hunks=len(file.hunks),
                left_out=file.left_out,
            )
            for file in desk.change.files
        ),
        left_out=desk.change.left_out,
        inspectors=(
            *(_record(seen, kind="check") for seen in results.checks),
            *(_record(seen, kind="role") for seen in (*results.roles, *results.second)),
        ),
        gaps=gaps,
        clean=tuple(clean for seen in results.observations for clean in seen.clean),
        reviewers=panel,
        memory=results.after.memory,
        transition=results.after.transition,
        previous_head=results.after.previous_head,
        rewritten=results.after.rewritten,
        units=_units(results.hearing),
        calls=results.hearing.calls if results.hearing else (),
        cost=_cost(results.hearing),
        seconds=watch.total,
        stages=tuple(watch.laps),
    )


def _gaps(
    desk: Desk, observations: Sequence[Observation], unanswered: tuple[Gap, ...]
) -> tuple[Gap, ...]:
    """Everything nobody looked at: caps that were hit, inspectors that failed, required first."""
    left_out = tuple(_left_out(desk.change))
    seen = tuple(gap for observation in observations for gap in observation.gaps)
    return tuple(sorted(desk.gaps + left_out + seen + unanswered, key=lambda gap: not gap.required))


def _left_out(change: Change) -> Iterator[Gap]:
    """One gap per file while they are few; very many with one reason are told together."""
    alike: dict[tuple[str, bool], list[str]] = {}
    for item in change.left_out:
        alike.setdefault((item.reason, item.required), []).append(f"`{item.path}`")
    for (reason, required), paths in alike.items():
        subjects = paths
        if len(paths) > MOST_GAPS:
            subjects = [f"{len(paths):,} files ({', '.join(paths[:3])}, …)"]
        remedy = "review it by hand or in a smaller change" if required else ""
        for subject in subjects:
            yield Gap(subject=subject, reason=reason, required=required, remedy=remedy)


def _subject(change: Change) -> Subject:
    return Subject(
        target=change.target,
        repository=change.repository,
        branch=change.branch,
        base_name=change.base.name,
        base=change.base.oid,
        head_name=change.head.name,
        head=change.head.oid,
        head_is_commit=change.head.is_commit,
        title=change.title,
        commits=change.commits,
        notices=change.notices,
    )


def _panel(desk: Desk, results: Results) -> PanelRecord | None:
    hearing = results.hearing
    if hearing is None:
        return None
    reports = hearing.minutes.reports
    return PanelRecord(
        chairs=hearing.chairs,
        passes=_passes(desk, results, hearing),
        matrix=answers.matrix(results.brief, reports, results.grounds, hearing.restore),
        goal=answers.goal(results.brief, reports, results.grounds, hearing.restore),
        crossing=results.crossing,
        limitations=tuple(
            (name, limitation)
            for name, report in hearing.minutes.reports
            for limitation in report.limitations
        ),
        unread=tuple(
            (line.role, line.unit, line.why_not) for line in hearing.minutes.seen if line.why_not
        ),
        lookups=tuple(desk.panel.lookups()) if desk.panel else (),
        shards=hearing.minutes.shards,
        estimate_usd=hearing.estimate_usd,
    )


def _passes(desk: Desk, results: Results, hearing: Hearing) -> tuple[PassRecord, ...]:
    """How the eight passes ended; nothing when they were not asked for."""
    if not results.brief.full_pass:
        return ()
    own = {unit.name for unit in desk.checks if unit.module.DIMENSION is Dimension.CROSS_REFERENCE}
    checks = [seen for seen in results.checks if seen.inspector in own]
    return passes(desk.policy.profile, hearing.minutes.reports, results.findings, checks=checks)


def _unanswered(panel: PanelRecord | None) -> Iterator[Gap]:
    """What the panel was asked and did not answer: passes it owned, concerns somebody stated."""
    for ended in panel.passes if panel else ():
        if ended.ending is PassEnding.GAP:
            yield Gap(
                subject=f"the {ended.dimension.value} pass", reason=ended.evidence, required=True
            )
    for row in panel.matrix if panel else ():
        if row.result is ConcernResult.NOT_VERIFIED:
            yield Gap(
                subject=f"concern {row.number}: {row.concern}", reason=row.note, required=True
            )


def _units(hearing: Hearing | None) -> UnitCount | None:
    if hearing is None or hearing.carrying is None:
        return None
    return UnitCount(total=hearing.carrying.total, carried=len(hearing.carrying.carried))


def _cost(hearing: Hearing | None) -> Cost:
    if hearing is None or not hearing.calls:
        return Cost()
    used = sum((call.usage for call in hearing.calls), Usage())
    return Cost(
        usd=used.usd,
        input_tokens=used.input,
        cached_tokens=used.cached,
        output_tokens=used.output,
    )


def _record(observation: Observation, *, kind: str) -> InspectorRecord:
    return InspectorRecord(
        name=observation.inspector,
        kind=kind,
        attendance=observation.attendance,
        reason=observation.reason,
        remarks=len(observation.remarks),
        seconds=round(observation.seconds, 4),
    )
