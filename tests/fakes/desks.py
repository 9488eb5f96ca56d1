"""Desks for tests of linters, made from dictionaries of files."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from postil.domain.observation import Gap
from postil.inspection.linters import Desk, Job, Report, Sheet
from postil.ports import ToolRun

from fakes.trees import MemoryTree


def desk(
    base: Mapping[str, str],
    changed: Mapping[str, str],
    *,
    edits: Mapping[str, str] | None = None,
    scripts: Mapping[str, str] | None = None,
    pins: Mapping[str, str] | None = None,
) -> Desk:
    """A change that rewrites or adds `changed`; `edits` are other files of the head."""
    sheets = tuple(Sheet(path, text, base.get(path)) for path, text in changed.items())
    head = {**base, **changed, **(edits or {})}
    return Desk(
        sheets=sheets,
        base=MemoryTree(base),
        head=MemoryTree(head),
        scripts=scripts or {},
        pins=pins or {},
    )


def the_job(linter: ModuleType, before: Desk) -> Job:
    [job] = linter.jobs(before)
    assert isinstance(job, Job)
    return job


def the_gap(linter: ModuleType, before: Desk) -> Gap:
    [gap] = linter.jobs(before)
    assert isinstance(gap, Gap)
    return gap


def heard(linter: ModuleType, run: ToolRun) -> list[Report]:
    return list(linter.read(run, Job(arguments=(), sheets=())))


def told(linter: ModuleType, run: ToolRun) -> list[tuple[str, int, int, str]]:
    return [(each.name, each.line, each.end, each.rule) for each in heard(linter, run)]
