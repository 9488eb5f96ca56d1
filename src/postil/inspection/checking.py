"""Runs the checks side by side with one shared search; a crash or a slow one becomes a gap."""

from __future__ import annotations

import datetime as dt
import inspect as signatures
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from typing import Any

from postil.catalogue import Misfit, Unit
from postil.domain.brief import Brief
from postil.domain.change import Change
from postil.domain.errors import PostilError
from postil.domain.finding import Remark
from postil.domain.observation import Attendance, Clean, Gap, Observation
from postil.domain.team_rules import TeamRule
from postil.inspection.checks import INPUTS, READ_FIRST, Account, Needles
from postil.ports import Commits, Hits, NoCommits, Progress, Scans, Search, Toolbox, Tree, untold

MOST_REMARKS = 500
"""More than this from one check on one change is a flood, not a review."""
_PATIENCE = 0.5
"""The part of the time in which a check has to ask to be a part of the shared search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """Everything a check may ask for by name, and the search the engine asks for it."""

    change: Change
    head: Tree
    base: Tree
    tools: Toolbox
    today: dt.date
    search: Search
    brief: Brief
    rules: tuple[TeamRule, ...] = ()
    scans: Scans = field(default_factory=Scans)
    commits: Commits = field(default_factory=NoCommits)


@dataclass(frozen=True, slots=True)
class Round:
    """What all checks reported, in the order they were given."""

    observations: tuple[Observation, ...]
    interrupted: bool = False


def run_checks(
    checks: Sequence[Unit],
    material: Material,
    *,
    off: frozenset[str] = frozenset(),
    timeout: float = 60.0,
    progress: Progress = untold,
) -> Round:
    """Run every check that is not switched off; the slowest decides how long it takes."""
    seats = [_Seat(unit, material, progress) for unit in checks if unit.name not in off]
    started = time.monotonic()
    deadline = started + timeout
    interrupted = False
    for seat in seats:
        seat.start()
    try:
        _answer(
            [seat for seat in seats if seat.asks], material.search, started + _PATIENCE * timeout
        )
        for seat in seats:
            seat.done.wait(max(0.0, deadline - time.monotonic()))
    except KeyboardInterrupt:
        interrupted = True
    late = "interrupted" if interrupted else f"took longer than {timeout:g} s"
    reports = {seat.unit.name: seat.report(late) for seat in seats}
    return Round(
        tuple(reports.get(unit.name) or _switched_off(unit.name) for unit in checks), interrupted
    )


def admitted(name: str, load: Callable[[], Unit]) -> Unit | str:
    """A check from elsewhere, or in words why it cannot be used; loading it may do anything."""
    try:
        return load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the same edge: a guest's crash is a gap
        return _words(error) or f"`{name}` could not be loaded"


def _answer(askers: Sequence[_Seat], search: Search, deadline: float) -> None:
    """Gather every needle, search once, and give each asker what it asked for.

    Who has not asked by then searches alone, so that a slow one takes nothing from the others.
    """
    for seat in askers:
        seat.asked.wait(max(0.0, deadline - time.monotonic()))
    in_time = [seat for seat in askers if seat.asked.is_set()]
    for seat in askers:
        if seat not in in_time:
            seat.answer.put(None)
    waiting = [seat for seat in in_time if seat.needles is not None]
    needles = frozenset[str]().union(*(seat.needles or frozenset() for seat in waiting))
    try:
        found = search.search(needles) if needles else {}
    except PostilError as error:
        for seat in waiting:
            seat.answer.put(error)
        return
    for seat in waiting:
        seat.answer.put({needle: found[needle] for needle in seat.needles or ()})


def _switched_off(name: str) -> Observation:
    return Observation(
        inspector=name, attendance=Attendance.OFF, reason="switched off in the configuration"
    )


@dataclass(eq=False)
class _Seat(threading.Thread):
    """One check at work in its own thread."""

    unit: Unit
    material: Material
    progress: Progress
    asked: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)
    answer: SimpleQueue[Mapping[str, Hits] | PostilError | None] = field(
        default_factory=SimpleQueue
    )
    needles: frozenset[str] | None = None
    observation: Observation | None = None

    def __post_init__(self) -> None:
        super().__init__(name=f"check-{self.unit.name}", daemon=True)

    @property
    def asks(self) -> bool:
        return bool(getattr(self.unit.module, "ASKS_TREE", False))

    def report(self, late: str) -> Observation:
        return self.observation or _failure(self.unit.name, late)

    def run(self) -> None:
        started = time.monotonic()
        self.progress(self.unit.name, "running")
        try:
            observation = self._observe()
        except Exception as error:  # noqa: BLE001 - one of the three edges: an inspector's crash is a gap
            observation = _failure(self.unit.name, _words(error))
        self.observation = replace(observation, seconds=time.monotonic() - started)
        self.progress(
            self.unit.name, observation.attendance.value, findings=len(observation.remarks)
        )
        self.asked.set()
        self.done.set()

    def _observe(self) -> Observation:
        name, module = self.unit.name, self.unit.module
        reason = module.activates(**self._inputs(module.activates, READ_FIRST))
        if reason is None:
            return Observation(
                inspector=name, attendance=Attendance.NOT_NEEDED, reason="nothing here to look at"
            )
        remarks: list[Remark] = []
        gaps: list[Gap] = []
        clean: list[Clean] = []
        for item in self._work():
            if isinstance(item, Gap):
                gaps.append(item)
            elif isinstance(item, Clean):
                clean.append(item)
            elif len(remarks) < MOST_REMARKS:
                remarks.append(replace(item, source=name, category=item.category or name))
            else:
                gaps.append(_flood(name))
                break
        if not (remarks or gaps or clean):
            clean.append(Clean(slug=name, evidence=reason))
        return Observation(
            inspector=name,
            attendance=Attendance.RAN,
            reason=reason,
            remarks=tuple(remarks),
            gaps=tuple(gaps),
            clean=tuple(clean),
        )

    def _work(self) -> Iterator[Remark | Gap | Clean]:
        """Drive the check's generator, asking the shared search when it asks."""
        function = self.unit.module.inspect
        generator = function(**self._inputs(function, INPUTS))
        item = next(generator, None)
        while item is not None:
            if isinstance(item, Needles):
                item = _resume(generator, self._ask(item))
            else:
                yield item
                item = next(generator, None)

    def _inputs(self, function: Callable[..., object], offered: frozenset[str]) -> dict[str, Any]:
        # What a function takes but does not use may say so with an underscore in front.
        wanted = {name: name.lstrip("_") for name in signatures.signature(function).parameters}
        unknown = sorted(set(wanted.values()) - offered)
        if unknown:
            raise Misfit(f"`{self.unit.name}` asks for {', '.join(unknown)}")
        return {name: getattr(self.material, meant) for name, meant in wanted.items()}

    def _ask(self, question: Needles) -> Mapping[str, Hits] | PostilError:
        if not self.asks or self.needles is not None:
            raise Misfit(f"`{self.unit.name}` must declare ASKS_TREE and ask once")
        self.needles = question.texts
        self.asked.set()
        answer = self.answer.get()
        return self._searched_alone(question.texts) if answer is None else answer

    def _searched_alone(self, needles: frozenset[str]) -> Mapping[str, Hits] | PostilError:
        try:
            return self.material.search.search(needles) if needles else {}
        except PostilError as error:
            return error


