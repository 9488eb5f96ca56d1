"""The second model as one more reviewer: when it is asked, and that nothing hangs on it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from postil.domain.brief import Archetype, Brief, Layer, Tier
from postil.domain.errors import Unusable
from postil.domain.observation import Attendance
from postil.inspection.panel import Seat, Sitting
from postil.inspection.panel.purse import Purse
from postil.inspection.second_opinion import Opinion, declined, reason_for, second_opinion
from postil.understand.units import units

from fakes.changes import change_between
from fakes.models import FakeClock, FakeModel, FakePapers, finding, report, role

CHANGE = change_between({}, {"a.py": "x = 1\n"})


def brief(**fields: Any) -> Brief:
    settings: dict[str, Any] = {"archetype": Archetype.BUGFIX, "tier": Tier.STANDARD, **fields}
    return Brief(size=300, tier_reason="", **settings)


TWO = (Layer.API, Layer.STORAGE)


@pytest.mark.parametrize(
    ("change", "asked", "configured", "reason"),
    [
        (brief(tier=Tier.LITE), True, False, "asked for"),
        (brief(layers=TWO), False, True, "a bugfix over 2 layers"),
        (brief(layers=TWO), False, False, None),
        (brief(layers=TWO, tier=Tier.LITE), False, True, None),
        (brief(layers=TWO[:1]), False, True, None),
        (brief(layers=TWO, archetype=Archetype.FEATURE), False, True, None),
        (
            brief(cross_stack=True, archetype=Archetype.FEATURE),
            False,
            True,
            "the change spans user interface and server",
        ),
        (brief(cross_stack=True, tier=Tier.LITE), False, True, None),
    ],
)
def test_when_it_is_asked(change: Brief, asked: bool, configured: bool, reason: str | None) -> None:
    assert reason_for(change, asked=asked, configured=configured) == reason


def given(*models: FakeModel) -> Opinion:
    clock, first = FakeClock(), FakeModel([report()])
    sitting = Sitting(
        seats=(Seat(role=role("security"), reason="always"),),
        units=units(CHANGE),
        papers=FakePapers(),
        models={"security": [first]},
        purse=Purse(),
        clock=clock,
        deadline=clock.now() + 60,
    )
    opinion = asyncio.run(second_opinion(sitting, role("generalist"), models, reason="asked for"))
    assert first.asked == []
    return opinion


def test_it_reads_the_same_papers_under_its_own_name() -> None:
    model = FakeModel([report(findings=[finding()])], name="fake:two")
    opinion = given(model)
    (seen,) = opinion.minutes.observations
    assert (seen.inspector, seen.attendance, seen.reason) == (
        "second-opinion",
        Attendance.RAN,
        "asked for",
    )
    assert [remark.source for remark in seen.remarks] == ["second-opinion"]
    assert model.asked[0].shared == "the change: a.py"
    assert (opinion.is_given, opinion.model) == (True, "fake:two")
    assert [call.seat for call in opinion.minutes.calls] == ["second-opinion"]


@pytest.mark.parametrize(
    ("models", "why"),
    [
        ([FakeModel([Unusable("no key")])], "no key"),
        ([FakeModel([report()], window=100)], "does not fit the model's window"),
        ([], "no model is configured for it"),
    ],
)
def test_without_it_the_review_is_whole(models: list[FakeModel], why: str) -> None:
    opinion = given(*models)
    (seen,) = opinion.minutes.observations
    assert (opinion.is_given, seen.attendance, seen.remarks) == (False, Attendance.OFF, ())
    (gap,) = seen.gaps
    assert (gap.subject, gap.required) == ("no second opinion", False)
    assert why in gap.reason


def test_what_it_could_not_say_is_listed_but_not_owed() -> None:
    broken = finding(severity="awful")
    opinion = given(FakeModel([report(findings=[broken, finding()])]))
    (seen,) = opinion.minutes.observations
    assert (seen.attendance, len(seen.remarks)) == (Attendance.RAN, 1)
    assert [gap.required for gap in seen.gaps] == [False]


def test_one_that_was_given_up_says_why() -> None:
    opinion = declined("the money left for this run does not allow it")
    (seen,) = opinion.minutes.observations
    assert (opinion.is_given, seen.reason) == (
        False,
        "the money left for this run does not allow it",
    )
    assert seen.gaps[0].subject == "no second opinion"
