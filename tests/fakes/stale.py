"""Drives the stale-reference check over files in memory."""

from __future__ import annotations

from collections.abc import Mapping

from postil.domain.change import Change
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.inspection.checks import Needles, stale_reference
from postil.ports import Hits

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree

Files = Mapping[str, str]


def review(base: Files, head: Files) -> tuple[list[Remark], list[Gap]]:
    return drive(change_between(base, head), base, head)


def drive(change: Change, base: Files, head: Files) -> tuple[list[Remark], list[Gap]]:
    work = stale_reference.inspect(change, MemoryTree(head), MemoryTree(base))
    remarks: list[Remark] = []
    gaps: list[Gap] = []
    answer: Mapping[str, Hits] | None = None
    while True:
        try:
            item = next(work) if answer is None else work.send(answer)
        except StopIteration:
            return remarks, gaps
        answer = None
        if isinstance(item, Needles):
            answer = MemorySearch(head).search(item.texts)
        elif isinstance(item, Gap):
            gaps.append(item)
        else:
            remarks.append(item)


def told(
    changed: Mapping[str, tuple[str | None, str | None]], others: Files | None = None
) -> list[str]:
    """Places and severities found; `others` are files that the change leaves alone."""
    same = dict(others or {})
    base = same | {path: old for path, (old, _) in changed.items() if old is not None}
    head = same | {path: new for path, (_, new) in changed.items() if new is not None}
    remarks, gaps = review(base, head)
    assert gaps == []
    return [f"{entry.quotes[0].path}:{entry.quotes[0].line} {entry.severity}" for entry in remarks]
