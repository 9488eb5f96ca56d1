"""Connections are closed whatever ends a call, and none is carried into the next loop."""

from __future__ import annotations

import asyncio
import gc
import random
import warnings
from dataclasses import dataclass, field
from types import TracebackType

import pytest

from postil.domain.conversation import Prompt
from postil.domain.errors import ModelDown
from postil.models import open_model
from postil.models._connections import connected
from postil.ports import Model
from postil.testing.models import Answer, Pace, ScriptedModels, always

PROMPT = Prompt(rules="r", shared="s", charge="c", schema={"type": "object"})


@dataclass
class Slow:
    """Takes three turns of the loop to be left."""

    steps: list[str] = field(default_factory=list)
    fails: bool = False

    async def __aenter__(self) -> None:
        self.steps.append("entered")

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        self.steps.append("left")
        if self.fails:
            raise OSError("reset")


@pytest.mark.parametrize("stops", range(8))
def test_a_stop_at_any_turn_leaves_nothing_entered_and_is_still_a_stop(stops: int) -> None:
    provider = Slow()

    async def call() -> None:
        async with connected(provider):
            await asyncio.sleep(0)

    async def stopped() -> bool:
        task = asyncio.create_task(call())
        for _ in range(stops):
            await asyncio.sleep(0)
        was_running = not task.done()
        for _ in range(2):
            task.cancel()
            await asyncio.sleep(0)
        await asyncio.wait([task])
        assert task.cancelled() is was_running
        return was_running

    was_running = asyncio.run(stopped())
    assert provider.steps in ([], ["entered", "left"])
    assert was_running or provider.steps == ["entered", "left"]


def test_trouble_while_leaving_is_heard() -> None:
    async def call() -> None:
        async with connected(Slow(fails=True)):
            pass

    with pytest.raises(OSError, match="reset"):
        asyncio.run(call())


async def _hurried(model: Model, chance: random.Random) -> None:
    async def call() -> None:
        try:
            await model.ask(PROMPT, within=chance.uniform(0.001, 0.08))
        except ModelDown:
            return

    calls = [asyncio.create_task(call()) for _ in range(chance.choice([1, 3]))]
    if chance.random() < 0.5:
        await asyncio.sleep(chance.uniform(0.0, 0.05))
        for task in calls:
            task.cancel()
    await asyncio.wait(calls)
    for task in calls:
        assert task.cancelled() or task.exception() is None


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("anthropic:claude-sonnet-5-5", {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "{url}"}),
        ("openai:gpt-5", {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "{url}/v1"}),
    ],
)
def test_forty_loops_of_calls_cut_short_leave_no_connection(
    name: str, variables: dict[str, str]
) -> None:
    chance = random.Random(7)  # noqa: S311 - moments, no secret
    pace = Pace(first_byte=0.01, total=0.03)
    with ScriptedModels(always(Answer(value={"findings": []}, pace=pace))) as server:
        model = open_model(
            name, {key: text.format(url=server.url) for key, text in variables.items()}
        )
        assert model.window
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ResourceWarning)
            for _ in range(40):
                asyncio.run(_hurried(model, chance))
            reply = asyncio.run(model.ask(PROMPT, within=30.0))
            gc.collect()
    ours = f"raddr=('127.0.0.1', {server.url.rpartition(':')[2]})"
    assert [str(warning.message) for warning in caught if ours in str(warning.message)] == []
    assert reply.answer == '{"findings": []}'
