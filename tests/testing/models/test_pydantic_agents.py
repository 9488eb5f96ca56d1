"""Agents of pydantic-ai work against the scripted server: structured answers, tools, usage, cache."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import pytest
from pydantic import BaseModel
from pydantic_ai import Agent, CachePoint, NativeOutput, PromptedOutput, ToolOutput
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider

from postil.testing.models import (
    Answer,
    Asked,
    Dialect,
    Failure,
    Fault,
    Pace,
    Reply,
    Rule,
    Rules,
    ScriptedModels,
    ToolCall,
    When,
    always,
)

Output = TypeVar("Output")


class Report(BaseModel):
    summary: str
    lines: list[int]


Structured = ToolOutput[Report] | NativeOutput[Report] | PromptedOutput[Report]
MADE = {"summary": "Fine.", "lines": [1, 2]}
REPORT = Report(summary="Fine.", lines=[1, 2])
SHARED = "The shared part of the prompt. " * 600
KNOWN_MODELS = {
    Dialect.CHAT: "gpt-5.6-terra",
    Dialect.RESPONSES: "gpt-5.6-terra",
    Dialect.MESSAGES: "claude-sonnet-5-5",
    Dialect.GEMINI: "gemini-2.5-flash",
}
DIALECTS = pytest.mark.parametrize("dialect", list(Dialect))


def model(server: ScriptedModels, dialect: Dialect) -> Model:
    name = KNOWN_MODELS[dialect]
    if dialect is Dialect.CHAT:
        return OpenAIChatModel(name, provider=_openai(server))
    if dialect is Dialect.RESPONSES:
        return OpenAIResponsesModel(name, provider=_openai(server))
    if dialect is Dialect.MESSAGES:
        return AnthropicModel(name, provider=AnthropicProvider(base_url=server.url, api_key="k"))
    return GoogleModel(name, provider=GoogleProvider(base_url=server.url, api_key="k"))


def _openai(server: ScriptedModels) -> OpenAIProvider:
    return OpenAIProvider(base_url=f"{server.url}/v1", api_key="k")


@DIALECTS
@pytest.mark.parametrize(
    "output", [ToolOutput(Report), NativeOutput(Report), PromptedOutput(Report)]
)
def test_a_structured_answer(dialect: Dialect, output: Structured) -> None:
    with ScriptedModels(always(Answer(value=MADE))) as server:
        agent = Agent(model(server, dialect), output_type=output, instructions="Report.")
        result = asyncio.run(_run(agent))
    assert result == REPORT
    (call,) = server.journal.calls
    assert (call.asked.wish.schema is not None) is isinstance(output, NativeOutput)
    assert call.asked.offers("final_result") is isinstance(output, ToolOutput)
    assert "Report." in call.asked.system


async def _run(agent: Agent[None, Output]) -> Output:
    async with agent:
        return (await agent.run("Look at it.")).output


@DIALECTS
def test_an_invalid_answer_is_asked_again(dialect: Dialect) -> None:
    script = Rules(
        [Rule(When(nth=1), Answer(value={"summary": "no lines"}))],
        otherwise=Answer(value=MADE),
    )
    with ScriptedModels(script) as server:
        agent = Agent(model(server, dialect), output_type=Report)
        assert asyncio.run(_run(agent)) == REPORT
    assert len(server.journal.calls) == 2
    assert "lines" in server.journal.calls[1].asked.last


@DIALECTS
def test_a_tool_is_called_and_answers(dialect: Dialect) -> None:
    def script(asked: Asked) -> Reply:
        if not asked.turns[-1].results:
            return Answer(calls=(ToolCall("read_line", {"number": 7}),))
        return Answer(text=f"Line 7 reads: {asked.turns[-1].results[0].text}")

    with ScriptedModels(script) as server:
        agent = Agent(model(server, dialect))

        @agent.tool_plain
        def read_line(number: int) -> str:
            return f"text of {number}"

        said = asyncio.run(_run(agent))
    assert said.startswith("Line 7 reads: ")
    assert "text of 7" in said
    assert [tool.name for tool in server.journal.calls[0].asked.tools] == ["read_line"]


@DIALECTS
def test_a_streamed_run_reads_the_same(dialect: Dialect) -> None:
    async def run(agent: Agent[None, str]) -> str:
        async with agent, agent.run_stream("hi") as stream:
            return "".join([piece async for piece in stream.stream_text(delta=True)])

    with ScriptedModels(always(Answer(text="word " * 50))) as server:
        assert asyncio.run(run(Agent(model(server, dialect)))) == "word " * 50
    assert server.journal.calls[0].asked.wish.streamed


@DIALECTS
def test_usage_tells_what_came_from_the_cache(dialect: Dialect) -> None:
    """Asked one after the other, the second call reads the shared prefix from the cache."""

    async def run(agent: Agent[None, str]) -> list[tuple[int, int]]:
        seen = []
        async with agent:
            for charge in ("first", "second"):
                usage = (await agent.run([SHARED, CachePoint(), charge])).usage
                seen.append((usage.input_tokens, usage.cache_read_tokens))
        return seen

    with ScriptedModels(always(Answer(text="Fine."))) as server:
        first, second = asyncio.run(run(Agent(model(server, dialect))))
    calls = server.journal.calls
    assert first == (calls[0].input, 0)
    assert second == (calls[1].input, calls[1].reuse.read)
    shared = server.journal.shared_prefix() // 4
    assert shared - 128 <= calls[1].reuse.read <= shared
    assert server.journal.billed_input() < 1.2 * calls[0].input


def test_calls_sent_together_share_no_cache_and_are_open_together() -> None:
    async def run(agent: Agent[None, str]) -> None:
        async with agent:
            await asyncio.gather(*(agent.run([SHARED, CachePoint(), f"{n}"]) for n in range(4)))

    script = always(Answer(text="Fine.", pace=Pace(first_byte=0.3, total=0.4)))
    with ScriptedModels(script) as server:
        asyncio.run(run(Agent(model(server, Dialect.MESSAGES))))
    assert server.journal.open_together() == 4
    assert [call.reuse.read for call in server.journal.calls] == [0, 0, 0, 0]
    assert all(call.reuse.written > 1024 for call in server.journal.calls)


@DIALECTS
def test_an_empty_answer_is_never_a_report(dialect: Dialect) -> None:
    with ScriptedModels(always(Answer())) as server:
        agent = Agent(model(server, dialect), output_type=Report, retries=0)
        with pytest.raises(UnexpectedModelBehavior):
            asyncio.run(_run(agent))


@DIALECTS
def test_a_failure_is_an_error(dialect: Dialect) -> None:
    failure = Failure(fault=Fault.SPEND_LIMIT, message="The month is over.")
    with ScriptedModels(always(failure)) as server:
        agent = Agent(model(server, dialect), output_type=Report, model_settings={"max_retries": 0})
        with pytest.raises(Exception, match=r"The month is over\."):
            asyncio.run(_run(agent))
