"""Runs the linters side by side on copies of the changed files and sorts what they say by file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice

from postil.catalogue import Unit
from postil.domain.observation import Gap
from postil.inspection.linters import BASE, HEAD, SYNTAX, UNREAD, Desk, Garbled, Job, Report, Unfit
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
            for spoken in pool.map(lambda pair: run(tools, *pair), asked):
                yield spoken
                if isinstance(spoken, Spoken):
                    yield from _given_up(spoken)


def run(tools: Toolbox, unit: Unit, job: Job) -> Spoken | Gap:
    module = unit.module
    said = tools.run(module.PROGRAM, [*job.arguments, *job.names()], files=job.files())
    if said.status is ToolStatus.MISSING:
        return _gap(unit, f"`{module.PROGRAM}` is not installed", required=False)
    if said.status is not ToolStatus.RAN:
        return _gap(unit, f"`{module.PROGRAM}` {said.status.value}", required=True)
    return _heard(unit, job, said)


def _heard(unit: Unit, job: Job, said: ToolRun) -> Spoken | Gap:
    try:
        reports = list(islice(unit.module.read(said, job), _MOST_REPORTS + 1))
    except Unfit as problem:
        return _gap(unit, str(problem), required=False)
    except Garbled as problem:
        return _gap(unit, str(problem), required=True)
    if len(reports) > _MOST_REPORTS:
        return _gap(unit, f"it reports more than {_MOST_REPORTS:,} places", required=True)
    head: dict[str, list[Report]] = {}
    base: dict[str, list[Report]] = {}
    asked = {sheet.path for sheet in job.sheets}
    for report in reports:
        version, path = _place(report.name)
        # What is only laid beside the sheets is nobody's work, and shows nothing about habits.
        if path in asked and _counts(job, path, report.rule):
            told = replace(report, message=_at_home(report.message))
            (head if version == HEAD else base).setdefault(path, []).append(told)
    return Spoken(unit, job, head, base)


def _counts(job: Job, path: str, rule: str) -> bool:
    """Whether a rule can be decided here, and is one of those that count for the file."""
    settled = job.settled.get(path)
    return rule not in job.unsure and (
        settled is None or rule in (SYNTAX, UNREAD) or any(_is_of(rule, word) for word in settled)
    )


def _given_up(spoken: Spoken) -> Iterator[Gap]:
    files = [
        path for path, said in spoken.head.items() if any(report.rule == UNREAD for report in said)
    ]
    if files:
        shown = f"{len(files)} file(s), `{files[0]}` the first of them,"
        reason = f"it gave up {shown} for want of a file that the change does not touch"
        yield _gap(spoken.unit, reason, required=False, remedy="rely on the project's own build")


def _at_home(text: str) -> str:
    """Words about the copies as words about the files themselves."""
    return text.replace(HEAD, "").replace(BASE, "")


def _is_of(rule: str, group: str) -> bool:
    """Whether a rule belongs to a group: `F401` is one of `F` and of `F4`, `FLY002` is not."""
    return rule.startswith(group) and not rule[len(group) : len(group) + 1].isalpha()


def _place(name: str) -> tuple[str, str]:
    """Which version a name means, and the path; programs print names as they like."""
    for version in (HEAD, BASE):
        before, found, path = name.partition(version)
        if found and (not before or before.endswith("/")):
            return version, path
    return BASE, name


def _gap(unit: Unit, reason: str, *, required: bool, remedy: str = "") -> Gap:
    by_hand = "run it by hand on the head to see why, or switch off `lint-gate` in `.postil.toml`"
    return Gap(
        subject=f"linter `{unit.module.NAME}`",
        reason=_at_home(reason),
        required=required,
        remedy=remedy or (by_hand if required else str(unit.module.REMEDY)),
    )
