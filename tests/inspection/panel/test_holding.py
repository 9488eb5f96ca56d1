"""Whole sittings: who is asked when, what each failure leaves behind, what a stop keeps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from postil.domain.conversation import Prompt
from postil.domain.errors import ModelDown, Unusable
from postil.domain.observation import Attendance
from postil.domain.severity import Dimension
from postil.domain.unit import Unit
from postil.inspection.panel import Minutes, Seat, Sitting, hold
from postil.inspection.panel.purse import Purse
from postil.understand.units import units

from fakes.changes import change_between
from fakes.models import FakeModel, FakePapers, FakeToolset, finding, report, role

CHANGE = change_between({}, {"a/one.py": "x = 1\n", "a/two.py": "y = 2\n", "b/three.py": "z = 3\n"})
PANEL = ("security", "staff-engineer", "sdet")
BIG = "x" * 40_000


class RealClock:
    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def sitting(models: Mapping[str, Sequence[FakeModel]], **parts: Any) -> Sitting:
    clock = RealClock()
    settings: dict[str, Any] = {
        "seats": tuple(Seat(role=role(name), reason="always") for name in models),
        "units": units(CHANGE),
        "papers": FakePapers(),
        "models": models,
        "purse": Purse(),
        "clock": clock,
        "deadline": clock.now() + 60,
    }
    return Sitting(**{**settings, **parts})


def held(models: Mapping[str, Sequence[FakeModel]], **parts: Any) -> Minutes:
    return asyncio.run(hold(sitting(models, **parts)))


def everyone(model: FakeModel) -> dict[str, tuple[FakeModel, ...]]:
    return dict.fromkeys(PANEL, (model,))


def by_charge(answers: Mapping[str, Any]) -> Any:
    """An answer that depends on who asks."""

    def answer(prompt: Prompt) -> Any:
        given = answers[prompt.charge.removeprefix("you are ")]
        if isinstance(given, Exception):
            raise given
        return given

    return answer


def test_every_seat_reports_and_every_unit_is_accounted_for() -> None:
    model = FakeModel([by_charge(dict.fromkeys(PANEL, report(findings=[finding()])))])
    minutes = held(everyone(model))
    assert [seen.inspector for seen in minutes.observations] == list(PANEL)
    assert {seen.attendance for seen in minutes.observations} == {Attendance.RAN}
    remark = minutes.observations[1].remarks[0]
    assert (remark.source, remark.category) == ("staff-engineer", "E1 error handling")
    assert len(minutes.seen) == 3 * 3
    assert not any(line.why_not for line in minutes.seen)
    assert len(minutes.calls) == 3
    assert [name for name, _ in minutes.reports] == list(PANEL)


def test_all_calls_are_open_together_and_share_their_beginning() -> None:
    model = FakeModel([report()], seconds=0.1)
    started = time.monotonic()
    held(everyone(model))
    assert time.monotonic() - started < 0.25
    assert model.most_open == 3
    assert len({(prompt.rules, prompt.shared) for prompt in model.asked}) == 1
    assert len({prompt.charge for prompt in model.asked}) == 3


def test_with_a_cache_the_others_begin_at_the_first_byte() -> None:
    model = FakeModel([report()], seconds=0.4, first_byte=0.15, caches=True)
    held(everyone(model), papers=FakePapers(opening=BIG))
    first, *others = model.started
    assert all(0.14 <= start - first < 0.35 for start in others)
    assert model.most_open == 3


@pytest.mark.parametrize(
    ("caches", "opening"), [(False, BIG), (True, "short")], ids=["no cache", "small change"]
)
def test_without_a_gain_nobody_waits(caches: bool, opening: str) -> None:
    model = FakeModel([report()], seconds=0.3, first_byte=0.2, caches=caches)
    held(everyone(model), papers=FakePapers(opening=opening))
    assert max(model.started) - min(model.started) < 0.1


def test_seats_with_different_models_do_not_wait_for_each_other() -> None:
    one = FakeModel([report()], seconds=0.3, first_byte=0.2, caches=True)
    two = FakeModel([report()], seconds=0.3, first_byte=0.2, caches=True, name="fake:two")
    held({"security": (one,), "sdet": (two,)}, papers=FakePapers(opening=BIG))
    assert abs(one.started[0] - two.started[0]) < 0.1


def test_one_that_fails_is_a_required_gap_and_the_others_stay() -> None:
    answers = {"security": Unusable("wrong key"), "staff-engineer": report(), "sdet": report()}
    minutes = held(everyone(FakeModel([by_charge(answers)])))
    security, *others = minutes.observations
    assert security.attendance is Attendance.FAILED
    assert security.reason == "wrong key"
    (gap,) = security.gaps
    assert gap.required
    assert gap.subject == "reviewer `security`"
    assert "3 parts unread" in gap.reason
    assert {seen.attendance for seen in others} == {Attendance.RAN}
    assert {line.why_not for line in minutes.seen if line.role == "security"} == {"wrong key"}


def test_all_failing_leaves_nothing_that_looks_like_a_review() -> None:
    minutes = held(everyone(FakeModel([Unusable("wrong key")])))
    assert {seen.attendance for seen in minutes.observations} == {Attendance.FAILED}
    assert minutes.reports == ()


def test_a_fault_in_an_answer_is_a_required_gap() -> None:
    minutes = held({"sdet": (FakeModel([report(findings=[{"title": "half"}])]),)})
    (observation,) = minutes.observations
    assert observation.attendance is Attendance.RAN
    assert [gap.required for gap in observation.gaps] == [True]
    assert "findings[0]" in observation.gaps[0].reason


def test_a_change_over_the_window_is_read_in_shards_each_unit_once() -> None:
    heavy = {"a/one.py": 900, "a/two.py": 900, "b/three.py": 900}
    model = FakeModel([report()], window=16_000 + 2_000 + 1_000 + 100)
    minutes = held({"sdet": (model,), "security": (model,)}, papers=FakePapers(heavy=heavy))
    assert minutes.shards == 3
    assert sorted((line.role, line.unit) for line in minutes.seen) == sorted(
        (name, path) for name in ("sdet", "security") for path in heavy
    )
    assert {line.why_not for line in minutes.seen} == {""}


def test_room_is_kept_for_what_a_reviewer_looks_up() -> None:
    heavy = {"a/one.py": 900, "a/two.py": 900, "b/three.py": 900}
    model = FakeModel([report()], window=16_000 + 2_000 + 3_000)
    papers = FakePapers(heavy=heavy)
    assert held({"sdet": (model,)}, papers=papers).shards == 1
    minutes = held({"sdet": (model,)}, papers=papers, toolset=lambda _role: FakeToolset())
    assert minutes.observations[0].attendance is Attendance.FAILED
    larger = FakeModel([report()], window=(16_000 + 2_000 + 1_000) * 4 // 3 + 100)
    assert held({"sdet": (larger,)}, papers=papers, toolset=lambda _role: FakeToolset()).shards == 3


def test_a_unit_that_fits_no_window_is_named() -> None:
    model = FakeModel([report()])
    minutes = held({"sdet": (model,)}, papers=FakePapers(heavy={"a/two.py": 10**6}))
    (observation,) = minutes.observations
    assert [gap.subject for gap in observation.gaps] == ["`a/two.py`"]
    assert observation.gaps[0].required
    unread = [line for line in minutes.seen if line.why_not]
    assert [(line.unit, line.why_not) for line in unread] == [
        ("a/two.py", "it does not fit the model's window")
    ]


def test_money_that_runs_out_leaves_the_later_seats_unheard() -> None:
    price_of_one = (128 + 16_000 * 5) / 1_000_000
    minutes = held(
        everyone(FakeModel([report()], seconds=0.05)), purse=Purse(usd=price_of_one * 1.5)
    )
    ran = [seen.inspector for seen in minutes.observations if seen.attendance is Attendance.RAN]
    assert ran == ["security"]
    assert "budget" in minutes.observations[1].reason


@pytest.mark.parametrize("caches", [True, False])
def test_money_that_runs_out_is_spent_on_security_first(caches: bool) -> None:
    """In whatever order the seats come and however many shards there are."""
    heavy = {"a/one.py": 900, "a/two.py": 900, "b/three.py": 900}
    model = FakeModel([report()], window=16_000 + 2_000 + 1_000 + 100, seconds=0.05, caches=caches)
    seats = (
        Seat(role=role("sdet"), reason="always"),
        Seat(role=role("security", passes=(Dimension.SECURITY,)), reason="always"),
    )
    minutes = held(
        {"sdet": (model,), "security": (model,)},
        seats=seats,
        papers=FakePapers(heavy=heavy),
        purse=Purse(usd=0.0805 * 3.5),
    )
    unread = [(line.role, line.unit) for line in minutes.seen if line.why_not]
    assert unread == [("sdet", path) for path in sorted(heavy)]
    assert [seen.inspector for seen in minutes.observations] == ["sdet", "security"]
    assert {gap.remedy for gap in minutes.observations[0].gaps} == {
        "allow more money or time, or split the change"
    }


def test_a_stop_keeps_what_was_finished() -> None:
    quick = FakeModel([report(findings=[finding()])])
    slow = FakeModel([report()], seconds=30.0, name="fake:slow")

    async def interrupted() -> Minutes:
        task = asyncio.create_task(hold(sitting({"security": (quick,), "sdet": (slow,)})))
        await asyncio.sleep(0.1)
        task.cancel()
        return await task

    minutes = asyncio.run(interrupted())
    assert minutes.interrupted
    security, sdet = minutes.observations
    assert len(security.remarks) == 1
    assert (sdet.attendance, sdet.reason) == (Attendance.FAILED, "interrupted")


def test_a_seat_has_its_own_deadline() -> None:
    slow = FakeModel([report()], seconds=30.0)
    started = time.monotonic()
    minutes = held({"sdet": (slow,)}, seat_seconds=1.1)
    assert time.monotonic() - started < 5
    assert minutes.observations[0].attendance is Attendance.FAILED


def test_progress_is_told() -> None:
    told: list[tuple[object, ...]] = []
    answers = {"security": ModelDown("cut"), "sdet": report(findings=[finding()])}
    model = FakeModel([by_charge(answers)])
    parts = {
        "deadline": time.monotonic() + 1.3,
        "progress": lambda *what, **shown: told.append((*what, shown)),
    }
    held({"security": (model,), "sdet": (model,)}, **parts)
    assert ("security", "reading", {}) in told
    assert ("security", "failed", {"findings": 0, "tokens": 0}) in told[-2:]
    assert ("sdet", "ran", {"findings": 1, "tokens": 1_100}) in told[-2:]


def test_a_change_without_units_asks_nobody() -> None:
    model = FakeModel([report()])
    empty: tuple[Unit, ...] = ()
    minutes = held({"sdet": (model,)}, units=empty)
    assert model.asked == []
    assert minutes.observations[0].attendance is Attendance.RAN
