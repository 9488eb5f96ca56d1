"""Runs one check on one case and says how what it found compares with what the page expects.

Each case becomes a real repository with two commits, read the way a review reads one.
"""

from __future__ import annotations

import datetime as dt
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from itertools import starmap
from pathlib import Path

from postil import catalogue
from postil.configuration import Source, SourceKind, load
from postil.domain.change import Side
from postil.domain.finding import Remark
from postil.domain.judgement import SetAside
from postil.domain.observation import Attendance, Observation
from postil.domain.policy import Policy
from postil.domain.team_rules import TeamRule
from postil.inspection import checks
from postil.inspection.checking import Material, run_checks
from postil.judge import judge
from postil.judge.grounds import Grounds
from postil.ports import Scans
from postil.understand import Request, understand
from postil.wiring import CONFIG_FILE
from postil.workspaces.git import Target, open_repository
from postil.workspaces.toolbox import Programs

from fakes.scans import HeldScan
from pages.reading import Case, Expected
from repositories import Content, Repository

TODAY = dt.date(2026, 1, 15)
CACHE = str(Path(tempfile.gettempdir()) / "postil-pages")
"""Where programs keep what they derive from their own rules from one case to the next."""

ROOT = "/repo"
"""Where a case's repository lies for scanners that name files by absolute paths."""


@dataclass(frozen=True)
class Outcome:
    """What a check did with a case."""

    observation: Observation
    right: tuple[Expected, ...]
    missed: tuple[Expected, ...]
    invented: tuple[Remark, ...]
    set_aside: tuple[SetAside, ...] = ()

    @property
    def as_expected(self) -> bool:
        return not (self.missed or self.invented or self.observation.gaps or self.is_misjudged)

    @property
    def is_misjudged(self) -> bool:
        """Whether something else reaches the review than all that is not mild."""
        wanted = Counter(entry.place for entry in self.right if entry.is_mild)
        mild = Counter(place_of(entry) for entry in self.observation.remarks if entry.is_mild)
        return wanted != mild or len(self.set_aside) != mild.total()


def pages() -> list[Path]:
    return sorted(Path(checks.__path__[0]).glob("*.md"))


def play(case: Case) -> Outcome:
    unit = catalogue.load(checks, case.page.replace("_", "-"), must_have=checks.MUST_HAVE)
    with tempfile.TemporaryDirectory() as folder:
        observation, aside = _observed(unit, case, Path(folder))
    assert observation.attendance is not Attendance.FAILED, observation.reason
    return replace(_compare(case, observation), set_aside=aside)


def _observed(
    unit: catalogue.Unit, case: Case, folder: Path
) -> tuple[Observation, tuple[SetAside, ...]]:
    """What the check saw, and what of it a review would not show."""
    made = Repository(folder)
    base = made.commit(dict(case.base), message="Start")
    gone: dict[str, Content] = dict.fromkeys(case.base.keys() - case.head.keys())
    head = made.commit({**gone, **case.head}, message=case.message)
    with open_repository(str(folder)) as repository:
        change = repository.change(Target(revision=f"{base}..{head}"))
        material = Material(
            change=change,
            head=repository.tree(head),
            base=repository.tree(base),
            tools=Programs(cache=CACHE),
            today=TODAY,
            search=repository.search(head),
            commits=repository.known_commits(),
            scans=Scans(files=tuple(starmap(HeldScan, case.scans.items())), root=ROOT),
            brief=understand(change, Request()),
            rules=_rules(case),
        )
        observation = run_checks([unit], material).observations[0]
        grounds = Grounds(
            change=change,
            head=material.head,
            base=material.base,
            search=repository.search(head),
            policy=Policy(),
            today=TODAY,
        )
        return observation, judge([observation], grounds).set_aside


def _rules(case: Case) -> tuple[TeamRule, ...]:
    """The rules of the settings file the case has at its base."""
    text = case.base.get(CONFIG_FILE, "")
    settings = load([Source(kind=SourceKind.REPOSITORY, name=CONFIG_FILE, text=text)])
    assert settings.problems == ()
    return settings.policy.rules


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


def place_of(remark: Remark) -> tuple[str, int | None, bool]:
    place = remark.quotes[0]
    return (place.path, place.line, place.side is Side.OLD)


def _fits(remark: Remark, wanted: Expected) -> bool:
    return (
        place_of(remark) == wanted.place
        and remark.severity is wanted.severity
        and wanted.slug in (None, remark.slug)
    )
