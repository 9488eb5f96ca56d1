"""The stages are run in order, and everything they say ends up in the document."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from postil import __version__, codec
from postil.catalogue import Unit
from postil.domain.change import LeftOut
from postil.domain.document import ReviewDocument
from postil.domain.finding import Quote, Remark
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.observation import Attendance, Gap
from postil.domain.policy import Policy
from postil.domain.severity import Dimension, Severity
from postil.inspection.checks import Needles
from postil.pipeline import Desk, review
from postil.pipeline.recording import MOST_GAPS
from postil.ports import ToolRun, ToolStatus
from postil.understand import Request

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree

BASE = {"a.py": "one()\n"}
HEAD = {"a.py": "one()\ntwo()\n", "b.py": "three()\n"}


class NoTools:
    def run(self, tool: str, arguments: object, **_: object) -> ToolRun:
        return ToolRun(status=ToolStatus.MISSING)


def check(name: str, inspect: Callable[..., Iterator[Any]]) -> Unit:
    module = SimpleNamespace(inspect=inspect, activates=lambda _change: "always", ASKS_TREE=False)
    return Unit(name, cast("ModuleType", module))


def remark(path: str, text: str, severity: Severity = Severity.HIGH) -> Remark:
    return Remark(
        title=f"Something is wrong with {text}",
        slug="wrong",
        severity=severity,
        dimension=Dimension.CORRECTNESS,
        quotes=(Quote(path=path, text=text),),
        failure_mode="It breaks.",
        mitigation="Mend it.",
    )


def sees(*items: Remark | Gap) -> Callable[..., Iterator[Remark | Gap]]:
    def inspect() -> Iterator[Remark | Gap]:
        yield from items

    return inspect


def desk(*checks: Unit, **parts: Any) -> Desk:
    given: dict[str, Any] = {
        "change": change_between(BASE, HEAD),
        "head": MemoryTree(HEAD),
        "base": MemoryTree(BASE),
        "search": MemorySearch(HEAD),
        "tools": NoTools(),
        "checks": checks,
        "policy": Policy(),
        "request": Request(),
        "today": dt.date(2026, 1, 1),
    }
    return Desk(**given | parts)


def reviewed(*checks: Unit, **parts: Any) -> ReviewDocument:
    return review(desk(*checks, **parts)).document


def test_what_stands_is_numbered_worst_first() -> None:
    document = reviewed(
        check("first", sees(remark("a.py", "two()", Severity.MEDIUM))),
        check("second", sees(remark("b.py", "three()"))),
    )
    assert [(f.number, f.place.place) for f in document.findings] == [
        ("F1", "b.py:1"),
        ("F2", "a.py:2"),
    ]
    assert len({finding.id for finding in document.findings}) == 2
    assert (document.outcome, document.verdict) == (Outcome.FINDINGS, Verdict.REVIEW)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        (None, "2026-01-01"),
        (dt.date(2025, 3, 1), "2025-03-01"),
        (dt.date(2027, 3, 1), "2026-01-01"),
    ],
)
def test_checks_go_by_the_day_on_which_the_change_was_written(
    written: dt.date | None, day: str
) -> None:
    seen: list[str] = []

    def inspect(today: dt.date) -> Iterator[Remark | Gap]:
        seen.append(today.isoformat())
        yield from ()

    change = replace(change_between(BASE, HEAD), written=written)
    reviewed(check("first", inspect), change=change)
    assert seen == [day]


def test_what_does_not_stand_is_kept_with_its_reason() -> None:
    document = reviewed(check("first", sees(remark("a.py", "nowhere()"))))
    assert document.findings == ()
    assert [entry.title for entry in document.set_aside] == ["Something is wrong with nowhere()"]
    assert document.outcome is Outcome.REVIEWED_CLEAN


def test_the_record_says_who_looked() -> None:
    document = reviewed(
        check("first", sees(remark("a.py", "two()"))),
        check("second", sees()),
        policy=Policy(checks_off=frozenset({"second"})),
    )
    assert [(r.name, r.kind, r.attendance, r.remarks) for r in document.inspectors] == [
        ("first", "check", Attendance.RAN, 1),
        ("second", "check", Attendance.OFF, 0),
    ]
    assert document.checks_run == 1
    assert document.panel is False


def test_the_record_says_what_was_looked_at() -> None:
    document = reviewed(check("first", sees()))
    assert [(f.path, f.additions, f.deletions, f.hunks) for f in document.files] == [
        ("a.py", 1, 0, 1),
        ("b.py", 1, 0, 1),
    ]
    subject = document.subject
    assert (subject.target, subject.branch, subject.title) == (
        *("branch `topic` against `main`", "topic"),
        "Change things",
    )
    assert document.postil == __version__
    assert [name for name, _ in document.stages] == ["understand", "inspect", "judge"]
    assert document.seconds >= sum(seconds for _, seconds in document.stages) >= 0
    assert [clean.slug for clean in document.clean] == ["first"]


def test_required_gaps_come_first_whoever_has_them() -> None:
    optional = Gap(subject="check `first`", reason="a tool is missing", required=False)
    required = Gap(subject="the configuration", reason="unreadable", required=True)
    left_out = (
        LeftOut(path="movie.mp4", reason="binary", required=False),
        LeftOut(path="big.txt", reason="over the cap", required=True),
    )
    document = reviewed(
        check("first", sees(optional)),
        change=replace(change_between(BASE, HEAD), left_out=left_out),
        gaps=(required,),
    )
    assert [(gap.subject, gap.required) for gap in document.gaps] == [
        ("the configuration", True),
        ("`big.txt`", True),
        ("`movie.mp4`", False),
        ("check `first`", False),
    ]
    assert document.gaps[1].remedy == "review it by hand or in a smaller change"
    assert document.gaps[2].remedy == ""
    assert (document.coverage, document.outcome) == (Coverage.PARTIAL, Outcome.PARTIAL)


@pytest.mark.parametrize(("count", "gaps"), [(MOST_GAPS, MOST_GAPS), (MOST_GAPS + 1, 1)])
def test_very_many_files_left_out_are_told_together(count: int, gaps: int) -> None:
    left_out = tuple(
        LeftOut(path=f"f{number}", reason="too many", required=True) for number in range(count)
    )
    document = reviewed(
        check("first", sees()),
        change=replace(
            change_between(BASE, HEAD),
            left_out=(*left_out, LeftOut(path="g", reason="binary", required=False)),
        ),
    )
    assert len(document.required_gaps) == gaps
    assert len(document.left_out) == count + 1
    assert document.gaps[-1].subject == "`g`"
    if gaps == 1:
        assert document.gaps[0].subject == "21 files (`f0`, `f1`, `f2`, …)"


def test_a_check_that_fails_leaves_the_rest_standing() -> None:
    def breaks() -> Iterator[Remark]:
        yield remark("a.py", "two()")
        raise KeyError("lost")

    document = reviewed(check("broken", breaks), check("whole", sees(remark("b.py", "three()"))))
    assert [finding.sources for finding in document.findings] == [("whole",)]
    assert document.outcome is Outcome.PARTIAL
    assert document.gaps[0].subject == "check `broken`"


def test_an_interrupt_keeps_what_was_finished() -> None:
    told: list[tuple[str, str]] = []

    def progress(name: str, state: str, **_: int) -> None:
        told.append((name, state))

    class Interrupted(MemorySearch):
        def search(self, needles: Any) -> Any:
            raise KeyboardInterrupt

    def asks() -> Iterator[Any]:
        yield Needles(frozenset({"one"}))

    asking = Unit(
        "asking",
        cast(
            "ModuleType",
            SimpleNamespace(inspect=asks, activates=lambda _change: "always", ASKS_TREE=True),
        ),
    )
    whole = check("whole", sees(remark("b.py", "three()")))
    done = review(desk(whole, asking, search=Interrupted(HEAD)), progress=progress)
    assert done.interrupted is True
    assert done.document.coverage in (Coverage.PARTIAL, Coverage.NONE)
    assert "interrupted" in {gap.reason for gap in done.document.gaps}
    assert ("asking", "running") in told


def test_the_document_survives_the_codec() -> None:
    document = reviewed(check("first", sees(remark("a.py", "two()"))))
    assert codec.decode(codec.encode(document)) == document
