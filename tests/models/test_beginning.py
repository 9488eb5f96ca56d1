"""A model says that it begins to answer with the first byte, not with its first words."""

from __future__ import annotations

import asyncio
import time

import pytest

from postil.domain.conversation import Prompt
from postil.models import open_model
from postil.testing.models import Answer, Pace, ScriptedModels, always

PACE = Pace(first_byte=0.2, total=2.0)
PROMPT = Prompt(rules="r", shared="s", charge="c", schema={"type": "object"})


@pytest.mark.parametrize(
    ("model", "variables"),
    [
        ("anthropic:claude-sonnet-5-5", {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "{url}"}),
        ("openai:gpt-5", {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "{url}/v1"}),
    ],
)
def test_the_first_byte_is_told_at_once(model: str, variables: dict[str, str]) -> None:
    told: list[float] = []
    with ScriptedModels(always(Answer(value={"findings": []}, pace=PACE))) as server:
        given = {key: value.format(url=server.url) for key, value in variables.items()}
        opened = open_model(model, given)
        asyncio.run(opened.ask(PROMPT, within=30.0))
        started = time.monotonic()
        asyncio.run(opened.ask(PROMPT, within=30.0, begun=lambda: told.append(time.monotonic())))
        ended = time.monotonic()
    (began,) = told
    # The answer comes in few pieces, which the provider spreads over the rest of the time.
    assert 0.2 <= began - started < 0.65
    assert ended - started >= 2.0
