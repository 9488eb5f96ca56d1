"""When a stored review is the result of a run, and what makes it be done again."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from postil import codec
from postil.domain.brief import Effort
from postil.domain.document import ReviewDocument
from postil.domain.judgement import Outcome
from postil.domain.memory import Standing
from postil.domain.observation import Gap
from postil.domain.policy import ContextRules, Layout, PanelRules, Policy
from postil.domain.replies import Aim, Reply
from postil.domain.severity import Dimension, Severity
from postil.inspection.prompt.charges import Inputs
from postil.pipeline import Desk, PanelDesk, review
from postil.pipeline.past import Past
from postil.ports import Scans, ToolRun, ToolStatus
from postil.track.locating import Sides
from postil.understand import Request
from postil.wiring.desk import known_checks

from fakes.changes import change_between
from fakes.models import FakeClock, FakeModel, report, role
from fakes.scans import HeldScan
from fakes.trees import MemorySearch, MemoryTree

BEFORE = {"app/pay.py": "def pay(order):\n    check(order)\n    send(order)\n"}
AFTER = {"app/pay.py": "def pay(order):\n    send(order)\n    check(order)\n"}
POLICY = Policy(
    reviewers=("security",),
    context=ContextRules(never_lower=frozenset({Dimension.SECURITY, Dimension.CONCURRENCY})),
)


class NoTools:
    def run(self, *_: Any, **__: Any) -> ToolRun:
        return ToolRun(status=ToolStatus.MISSING)


def desk(*, with_panel: bool = False, **parts: Any) -> Desk:
    model = FakeModel([report()])
    panel = PanelDesk(
        roles={"security": role("security")},
        models=lambda _name: (model,),
        clock=FakeClock(),
        nonce="5f3a9c0d7e1b2a48",
    )
    settings: dict[str, Any] = {
        "change": change_between(BEFORE, AFTER),
        "head": MemoryTree(AFTER),
        "base": MemoryTree(BEFORE),
        "search": MemorySearch(AFTER),
        "tools": NoTools(),
        "checks": known_checks()[:2],
        "policy": POLICY,
        "request": Request(),
        "today": dt.date(2026, 1, 1),
        "panel": panel if with_panel else None,
    }
    return Desk(**{**settings, **parts})


def kept(first: Desk) -> ReviewDocument:
    """The review as a store gives it back."""
    return codec.decode(codec.encode(review(first).document))


def looking_back(second: Desk, last: ReviewDocument, **parts: Any) -> Desk:
    past = Past(
        sides=lambda _head: Sides(new=second.head),
        follows=lambda _head: True,
        memory=last.memory,
        last=last,
        **parts,
    )
    return replace(second, past=past)


@pytest.mark.parametrize("with_panel", [False, True])
def test_the_same_again_is_the_stored_review(*, with_panel: bool) -> None:
    last = kept(desk(with_panel=with_panel))
    again = review(looking_back(desk(with_panel=with_panel), last)).document
    assert again == replace(last, outcome=Outcome.NOOP)


@pytest.mark.parametrize(
    "policy",
    [
        replace(POLICY, layout=Layout.SECTIONS),
        replace(POLICY, fail_on=Severity.LOW, allow_partial=True, check_timeout=5.0),
        replace(POLICY, panel=PanelRules(run_usd=0.5, seconds=9.0)),
    ],
)
def test_how_it_is_shown_and_paid_for_may_differ(policy: Policy) -> None:
    last = kept(desk())
    again = review(looking_back(desk(policy=policy), last)).document
    assert again == replace(last, outcome=Outcome.NOOP, policy=policy)


@pytest.mark.parametrize(
    "parts",
    [
        {"policy": replace(POLICY, block_at=Severity.LOW)},
        {"policy": replace(POLICY, context=ContextRules(text="Only the money matters."))},
        {"policy": replace(POLICY, panel=PanelRules(skeptic="fake:other"))},
        {"request": Request(effort=Effort.FULL_PASS)},
        {"checks": known_checks()[:1]},
        {"gaps": (Gap(subject="configuration", reason="broken", required=True),)},
        {"scans": Scans(files=(HeldScan("scan.sarif", ""),))},
        {"base": MemoryTree({**BEFORE, "AGENTS.md": "Money is counted in cents."})},
        {"with_panel": True},
    ],
)
def test_what_a_review_rests_on_may_not(parts: dict[str, Any]) -> None:
    again = review(looking_back(desk(**parts), kept(desk()))).document
    assert again.outcome is not Outcome.NOOP


@pytest.mark.parametrize(
    "parts",
    [
        {"everything": True},
        {"replies": (Reply(finding="F1", aim=Aim.CONTESTS, by=Standing.AUTHOR),)},
    ],
)
def test_who_wants_it_read_again_or_has_replied_is_heard(parts: dict[str, Any]) -> None:
    again = review(looking_back(desk(), kept(desk()), **parts)).document
    assert again.outcome is not Outcome.NOOP


@pytest.mark.parametrize(
    "change",
    [
        {"postil": "0.0.0"},
        {"gaps": (Gap(subject="reviewer `sdet`", reason="timed out", required=True),)},
    ],
)
def test_a_review_by_another_version_or_one_with_a_gap_does_not_stand(
    change: dict[str, Any],
) -> None:
    last = replace(kept(desk()), **change)
    assert review(looking_back(desk(), last)).document.outcome is not Outcome.NOOP


def test_a_second_opinion_or_a_specification_is_never_answered_from_before() -> None:
    last = kept(desk(with_panel=True))
    first = desk(with_panel=True)
    assert first.panel is not None
    asked = replace(first, panel=replace(first.panel, second_opinion=True))
    assert review(looking_back(asked, last)).document.outcome is not Outcome.NOOP
    told = Inputs(texts={"spec-auditor": (("spec", "Check, then send."),)})
    handed = replace(first, panel=replace(first.panel, inputs=told))
    assert review(looking_back(handed, last)).document.outcome is not Outcome.NOOP


def test_the_lines_of_a_unit_are_kept_once_however_many_read_it() -> None:
    units = kept(desk(with_panel=True)).memory.units
    assert sorted(unit.reader.partition("/")[0] for unit in units) == ["checks", "security"]
    assert len({unit.key for unit in units}) == 1
    assert [len(unit.lines) for unit in units if unit.reader.startswith("checks/")] == [2]
    assert [unit.lines for unit in units if unit.reader.startswith("security/")] == [()]


@pytest.mark.parametrize(("spent", "asked"), [(0.0, 1), (9.999, 0)])
def test_what_earlier_reviews_of_the_change_took_counts(spent: float, asked: int) -> None:
    last = kept(desk(with_panel=True))
    last = replace(last, memory=replace(last.memory, spent_usd=spent))
    again = review(looking_back(desk(with_panel=True), last, everything=True)).document
    assert len(again.calls) == asked
    short = [gap.reason for gap in again.required_gaps if "for this change" in gap.reason]
    assert len(short) == 1 - asked
    assert all("the budget of 10.00 USD for this change" in reason for reason in short)
