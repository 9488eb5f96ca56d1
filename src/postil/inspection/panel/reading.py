"""Reads a reviewer's report out of a model's reply; what does not fit is named, never guessed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from postil.domain.conversation import Reply
from postil.domain.report import (
    Report,
    ReportedClean,
    ReportedConcern,
    ReportedFinding,
    ReportedGoal,
    ReportedPass,
    Verification,
)
from postil.inspection.panel.salvage import Doubled, Salvage, salvage
from postil.inspection.panel.words import canonical

LISTS: dict[str, type] = {
    "findings": ReportedFinding,
    "clean": ReportedClean,
    "passes": ReportedPass,
    "verifications": Verification,
    "concerns": ReportedConcern,
}
_EXPECTED = frozenset({*LISTS, "goal", "limitations"})
MOST_ENTRIES = 200
MOST_LIMITATIONS = 20
MOST_FAULTS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What could be read, and what is wrong with the rest in words a model can act on."""

    report: Report | None
    faults: tuple[str, ...] = ()
    complete: bool = True

    @property
    def is_whole(self) -> bool:
        return self.report is not None and self.complete and not self.faults

    @property
    def complaint(self) -> str:
        if self.report is None:
            return "there is no JSON object with a list `findings` in it"
        named = "; ".join(self.faults[:MOST_FAULTS])
        return named or "the JSON ends before it is complete"


def read(reply: Reply) -> Reading:
    """The report in a reply: in its structured answer, else in its text."""
    for text in (reply.answer, reply.text):
        found = salvage(text, expected=_EXPECTED) if text else None
        if found is not None:
            return _report(found)
    return Reading(report=None)


def _report(found: Salvage) -> Reading:
    faults: list[str] = []
    lists = {name: _entries(found, name, kind, faults) for name, kind in LISTS.items()}
    goal = _one("goal", found.value.get("goal"), ReportedGoal, faults)
    limitations = [
        line for line in _listed(found.value.get("limitations")) if isinstance(line, str)
    ]
    summary = found.value.get("summary")
    report = Report(
        **lists,
        goal=goal,
        limitations=tuple(limitations[:MOST_LIMITATIONS]),
        summary=summary if isinstance(summary, str) else "",
    )
    return Reading(report=report, faults=tuple(faults), complete=found.complete)


def _entries(found: Salvage, name: str, kind: type, faults: list[str]) -> tuple[Any, ...]:
    value = found.value.get(name)
    if isinstance(value, Doubled) or (value is not None and not isinstance(value, list | dict)):
        faults.append(f"`{name}` is not a list")
        return ()
    entries = _listed(value)
    if len(entries) > MOST_ENTRIES:
        faults.append(f"`{name}` has {len(entries):,} entries; {MOST_ENTRIES} are read")
    read_ = [
        _one(f"{name}[{position}]", entry, kind, faults)
        for position, entry in enumerate(entries[:MOST_ENTRIES])
    ]
    return tuple(entry for entry in read_ if entry is not None)


def _listed(value: object) -> list[Any]:
    """A list; a single object where a list belongs counts as a list of one."""
    if isinstance(value, list):
        return value
    return [value] if isinstance(value, dict) else []


def _one(place: str, value: object, kind: Callable[..., Any], faults: list[str]) -> Any:
    if value is None:
        return None
    if isinstance(value, Doubled):
        faults.append(f"`{place}` has the key `{value.key}` twice")
        return None
    try:
        return msgspec.convert(canonical(value), kind, strict=False)
    except (msgspec.ValidationError, RecursionError) as error:
        faults.append(f"`{place}`: {str(error)[:200]}")
        return None
