"""The engine runs checks side by side, asks the tree once, and turns trouble into gaps."""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from postil.catalogue import Unit
from postil.domain.brief import Archetype, Brief, Tier
from postil.domain.change import Change
from postil.domain.errors import WorkspaceError
from postil.domain.finding import Quote, Remark
from postil.domain.observation import Attendance, Clean, Gap, Observation
from postil.domain.severity import Dimension, Severity
from postil.inspection.checking import MOST_REMARKS, Material, Round, run_checks
from postil.inspection.checks import Inspection, Needles
from postil.ports import Hits, ToolRun, ToolStatus, Tree

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree

BRIEF = Brief(size=3, tier=Tier.LITE, tier_reason="Small.", archetype=Archetype.REFACTOR)
HEAD = {"a.py": "one()\ntwo()\n", "b.py": "one()\n"}


class NoTools:
    def run(self, tool: str, arguments: object, **_: object) -> ToolRun:
        return ToolRun(status=ToolStatus.MISSING)


def material(search: Any = None) -> Material:
    return Material(
        change=change_between({}, HEAD),
        head=MemoryTree(HEAD),
        base=MemoryTree({}),
        tools=NoTools(),
        today=dt.date(2026, 1, 1),
        search=search or MemorySearch(HEAD),
        brief=BRIEF,
    )


def check(
    name: str,
    inspect: Callable[..., Any],
    *,
    asks: bool = False,
    activates: Callable[..., str | None] = lambda change: "always",
) -> Unit:
    module = SimpleNamespace(inspect=inspect, activates=activates, ASKS_TREE=asks)
    return Unit(name, cast("ModuleType", module))


def remark(title: str = "Something") -> Remark:
    return Remark(
        title=title,
        slug="something",
        severity=Severity.LOW,
        dimension=Dimension.CONSISTENCY,
        quotes=(Quote(path="a.py", text="one()", line=1),),
        failure_mode="It breaks.",
        mitigation="Mend it.",
    )


def one(round_: Round) -> Observation:
    (observation,) = round_.observations
    return observation


def test_a_remark_gets_its_source_and_category() -> None:
    def inspect() -> Iterator[Remark]:
        yield remark()

    seen = one(run_checks([check("first", inspect)], material()))
    assert seen.attendance is Attendance.RAN
    assert seen.reason == "always"
    assert [(r.source, r.category) for r in seen.remarks] == [("first", "first")]
    assert seen.clean == ()
    assert seen.seconds >= 0


def test_nothing_found_is_clean_with_the_reason() -> None:
    seen = one(run_checks([check("first", lambda: iter(()))], material()))
    assert [(c.slug, c.evidence) for c in seen.clean] == [("first", "always")]


def test_a_check_may_say_itself_what_it_found_in_order() -> None:
    told = Clean(slug="first", evidence="3 files, 2 old reports left alone")

    def inspect(change: Change) -> Iterator[Remark | Clean]:
        yield remark()
        yield told

    [seen] = run_checks([check("first", inspect)], material()).observations
    assert (len(seen.remarks), seen.clean) == (1, (told,))


def test_a_gap_is_not_clean() -> None:
    gap = Gap(subject="a tool", reason="not installed", required=False)
    seen = one(run_checks([check("first", lambda: iter([gap]))], material()))
    assert seen.gaps == (gap,)
    assert seen.clean == ()


def test_inputs_are_given_by_name_and_nothing_else() -> None:
    given: dict[str, object] = {}

    def inspect(head: Tree, today: dt.date) -> Iterator[Remark]:
        given.update(head=head, today=today)
        yield from ()

    ready = material()
    run_checks([check("first", inspect)], ready)
    assert given == {"head": ready.head, "today": ready.today}


def test_what_decides_whether_to_look_may_ask_too_but_not_for_files() -> None:
    def activates(brief: Brief) -> str:
        return f"it is a {brief.archetype}"

    seen = one(run_checks([check("first", lambda: iter(()), activates=activates)], material()))
    assert seen.reason == "it is a refactor"
    curious = check("first", lambda: iter(()), activates=lambda head: "always")
    seen = one(run_checks([curious], material()))
    assert seen.attendance is Attendance.FAILED
    assert seen.reason == "`first` asks for head"


