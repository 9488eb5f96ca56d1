"""Runs the linters side by side on copies of the changed files and sorts what they say by file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

from postil.catalogue import Unit
from postil.domain.observation import Gap
from postil.inspection.linters import BASE, HEAD, SYNTAX, Desk, Garbled, Job, Report, Unfit
from postil.ports import Toolbox, ToolRun, ToolStatus

_SIDE_BY_SIDE = 4
_MOST_REPORTS = 20_000


@dataclass(frozen=True, slots=True)
class Spoken:
    """What one run said, by the file at head it is about."""

    unit: Unit
    job: Job
    head: Mapping[str, Sequence[Report]] = field(default_factory=dict)
    base: Mapping[str, Sequence[Report]] = field(default_factory=dict)


def run_all(tools: Toolbox, desks: Iterable[tuple[Unit, Desk]]) -> Iterator[Spoken | Gap]:
    """Everything the linters have to say, in the order they are given."""
    asked: list[tuple[Unit, Job]] = []
    for unit, desk in desks:
        for item in unit.module.jobs(desk):
            if isinstance(item, Gap):
                yield item
            else:
                asked.append((unit, item))
    if asked:
        with ThreadPoolExecutor(min(_SIDE_BY_SIDE, len(asked))) as pool:
            yield from pool.map(lambda pair: _run(tools, *pair), asked)


def _run(tools: Toolbox, unit: Unit, job: Job) -> Spoken | Gap:
    module = unit.module
    run = tools.run(module.PROGRAM, [*job.arguments, *job.names()], files=job.files())
    if run.status is ToolStatus.MISSING:
        return _gap(unit, f"`{module.PROGRAM}` is not installed", required=False)
    if run.status is not ToolStatus.RAN:
        return _gap(unit, f"`{module.PROGRAM}` {run.status.value}", required=True)
    return _heard(unit, job, run)


def _heard(unit: Unit, job: Job, run: ToolRun) -> Spoken | Gap:
    try:
        reports = list(islice(unit.module.read(run, job), _MOST_REPORTS + 1))
    except Unfit as problem:
        return _gap(unit, str(problem), required=False)
    except Garbled as problem:
        return _gap(unit, str(problem), required=True)
    if len(reports) > _MOST_REPORTS:
        return _gap(unit, f"it reports more than {_MOST_REPORTS:,} places", required=True)
    head: dict[str, list[Report]] = {}
    base: dict[str, list[Report]] = {}
    for report in reports:
        version, path = _place(report.name)
        if _counts(job, path, report.rule):
            (head if version == HEAD else base).setdefault(path, []).append(report)
    return Spoken(unit, job, head, base)


def _counts(job: Job, path: str, rule: str) -> bool:
    """Whether a rule can be decided here, and is one of those that count for the file."""
    settled = job.settled.get(path)
    return rule not in job.unsure and (
        settled is None or rule == SYNTAX or rule.startswith(settled)
    )


def _place(name: str) -> tuple[str, str]:
    """Which version a name means, and the path; programs print names as they like."""
    for version in (HEAD, BASE):
        before, found, path = name.partition(version)
        if found and (not before or before.endswith("/")):
            return version, path
    return BASE, name


def _gap(unit: Unit, reason: str, *, required: bool) -> Gap:
    remedy = (
        "run it by hand on the head to see why, or switch off `lint-gate` in `.postil.toml`"
        if required
        else str(unit.module.REMEDY)
    )
    return Gap(
        subject=f"linter `{unit.module.NAME}`", reason=reason, required=required, remedy=remedy
    )
