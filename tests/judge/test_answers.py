"""Concerns and the goal: answered with evidence that stands, or not answered."""

from __future__ import annotations

import datetime as dt

import pytest

from postil.domain.brief import Archetype, Brief, Concern, ConcernResult, Intent, Tier
from postil.domain.finding import Quote
from postil.domain.panel import GoalRecord, MatrixRow
from postil.domain.policy import Policy
from postil.domain.report import GoalVerdict, Report, ReportedConcern, ReportedGoal, ReportedQuote
from postil.judge.answers import OWNER, UNSHOWN, goal, matrix
from postil.judge.grounds import Grounds

from fakes.changes import change_between
from fakes.trees import MemoryTree

AFTER = {"a.py": "def login():\n    check()\n"}
GROUNDS = Grounds(
    change=change_between({}, AFTER),
    head=MemoryTree(AFTER),
    base=MemoryTree({}),
    search=None,
    policy=Policy(),
    today=dt.date(2026, 1, 1),
)
REAL = ReportedQuote(path="a.py", text="check()")
INVENTED = ReportedQuote(path="a.py", text="logout()")
BRIEF = Brief(
    size=1,
    tier=Tier.LITE,
    tier_reason="",
    archetype=Archetype.FEATURE,
    concerns=(Concern(number=1, text="login must not break", source="description"),),
    intent=Intent(goal="safer login"),
)


def restore(quote: ReportedQuote) -> Quote:
    return Quote(path=quote.path, text=quote.text, side=quote.side, line=quote.line)


def row(*answers: ReportedConcern) -> MatrixRow:
    (found,) = matrix(BRIEF, [(OWNER, Report(concerns=answers))], GROUNDS, restore)
    return found


def of_goal(said: ReportedGoal | None, brief: Brief = BRIEF) -> GoalRecord:
    return goal(brief, [(OWNER, Report()), (OWNER, Report(goal=said))], GROUNDS, restore)


@pytest.mark.parametrize("result", [ConcernResult.HOLDS, ConcernResult.BROKEN])
def test_an_answer_needs_a_quote_that_stands(result: ConcernResult) -> None:
    found = row(
        ReportedConcern(number=1, result=result, note="it\n calls", quotes=(REAL, INVENTED))
    )
    assert (found.result, found.note) == (result, "it calls")
    assert [evidence.place for evidence in found.evidence] == ["a.py:2"]
    refused = row(ReportedConcern(number=1, result=result, quotes=(INVENTED,)))
    assert (refused.result, refused.note) == (ConcernResult.NOT_VERIFIED, UNSHOWN)


def test_no_answer_is_a_row_that_says_so() -> None:
    assert (row().result, row().note) == (ConcernResult.NOT_VERIFIED, "nobody answered for it")
    other = ReportedConcern(number=7, result=ConcernResult.HOLDS, quotes=(REAL,))
    assert row(other).note == "nobody answered for it"


def test_not_verified_keeps_its_reason() -> None:
    blind = ReportedConcern(number=1, result=ConcernResult.NOT_VERIFIED, note="no build")
    later = ReportedConcern(number=1, result=ConcernResult.NOT_VERIFIED, note="no time")
    assert row(blind).note == "no build"
    assert row(blind, later).note == "no build"


def test_the_worst_answer_that_is_shown_counts() -> None:
    blind = ReportedConcern(number=1, result=ConcernResult.NOT_VERIFIED, note="not in my part")
    holds = ReportedConcern(number=1, result=ConcernResult.HOLDS, quotes=(REAL,))
    broken = ReportedConcern(number=1, result=ConcernResult.BROKEN, quotes=(REAL,))
    invented = ReportedConcern(number=1, result=ConcernResult.BROKEN, quotes=(INVENTED,))
    assert row(blind, holds).result is ConcernResult.HOLDS
    assert row(holds, broken, blind).result is ConcernResult.BROKEN
    assert row(holds, invented).result is ConcernResult.HOLDS


@pytest.mark.parametrize(
    ("verdict", "quotes", "meant"),
    [
        (GoalVerdict.ACHIEVED, (REAL,), GoalVerdict.ACHIEVED),
        (GoalVerdict.PARTIALLY, (REAL,), GoalVerdict.PARTIALLY),
        (GoalVerdict.NOT_ACHIEVED, (REAL,), GoalVerdict.NOT_ACHIEVED),
        (GoalVerdict.ACHIEVED, (INVENTED,), GoalVerdict.UNVERIFIABLE),
        (GoalVerdict.ACHIEVED, (), GoalVerdict.UNVERIFIABLE),
        (GoalVerdict.UNVERIFIABLE, (), GoalVerdict.UNVERIFIABLE),
        (GoalVerdict.NOT_APPLICABLE, (), GoalVerdict.UNVERIFIABLE),
    ],
)
def test_a_verdict_on_the_goal_needs_evidence(
    verdict: GoalVerdict, quotes: tuple[ReportedQuote, ...], meant: GoalVerdict
) -> None:
    found = of_goal(ReportedGoal(verdict=verdict, quotes=quotes))
    assert found.verdict is meant
    assert bool(found.evidence) == (meant is verdict and bool(quotes))


def test_without_a_goal_or_an_answer_it_says_why() -> None:
    silent = Brief(size=1, tier=Tier.LITE, tier_reason="", archetype=Archetype.FEATURE)
    assert of_goal(None, silent).note == "No goal is stated."
    assert of_goal(None).note == "Nobody answered for it."
    said = ReportedGoal(verdict=GoalVerdict.UNVERIFIABLE, note="needs a server")
    assert of_goal(said).note == "needs a server"


@pytest.mark.parametrize("role", ["security", "generalist", "second-opinion", "Verifier", ""])
def test_only_the_role_that_is_asked_answers(role: str) -> None:
    holds = ReportedConcern(number=1, result=ConcernResult.HOLDS, quotes=(REAL,))
    broken = ReportedConcern(number=1, result=ConcernResult.BROKEN, quotes=(REAL,))
    achieved = ReportedGoal(verdict=GoalVerdict.ACHIEVED, quotes=(REAL,))
    missed = ReportedGoal(verdict=GoalVerdict.NOT_ACHIEVED, quotes=(REAL,))
    volunteered = (role, Report(concerns=(broken,), goal=missed))
    (alone,) = matrix(BRIEF, [volunteered], GROUNDS, restore)
    assert alone.note == "nobody answered for it"
    assert goal(BRIEF, [volunteered], GROUNDS, restore).note == "Nobody answered for it."
    both = [volunteered, (OWNER, Report(concerns=(holds,), goal=achieved))]
    (asked,) = matrix(BRIEF, both, GROUNDS, restore)
    assert asked.result is ConcernResult.HOLDS
    assert goal(BRIEF, both, GROUNDS, restore).verdict is GoalVerdict.ACHIEVED