def test_asking_for_an_unknown_input_is_a_gap() -> None:
    seen = one(run_checks([check("first", lambda network: iter(()))], material()))
    assert seen.attendance is Attendance.FAILED
    assert "asks for network" in seen.reason


def test_off_and_not_needed_are_told_apart_and_order_is_kept() -> None:
    units = [
        check("off", lambda: iter(())),
        check("idle", lambda: iter(()), activates=lambda change: None),
        check("busy", lambda: iter(())),
    ]
    seen = run_checks(units, material(), off=frozenset({"off"})).observations
    assert [(o.inspector, o.attendance) for o in seen] == [
        ("off", Attendance.OFF),
        ("idle", Attendance.NOT_NEEDED),
        ("busy", Attendance.RAN),
    ]


def asker(*needles: str) -> Callable[[], Inspection]:
    def inspect() -> Inspection:
        found: Mapping[str, Hits] = yield Needles(frozenset(needles))
        for needle in needles:
            yield remark(f"{needle}: {found[needle].total}")

    return inspect


def test_all_questions_are_one_search() -> None:
    search = MemorySearch(HEAD)
    units = [
        check("first", asker("one"), asks=True),
        check("second", asker("two", "one"), asks=True),
        check("third", lambda: iter(())),
    ]
    seen = run_checks(units, material(search)).observations
    assert search.asked == [frozenset({"one", "two"})]
    assert [r.title for r in seen[0].remarks] == ["one: 2"]
    assert [r.title for r in seen[1].remarks] == ["two: 1", "one: 2"]


def test_no_question_is_no_search() -> None:
    search = MemorySearch(HEAD)
    run_checks([check("first", asker(), asks=True)], material(search))
    assert search.asked == []


def test_a_check_may_fall_silent_after_its_answer() -> None:
    def inspect() -> Inspection:
        yield Needles(frozenset({"one"}))

    seen = one(run_checks([check("first", inspect, asks=True)], material()))
    assert seen.attendance is Attendance.RAN


@pytest.mark.parametrize("asks", [False, True])
def test_asking_undeclared_or_twice_is_refused(asks: bool) -> None:
    def inspect() -> Inspection:
        yield Needles(frozenset({"one"}))
        yield Needles(frozenset({"two"}))

    seen = one(run_checks([check("first", inspect, asks=asks)], material()))
    assert seen.attendance is Attendance.FAILED
    assert "must declare ASKS_TREE and ask once" in seen.reason


class BrokenSearch:
    def search(self, needles: object) -> Mapping[str, Hits]:
        raise WorkspaceError("unable to read an object")


def test_a_search_that_fails_is_a_gap_of_whoever_asked() -> None:
    units = [check("asks", asker("one"), asks=True), check("does-not", lambda: iter(()))]
    first, second = run_checks(units, material(BrokenSearch())).observations
    assert first.attendance is Attendance.FAILED
    assert first.gaps[0].reason == "unable to read an object"
    assert first.gaps[0].required
    assert second.attendance is Attendance.RAN


def test_a_check_may_tell_what_it_knows_when_the_search_fails() -> None:
    def inspect() -> Inspection:
        try:
            yield Needles(frozenset({"one"}))
        except WorkspaceError:
            yield remark()

    seen = one(run_checks([check("first", inspect, asks=True)], material(BrokenSearch())))
    assert seen.attendance is Attendance.RAN
    assert len(seen.remarks) == 1


def test_a_crash_is_a_gap_with_the_place_and_no_loss_for_others() -> None:
    def crash() -> Iterator[Remark]:
        raise ZeroDivisionError("a number\nover lines")

    first, second = run_checks(
        [check("first", crash), check("second", lambda: iter([remark()]))], material()
    ).observations
    assert first.attendance is Attendance.FAILED
    assert "crashed at test_checking.py:" in first.reason
    assert "ZeroDivisionError: a number over lines" in first.reason
    assert first.gaps[0].required
    assert "`postil review --only first`" in first.gaps[0].remedy
    assert len(second.remarks) == 1


