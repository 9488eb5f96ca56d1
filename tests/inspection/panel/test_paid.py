"""What was paid for is found again by everything that was sent, and by nothing less."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from postil.domain.conversation import (
    FROM_STORE,
    CallOutcome,
    Prompt,
    Reply,
    Stop,
    ToolCall,
    ToolOffer,
    ToolResult,
    Turn,
    Usage,
)
from postil.domain.errors import ModelDown, Refused
from postil.inspection.panel.asking import Asker, Question
from postil.inspection.panel.paid import keep_reply, kept_reply, question
from postil.inspection.panel.purse import Purse
from postil.stores.in_memory import InMemoryStore

from fakes.models import USED, FakeClock, FakeModel, report

CALL = ToolCall(id="1", name="search", arguments='{"text": "\ud83d"}')
REPLY = Reply(text="é \udcff", calls=(CALL,), stop=Stop.TOOLS, usage=USED, original='[{"a": 1}]')
TURN = Turn(reply=REPLY, results=(ToolResult(call=CALL, text="found"),))
PROMPT = Prompt(
    rules="r",
    shared="s",
    charge="c",
    schema={"type": "object"},
    tools=(ToolOffer(name="search", description="d", schema={}),),
    turns=(TURN,),
    seat="security",
)
MODEL = FakeModel([report()])


@pytest.mark.parametrize(
    "parts",
    [
        {"rules": "R"},
        {"shared": "S"},
        {"charge": "C"},
        {"schema": {"type": "array"}},
        {"tools": ()},
        {"turns": ()},
        {"turns": (replace(TURN, complaint="not whole"),)},
        {"turns": (replace(TURN, reply=replace(REPLY, text="e")),)},
        {"turns": (replace(TURN, results=(ToolResult(call=CALL, text="lost"),)),)},
        {"most_output": 1},
        {"last": True},
    ],
)
def test_every_byte_that_is_sent_counts(parts: dict[str, Any]) -> None:
    assert question(MODEL, replace(PROMPT, **parts)) != question(MODEL, PROMPT)


def test_another_model_is_another_question() -> None:
    for other in (FakeModel([], name="fake:two"), FakeModel([], window=1)):
        assert question(other, PROMPT) != question(MODEL, PROMPT)


def test_who_asks_and_what_earlier_turns_cost_do_not_count() -> None:
    free = replace(TURN, reply=replace(REPLY, usage=Usage(), original=""))
    other = replace(PROMPT, seat="sdet", turns=(free,))
    assert question(MODEL, other) == question(MODEL, PROMPT)


def test_an_answer_comes_back_for_nothing() -> None:
    store, plain = InMemoryStore(), replace(REPLY, text="é", calls=())
    assert kept_reply(store, MODEL, PROMPT) is None
    keep_reply(store, MODEL, PROMPT, plain)
    assert kept_reply(store, MODEL, PROMPT) == replace(plain, usage=Usage())


@pytest.mark.parametrize("data", [b"", b"{", b'{"stop": "later"}', b"\xff", b"[" * 100_000])
def test_what_cannot_be_read_was_never_said(data: bytes) -> None:
    store = InMemoryStore()
    store.keep(question(MODEL, PROMPT), data)
    assert kept_reply(store, MODEL, PROMPT) is None


def asked(model: FakeModel, store: InMemoryStore, *more: FakeModel) -> tuple[Reply, Asker]:
    asker = Asker(purse=Purse(usd=1.0), clock=FakeClock(), answers=store)
    what = Question(seat="sdet", prompt=PROMPT, models=(model, *more), deadline=2_000.0)
    return asyncio.run(asker.ask(what)), asker


def test_the_second_run_asks_nobody() -> None:
    store = InMemoryStore()
    first, before = asked(FakeModel([report()]), store)
    silent = FakeModel([])
    second, after = asked(silent, store)
    assert (second.answer, second.usage, silent.asked) == (first.answer, Usage(), [])
    assert [call.note for call in (*before.calls, *after.calls)] == ["", FROM_STORE]
    assert after.calls[0].outcome is CallOutcome.ANSWERED
    assert (before.purse.counted_usd > 0, after.purse.counted_usd) == (True, 0)


def test_an_answer_that_was_cut_is_still_one_that_was_cut() -> None:
    store = InMemoryStore()
    asked(FakeModel([replace(report(), stop=Stop.LENGTH)]), store)
    assert asked(FakeModel([]), store)[1].calls[0].outcome is CallOutcome.CUT


def test_the_answer_of_a_fallback_spares_the_first_model() -> None:
    store, other = InMemoryStore(), FakeModel([report()], name="fake:two")
    asked(FakeModel([ModelDown("cut")]), store, other)
    first = FakeModel([report()])
    asked(first, store, other)
    assert (len(first.asked), len(other.asked)) == (0, 1)


def test_a_refusal_is_not_kept() -> None:
    store = InMemoryStore()
    with pytest.raises(Refused):
        asked(FakeModel([Reply(stop=Stop.REFUSAL)]), store)
    assert asked(FakeModel([report()]), store)[0].answer == '{"findings": []}'


def test_whoever_waits_for_the_first_byte_is_told() -> None:
    store, told = InMemoryStore(), []
    asked(FakeModel([report()]), store)
    asker = Asker(purse=Purse(), clock=FakeClock(), answers=store)
    what = Question(
        seat="sdet",
        prompt=PROMPT,
        models=(FakeModel([]),),
        deadline=2_000.0,
        begun=lambda: told.append("begun"),
    )
    asyncio.run(asker.ask(what))
    assert told == ["begun"]
