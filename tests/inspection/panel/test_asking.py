"""Retries, fallbacks, money and the record, with a model that fails on demand."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from postil.domain.conversation import CallOutcome, Prompt, Reply, Stop
from postil.domain.errors import (
    BudgetSpent,
    ModelDown,
    ModelError,
    RateLimited,
    Refused,
    TooLong,
    Unusable,
)
from postil.inspection.panel.asking import Asker, Question
from postil.inspection.panel.purse import Purse

from fakes.models import FakeClock, FakeModel, report

PROMPT = Prompt(rules="r", shared="s", charge="c", schema={}, most_output=1_000)


def asker(*, usd: float | None = None) -> Asker:
    return Asker(purse=Purse(usd=usd), clock=FakeClock())


def question(*models: FakeModel, seat: str = "security", seconds: float = 600.0) -> Question:
    return Question(seat=seat, prompt=PROMPT, models=models, deadline=1_000.0 + seconds)


def asked(who: Asker, what: Question) -> Reply:
    return asyncio.run(who.ask(what))


def test_an_answer_is_recorded_with_what_it_took() -> None:
    who = asker()
    assert asked(who, question(FakeModel([report()]))).answer == '{"findings": []}'
    (call,) = who.calls
    assert (call.seat, call.model, call.outcome) == ("security", "fake:one", CallOutcome.ANSWERED)
    assert call.usage.input == 1_000
    assert call.first_byte is not None
    assert who.purse.usage.output == 100


def test_a_model_that_is_down_is_asked_three_times_with_growing_waits() -> None:
    model, who = FakeModel([ModelDown("cut")]), asker()
    with pytest.raises(ModelDown, match="cut"):
        asked(who, question(model))
    assert len(model.asked) == 3
    clock = who.clock
    assert isinstance(clock, FakeClock)
    first, second = clock.slept
    assert 0.5 <= first <= 1.5
    assert 1.0 <= second <= 3.0
    assert [call.outcome for call in who.calls] == [CallOutcome.FAILED] * 3
    assert {call.note for call in who.calls} == {"cut"}


def test_another_try_that_works_is_enough() -> None:
    model = FakeModel([ModelDown("cut"), report()])
    assert asked(asker(), question(model)).answer is not None
    assert len(model.asked) == 2


@pytest.mark.parametrize(("after", "waits"), [(7.0, [7.0]), (None, [5.0])])
def test_a_rate_limit_waits_as_long_as_the_provider_says(
    after: float | None, waits: list[float]
) -> None:
    who = asker()
    asked(who, question(FakeModel([RateLimited("slow down", after=after), report()])))
    clock = who.clock
    assert isinstance(clock, FakeClock)
    assert clock.slept == waits


def test_a_rate_limit_holds_for_every_seat() -> None:
    who = asker()
    model = FakeModel([RateLimited("slow down", after=9.0), report(), report()])

    async def both() -> None:
        await who.ask(question(model, seat="security"))
        await who.ask(question(model, seat="sdet"))

    asyncio.run(both())
    clock = who.clock
    assert isinstance(clock, FakeClock)
    assert clock.slept == [9.0]


def test_a_rate_limit_that_lasts_ends_in_that_error() -> None:
    model = FakeModel([RateLimited("slow down", after=1.0)])
    with pytest.raises(RateLimited):
        asked(asker(), question(model))
    assert len(model.asked) == 3


def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    model = FakeModel([RateLimited("slow down", after=60.0), report()])
    with pytest.raises(BudgetSpent, match="run out"):
        asked(asker(), question(model, seconds=30.0))
    assert len(model.asked) == 1


def test_a_wrong_key_is_tried_once_and_then_known_to_all() -> None:
    model, who = FakeModel([Unusable("wrong key")]), asker()
    for seat in ("security", "sdet"):
        with pytest.raises(Unusable, match="wrong key"):
            asked(who, question(model, seat=seat))
    assert len(model.asked) == 1


@pytest.mark.parametrize(
    "failure", [Unusable("no money"), ModelDown("down"), RateLimited("busy", after=1.0)]
)
def test_the_next_model_answers_when_one_fails(failure: ModelError) -> None:
    second = FakeModel([report()], name="fake:two")
    assert asked(asker(), question(FakeModel([failure]), second)).answer is not None
    assert len(second.asked) == 1


def test_a_refusal_is_never_an_answer() -> None:
    who = asker()
    with pytest.raises(Refused, match="declined"):
        asked(who, question(FakeModel([Reply(stop=Stop.REFUSAL, text="no")])))
    assert [call.outcome for call in who.calls] == [CallOutcome.REFUSED]


def test_a_cut_answer_is_recorded_as_cut() -> None:
    who = asker()
    asked(who, question(FakeModel([replace(report(), stop=Stop.LENGTH)])))
    assert [call.outcome for call in who.calls] == [CallOutcome.CUT]


def test_a_slow_model_is_given_up_at_the_deadline() -> None:
    who = asker()
    model = FakeModel([report()], seconds=5.0)
    what = replace(question(model), deadline=1_001.0)
    with pytest.raises(BudgetSpent, match="run out"):
        asked(who, what)
    assert who.calls[0].outcome is CallOutcome.TIMED_OUT


def test_without_time_no_call_is_begun() -> None:
    model = FakeModel([report()])
    with pytest.raises(BudgetSpent, match="ran out"):
        asked(asker(), question(model, seconds=0.5))
    assert model.asked == []


def test_a_question_too_long_for_the_window_is_not_sent() -> None:
    model = FakeModel([report()], window=1_001)
    with pytest.raises(TooLong, match="1,001 tokens"):
        asked(asker(), question(model))
    assert model.asked == []


def test_money_stops_a_call_and_no_other_model_is_tried() -> None:
    second = FakeModel([report()], name="fake:two")
    with pytest.raises(BudgetSpent, match=r"0\.00 USD for this run"):
        asked(asker(usd=0.001), question(FakeModel([report()]), second))
    assert second.asked == []


def test_no_model_at_all_is_an_error() -> None:
    with pytest.raises(Unusable, match="no model"):
        asked(asker(), question())
