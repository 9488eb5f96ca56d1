"""The whole review in order; the only module that knows the order."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from postil import __version__
from postil.catalogue import Unit
from postil.domain.brief import Brief
from postil.domain.change import Change
from postil.domain.document import (
    DOCUMENT_VERSION,
    FileRecord,
    InspectorRecord,
    ReviewDocument,
    Subject,
)
from postil.domain.finding import Finding
from postil.domain.judgement import SetAside
from postil.domain.observation import Gap, Observation
from postil.domain.policy import Policy
from postil.inspection.checking import Material, Progress, Round, run_checks
from postil.judge import conclude, judge
from postil.judge.grounds import Grounds
from postil.ports import Scans, Search, Toolbox, Tree
from postil.track.identity import number
from postil.understand import Request, understand

MOST_GAPS = 20
"""As many files left out for one reason are named one by one; the document lists them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What one review works with: the change, how to look further, and the rules."""

    change: Change
    head: Tree
    base: Tree
    search: Search
    tools: Toolbox
    checks: Sequence[Unit]
    policy: Policy
    request: Request
    today: dt.date
    gaps: tuple[Gap, ...] = ()
    scans: Scans = field(default_factory=Scans)


@dataclass(frozen=True, slots=True)
class Review:
    """The document, and whether someone stopped the run before it was through."""

    document: ReviewDocument
    interrupted: bool = False


def review(desk: Desk, *, progress: Progress = lambda _name, _state: None) -> Review:
    """Understand the change, run the checks, judge what they saw, and conclude."""
    watch = _Stopwatch()
    brief = understand(desk.change, desk.request)
    watch.lap("understand")
    round_ = _inspect(desk, brief, progress)
    watch.lap("inspect")
    judgement = judge(round_.observations, _grounds(desk))
    findings = number(judgement.findings, desk.change)
    watch.lap("judge")
    results = _Results(brief, findings, judgement.set_aside, round_.observations)
    return Review(_document(desk, results, watch), round_.interrupted)


def _inspect(desk: Desk, brief: Brief, progress: Progress) -> Round:
    material = Material(
        change=desk.change,
        head=desk.head,
        base=desk.base,
        tools=desk.tools,
        today=desk.today,
        search=desk.search,
        brief=brief,
        rules=desk.policy.rules,
        scans=desk.scans,
    )
    return run_checks(
        desk.checks,
        material,
        off=desk.policy.checks_off,
        timeout=desk.policy.check_timeout,
        progress=progress,
    )


def _grounds(desk: Desk) -> Grounds:
    return Grounds(
        change=desk.change,
        head=desk.head,
        base=desk.base,
        search=desk.search,
        policy=desk.policy,
        today=desk.today,
    )


@dataclass
class _Stopwatch:
    """How long each stage took, in seconds."""

    started: float = field(default_factory=time.monotonic)
    laps: list[tuple[str, float]] = field(default_factory=list)

    def lap(self, stage: str) -> None:
        self.laps.append((stage, self.total - sum(seconds for _, seconds in self.laps)))

    @property
    def total(self) -> float:
        return time.monotonic() - self.started


@dataclass(frozen=True)
class _Results:
    brief: Brief
    findings: tuple[Finding, ...]
    set_aside: tuple[SetAside, ...]
    observations: tuple[Observation, ...]


def _document(desk: Desk, results: _Results, watch: _Stopwatch) -> ReviewDocument:
    gaps = _gaps(desk, results.observations)
    coverage = conclude.coverage(gaps, results.observations)
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
        panel=False,
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
        inspectors=tuple(_record(observation) for observation in results.observations),
        gaps=gaps,
        clean=tuple(clean for seen in results.observations for clean in seen.clean),
        seconds=watch.total,
        stages=tuple(watch.laps),
    )


def _gaps(desk: Desk, observations: Sequence[Observation]) -> tuple[Gap, ...]:
    """Everything nobody looked at: caps that were hit, inspectors that failed, required first."""
    left_out = tuple(_left_out(desk.change))
    seen = tuple(gap for observation in observations for gap in observation.gaps)
    return tuple(sorted(desk.gaps + left_out + seen, key=lambda gap: not gap.required))


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


def _record(observation: Observation) -> InspectorRecord:
    return InspectorRecord(
        name=observation.inspector,
        kind="check",
        attendance=observation.attendance,
        reason=observation.reason,
        remarks=len(observation.remarks),
        seconds=round(observation.seconds, 4),
    )