def _resume(
    generator: Account,
    answer: Mapping[str, Hits] | PostilError,
) -> Remark | Gap | Clean | Needles | None:
    """What a check yields once it has its answer; None when it has nothing more to say.

    A search that failed is raised where the check asked, so that it may still tell what it knows.
    """
    try:
        if isinstance(answer, PostilError):
            return generator.throw(answer)
        return generator.send(answer)
    except StopIteration:
        return None


def _failure(name: str, reason: str) -> Observation:
    gap = Gap(
        subject=f"check `{name}`",
        reason=reason,
        required=True,
        remedy=f"run it alone with `postil review --only {name}`, or switch it off in `.postil.toml`",
    )
    return Observation(inspector=name, attendance=Attendance.FAILED, reason=reason, gaps=(gap,))


def _flood(name: str) -> Gap:
    return Gap(
        subject=f"check `{name}`",
        reason=f"found more than {MOST_REMARKS} places; only the first {MOST_REMARKS} are judged",
        required=True,
        remedy="split the change, or suppress the check for generated folders",
    )


def _words(error: BaseException) -> str:
    """An error in one line; for our own mistakes also the place, so that a report is useful."""
    text = " ".join(str(error).split())[:300]
    if isinstance(error, PostilError):
        return text
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
    return f"crashed at {place}: {type(error).__name__}: {text}"