def test_a_crash_while_deciding_is_a_gap_too() -> None:
    def undecided(_: Change) -> str | None:
        raise KeyError("lost")

    seen = one(run_checks([check("first", lambda: iter(()), activates=undecided)], material()))
    assert seen.attendance is Attendance.FAILED


def test_a_slow_check_is_a_gap_and_the_rest_is_kept() -> None:
    forever = threading.Event()

    def slow() -> Iterator[Remark]:
        forever.wait(30)
        yield remark()

    started = time.monotonic()
    units = [check("slow", slow), check("quick", lambda: iter([remark()]))]
    first, second = run_checks(units, material(), timeout=0.2).observations
    forever.set()
    assert time.monotonic() - started < 5
    assert first.gaps[0].reason == "took longer than 0.2 s"
    assert second.attendance is Attendance.RAN


def test_an_asker_that_never_asks_does_not_keep_the_others_waiting() -> None:
    forever = threading.Event()

    def slow() -> Iterator[Remark]:
        forever.wait(30)
        yield remark()

    units = [check("slow", slow, asks=True), check("asks", asker("one"), asks=True)]
    first, second = run_checks(units, material(), timeout=2).observations
    forever.set()
    assert first.attendance is Attendance.FAILED
    assert second.attendance is Attendance.RAN


def test_who_asks_late_searches_alone() -> None:
    searches: list[object] = []
    asked_in_time = threading.Event()

    class Listening(MemorySearch):
        def search(self, needles: Collection[str]) -> Mapping[str, Hits]:
            searches.append(needles)
            asked_in_time.set()
            return super().search(needles)

    def late() -> Inspection:
        asked_in_time.wait(30)
        return (yield from asker("two")())

    units = [check("late", late, asks=True), check("asks", asker("one"), asks=True)]
    first, second = run_checks(units, material(Listening(HEAD)), timeout=2).observations
    assert first.attendance is Attendance.RAN
    assert second.attendance is Attendance.RAN
    assert searches == [{"one"}, {"two"}]


def test_a_search_that_fails_for_a_late_one_is_its_gap_alone() -> None:
    asked_in_time = threading.Event()

    class OnceOnly(MemorySearch):
        def search(self, needles: Collection[str]) -> Mapping[str, Hits]:
            if asked_in_time.is_set():
                message = "the search stopped"
                raise WorkspaceError(message)
            asked_in_time.set()
            return super().search(needles)

    def late() -> Inspection:
        asked_in_time.wait(30)
        return (yield from asker("two")())

    units = [check("late", late, asks=True), check("asks", asker("one"), asks=True)]
    first, second = run_checks(units, material(OnceOnly(HEAD)), timeout=2).observations
    assert first.gaps[0].reason == "the search stopped"
    assert second.attendance is Attendance.RAN


def test_an_interrupt_keeps_what_is_finished() -> None:
    done = threading.Event()

    class InterruptingSearch:
        def search(self, needles: object) -> Mapping[str, Hits]:
            done.wait(30)
            raise KeyboardInterrupt

    def quick() -> Iterator[Remark]:
        yield remark()

    def told(name: str, state: str, *, findings: int = 0, tokens: int = 0) -> None:
        # It is told after what the check found has been put down.
        if (name, findings) == ("quick", 1) and state != "running":
            done.set()

    units = [check("asks", asker("one"), asks=True), check("quick", quick)]
    round_ = run_checks(units, material(InterruptingSearch()), progress=told)
    assert done.is_set()
    first, second = round_.observations
    assert round_.interrupted
    assert first.gaps[0].reason == "interrupted"
    assert len(second.remarks) == 1


def test_a_flood_is_cut_and_said() -> None:
    def inspect() -> Iterator[Remark]:
        for number in range(MOST_REMARKS + 5):
            yield remark(str(number))

    seen = one(run_checks([check("first", inspect)], material()))
    assert len(seen.remarks) == MOST_REMARKS
    assert seen.gaps[0].required
    assert f"more than {MOST_REMARKS} places" in seen.gaps[0].reason


def test_progress_hears_of_start_and_end() -> None:
    heard: list[tuple[str, str]] = []
    run_checks(
        [check("first", lambda: iter(()))],
        material(),
        progress=lambda name, state, **_: heard.append((name, state)),
    )
    assert heard == [("first", "running"), ("first", "ran")]
