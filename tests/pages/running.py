"""Runs one check on one case and says how what it found compares with what the page expects.

Each case becomes a real repository with two commits, read the way a review reads one.
"""

from __future__ import annotations

import datetime as dt
import tempfile
from dataclasses import dataclass
from pathlib import Path

from postil import catalogue
from postil.domain.change import Side
from postil.domain.finding import Remark
from postil.domain.observation import Attendance, Observation
from postil.inspection import checks
from postil.inspection.checking import Material, run_checks
from postil.workspaces.git import Target, open_repository
from postil.workspaces.toolbox import Programs

from pages.reading import Case, Expected
from repositories import Content, Repository

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
    with tempfile.TemporaryDirectory() as folder:
        observation = _observed(unit, case, Path(folder))
    assert observation.attendance is not Attendance.FAILED, observation.reason
    return _compare(case, observation)


def _observed(unit: catalogue.Unit, case: Case, folder: Path) -> Observation:
    made = Repository(folder)
    base = made.commit(dict(case.base), message="Start")
    gone: dict[str, Content] = dict.fromkeys(case.base.keys() - case.head.keys())
    head = made.commit({**gone, **case.head}, message=case.message)
    with open_repository(str(folder)) as repository:
        material = Material(
            change=repository.change(Target(revision=f"{base}..{head}")),
            head=repository.tree(head),
            base=repository.tree(base),
            tools=Programs(),
            today=TODAY,
            search=repository.search(head),
        )
        return run_checks([unit], material).observations[0]


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
