"""Runs one check on one case and says how what it found compares with what the page expects."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

from postil import catalogue
from postil.domain.change import Side
from postil.domain.finding import Remark
from postil.domain.observation import Attendance, Observation
from postil.inspection import checks
from postil.inspection.checking import Material, run_checks
from postil.workspaces.toolbox import LocalToolbox

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree
from pages.reading import Case, Expected

TODAY = dt.date(2026, 1, 15)


@dataclass(frozen=True)
class Outcome:
    """What a check did with a case."""

    observation: Observation
    right: tuple[Expected, ...]
    missed: tuple[Expected, ...]
    invented: tuple[Remark, ...]

    @property
    def as_expected(self) -> bool:
        return not (self.missed or self.invented or self.observation.gaps)


def pages() -> list[Path]:
    return sorted(Path(checks.__path__[0]).glob("*.md"))


def play(case: Case) -> Outcome:
    unit = catalogue.load(checks, case.page.replace("_", "-"), must_have=checks.MUST_HAVE)
    subject, _, body = case.message.partition("\n\n")
    material = Material(
        change=change_between(case.base, case.head, subject=subject, body=body),
        head=MemoryTree(case.head, oid="b" * 40),
        base=MemoryTree(case.base, oid="a" * 40),
        tools=LocalToolbox(),
        today=TODAY,
        search=MemorySearch(case.head),
    )
    observation = run_checks([unit], material).observations[0]
    assert observation.attendance is not Attendance.FAILED, observation.reason
    return _compare(case, observation)


def _compare(case: Case, observation: Observation) -> Outcome:
    waiting = list(case.expected or ())
    right: list[Expected] = []
    invented: list[Remark] = []
    for remark in observation.remarks:
        match = next((wanted for wanted in waiting if _fits(remark, wanted)), None)
        if match is None:
            invented.append(remark)
        else:
            waiting.remove(match)
            right.append(match)
    return Outcome(observation, tuple(right), tuple(waiting), tuple(invented))


def _fits(remark: Remark, wanted: Expected) -> bool:
    place = remark.quotes[0]
    return (
        (place.path, place.line, place.side is Side.OLD) == wanted.place
        and remark.severity is wanted.severity
        and wanted.slug in (None, remark.slug)
    )
