"""Reviews with a panel of fake models: what stands, what a failure does, what it costs."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections.abc import Mapping
from typing import Any

import pytest

from postil.domain.brief import Effort
from postil.domain.conversation import Prompt, Reply
from postil.domain.document import ReviewDocument
from postil.domain.errors import ModelDown, Unusable
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.observation import Attendance
from postil.domain.policy import PanelRules, Policy
from postil.domain.severity import Severity
from postil.inspection.prompt.charges import Inputs
from postil.inspection.prompt.rules import RULES
from postil.pipeline import Desk, PanelDesk, review
from postil.ports import ToolRun, ToolStatus
from postil.understand import Request
from postil.wiring.desk import known_checks

from fakes.changes import HEAD, change_between
from fakes.models import FakeModel, finding, report, role
from fakes.trees import MemorySearch, MemoryTree

BEFORE = {"app/pay.py": "def pay(order):\n    check(order)\n    send(order)\n"}
AFTER = {"app/pay.py": "def pay(order):\n    send(order)\n    check(order)\n"}
REVIEWERS = ("security", "staff-engineer", "sdet")
REAL = finding(
    title="`pay` sends before it checks",
    slug="check-after-send",
    severity="critical",
    dimension="correctness",
    quotes=[{"path": "app/pay.py", "text": "2+     send(order)", "line": 99, "side": "new"}],
)


class RealClock:
    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class NoTools:
    def run(self, *_: Any, **__: Any) -> ToolRun:
        return ToolRun(status=ToolStatus.MISSING)


def by_role(answers: Mapping[str, Reply | Exception]) -> FakeModel:
    """A model that tells who asks by the charge."""

    def answer(prompt: Prompt) -> Reply:
        name = prompt.charge.split("\n")[0].removeprefix("# Your charge: ")
        given = answers.get(name, report())
        if isinstance(given, Exception):
            raise given
        return given

    return FakeModel([answer])


def reviewed(model: FakeModel, *, rules: PanelRules | None = None, **panel: Any) -> ReviewDocument:
    change = change_between(BEFORE, AFTER)
    absent = panel.pop("absent", ())
    checks, request = panel.pop("checks", ()), panel.pop("request", Request())
    reviewers = (*REVIEWERS, *panel.pop("besides", ()))
    desk = Desk(
        change=change,
        head=MemoryTree(AFTER),
        base=MemoryTree(BEFORE),
        search=MemorySearch(AFTER),
        tools=NoTools(),
        checks=checks,
        policy=Policy(reviewers=reviewers, panel=rules or PanelRules(seconds=30)),
        request=request,
        today=dt.date(2026, 1, 1),
        panel=PanelDesk(
            roles={name: role(name) for name in reviewers if name not in absent},
            models=lambda _name: (model,),
            clock=RealClock(),
            nonce="0123456789abcdef",
            **panel,
        ),
    )
    return review(desk).document


def test_a_supported_finding_stands_at_the_line_code_found() -> None:
    document = reviewed(by_role({"staff-engineer": report(findings=[REAL])}))
    (found,) = document.findings
    assert (found.place.path, found.place.start) == ("app/pay.py", 2)
    assert found.place.text == "    send(order)"
    assert found.sources == ("staff-engineer",)
    assert found.severity is Severity.CRITICAL
    assert (document.verdict, document.coverage) == (Verdict.BLOCKED, Coverage.FULL)
    assert document.panel


def test_two_roles_with_one_defect_make_one_finding_with_two_sources() -> None:
    document = reviewed(
        by_role({"staff-engineer": report(findings=[REAL]), "sdet": report(findings=[REAL])})
    )
    (found,) = document.findings
    assert found.sources == ("sdet", "staff-engineer")


@pytest.mark.parametrize(
    "part",
    [
        {"quotes": [{"path": "app/pay.py", "text": "refund(order)"}]},
        {"quotes": [{"path": "nowhere.py", "text": "send(order)"}]},
        {"quotes": []},
        {"signals": ["D"]},
        {"title": "`no_such_name` is wrong", "failure_mode": "Bad."},
    ],
    ids=["invented quote", "invented file", "no quote", "style", "invented name"],
)
def test_what_the_code_does_not_support_is_set_aside(part: dict[str, Any]) -> None:
    document = reviewed(by_role({"sdet": report(findings=[{**REAL, **part}])}))
    assert document.findings == ()
    assert len(document.set_aside) == 1
    assert document.outcome is Outcome.REVIEWED_CLEAN


def test_one_failure_makes_the_review_partial_and_names_the_reviewer() -> None:
    document = reviewed(by_role({"security": Unusable("wrong key")}))
    assert (document.coverage, document.outcome) == (Coverage.PARTIAL, Outcome.PARTIAL)
    failed = [each.name for each in document.inspectors if each.attendance is Attendance.FAILED]
    assert failed == ["security"]
    assert document.panel
    assert [gap.subject for gap in document.required_gaps] == ["reviewer `security`"]


def test_when_all_fail_the_change_was_not_reviewed() -> None:
    document = reviewed(FakeModel([Unusable("wrong key")]))
    assert (document.coverage, document.outcome) == (Coverage.NONE, Outcome.NOT_REVIEWED)
    assert not document.panel


def test_the_record_holds_calls_cost_and_empty_chairs() -> None:
    answer = report(limitations=["could not build it"], clean=[{"slug": "E1", "evidence": "read"}])
    document = reviewed(by_role({"sdet": answer}), absent=("security",))
    assert document.reviewers is not None
    assert [(chair.role, chair.reason) for chair in document.reviewers.chairs] == [
        ("security", "there is no such role")
    ]
    assert document.reviewers.limitations == (("sdet", "could not build it"),)
    assert document.reviewers.estimate_usd is not None
    assert len(document.calls) == 2
    assert (document.cost.input_tokens, document.cost.cached_tokens) == (2_000, 400)
    assert document.cost.usd == pytest.approx(0.02)
    assert [clean.slug for clean in document.clean] == ["e1"]


def test_no_seat_at_all_is_a_panel_that_said_nothing() -> None:
    document = reviewed(FakeModel([report()]), absent=REVIEWERS)
    assert not document.panel
    assert document.calls == ()
    assert document.coverage is Coverage.NONE


def test_every_prompt_begins_with_the_rules_and_the_same_papers() -> None:
    model = FakeModel([report()])
    reviewed(model)
    assert {prompt.rules for prompt in model.asked} == {RULES}
    (shared,) = {prompt.shared for prompt in model.asked}
    assert "2+     send(order)" in shared
    assert [prompt.charge.split("\n")[0] for prompt in model.asked] == [
        f"# Your charge: {name}" for name in REVIEWERS
    ]


def test_a_tight_budget_takes_the_lines_around_first() -> None:
    grown = FakeModel([report()])
    reviewed(grown)
    assert "unchanged lines around" not in grown.asked[0].shared  # all of it is in the hunk
    poor = FakeModel([report()])
    document = reviewed(poor, rules=PanelRules(run_usd=0.0001, seconds=30))
    assert poor.asked == []
    assert document.outcome is Outcome.NOT_REVIEWED
    assert "budget" in document.required_gaps[0].reason


def test_time_that_runs_out_is_said() -> None:
    document = reviewed(FakeModel([ModelDown("cut")]), rules=PanelRules(seconds=1.5))
    assert document.outcome is Outcome.NOT_REVIEWED
    assert "time" in document.required_gaps[0].reason


SPEC = "# Orders\nAn order is checked before anything is sent.\n"
DEPARTS = {
    **REAL,
    "quotes": [
        {"path": "spec", "text": "An order is checked before anything is sent.", "line": 7},
        *REAL["quotes"],
    ],
}


@pytest.mark.parametrize(
    ("quotes", "stands"),
    [
        (DEPARTS["quotes"], True),
        (REAL["quotes"], False),
        ([{"path": "spec", "text": "Orders are never checked."}, *REAL["quotes"]], False),
        (DEPARTS["quotes"][:1], False),
    ],
    ids=["both", "code alone", "invented sentence", "specification alone"],
)
def test_a_departure_from_the_specification_needs_both_quotes(
    quotes: list[dict[str, Any]], stands: bool
) -> None:
    document = reviewed(
        by_role({"spec-auditor": report(findings=[{**DEPARTS, "quotes": quotes}])}),
        besides=("spec-auditor",),
        inputs=Inputs(texts={"spec-auditor": (("Specification", SPEC),)}),
    )
    assert len(document.findings) == stands
    assert len(document.set_aside) == (not stands)
    places = [[each.place for each in found.evidence] for found in document.findings]
    assert places == ([["app/pay.py:2", "spec:2"]] if stands else [])
    revisions = [each.revision for found in document.findings for each in found.evidence]
    assert revisions == ([HEAD, ""] if stands else [])


def test_passes_that_are_asked_for_end_or_are_gaps() -> None:
    clean = [{"dimension": "security", "verdict": "clean", "evidence": "read both lines"}]
    names = ("comment-hygiene", "doc-claims")
    checks = tuple(each for each in known_checks() if each.name in names)
    document = reviewed(
        by_role({"security": report(passes=clean), "staff-engineer": report(findings=[REAL])}),
        request=Request(effort=Effort.FULL_PASS),
        checks=checks,
    )
    assert document.reviewers is not None
    ended = {each.dimension.value: each for each in document.reviewers.passes}
    assert {name: each.ending.value for name, each in ended.items()} == {
        "correctness": "findings",
        "security": "clean",
        "cross-reference": "clean",
        "error-handling": "gap",
        "test-coverage": "gap",
        "consistency": "gap",
        "performance": "gap",
        "concurrency": "gap",
    }
    told = "checks that found nothing: 1; with nothing to look at: 0"
    assert ended["cross-reference"].evidence == told
    assert "the test-coverage pass" in [gap.subject for gap in document.required_gaps]
    assert document.coverage is Coverage.PARTIAL


def test_a_pass_of_the_checks_is_not_ended_by_other_checks() -> None:
    checks = tuple(each for each in known_checks() if each.name == "comment-hygiene")
    document = reviewed(
        FakeModel([report()]), request=Request(effort=Effort.FULL_PASS), checks=checks
    )
    reasons = {gap.subject: gap.reason for gap in document.required_gaps}
    assert reasons["the cross-reference pass"] == "none of its checks ran"
