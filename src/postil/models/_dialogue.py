"""One model of an API provider, asked through pydantic-ai; one call is one streamed request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic_ai.exceptions import ModelAPIError, UnexpectedModelBehavior, UserError
from pydantic_ai.messages import (
    CachePoint,
    InstructionPart,
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from postil.domain.conversation import Price, Prompt, Reply, Stop, ToolCall, Turn, Usage
from postil.domain.errors import ModelDown, ModelError
from postil.models._connections import connected
from postil.models._failures import classified, is_unable

if TYPE_CHECKING:
    from pydantic_ai.models import Model as Provider

REPORT = "report"
_PROMPTED = "Answer with one JSON object and nothing else. It must fit this JSON Schema:\n"
# Made when first used; here that costs nobody time, while an answer is read it would.
ModelMessagesTypeAdapter.rebuild()
_STOPS = {"length": Stop.LENGTH, "content_filter": Stop.REFUSAL, "tool_call": Stop.TOOLS}


@dataclass
class DialogueModel:
    """A model behind pydantic-ai's one interface; retrying, limits and salvage are not its business.

    `prompted` asks for JSON in plain words, for servers that know no tools; it switches itself
    on when a server says so. `variables` are those of the key and the address.
    """

    name: str
    provider: Provider
    window: int
    caches: bool
    price: Price
    prompted: bool = False
    variables: tuple[str, ...] = ()

    async def ask(
        self, prompt: Prompt, *, within: float, begun: Callable[[], None] = lambda: None
    ) -> Reply:
        try:
            async with asyncio.timeout(within):
                return await self._ask(prompt, within, begun)
        except TimeoutError:
            raise ModelDown(f"`{self.name}` did not answer within {within:.0f} s") from None
        except ModelError:
            raise
        except (ModelAPIError, UnexpectedModelBehavior, UserError, OSError) as problem:
            if not self.prompted and is_unable(problem):
                self.prompted = True
                return await self.ask(prompt, within=within, begun=begun)
            raise classified(problem, self.name, self.variables) from problem

    async def _ask(self, prompt: Prompt, within: float, begun: Callable[[], None]) -> Reply:
        async with (
            connected(self.provider),
            self.provider.request_stream(
                _messages(prompt, prompted=self.prompted),
                self._settings(prompt, within),
                _parameters(prompt, prompted=self.prompted),
            ) as stream,
        ):
            # The provider has begun to answer; its first words may come much later.
            begun()
            async for _event in stream:
                pass
            return self._reply(stream.get())

    def _settings(self, prompt: Prompt, within: float) -> ModelSettings:
        settings = ModelSettings(max_tokens=prompt.most_output, timeout=within, max_retries=0)
        nothing_else = prompt.last or not prompt.tools
        if nothing_else and not self.prompted and self._can_force():
            settings["tool_choice"] = [REPORT]
        return settings

    def _can_force(self) -> bool:
        """Whether the model may be told to call one tool; others are trusted to, and salvaged."""
        traits = self.provider.profile
        return bool(
            traits.get("supports_forced_tool_choice", True)
            and traits.get("supports_forced_tool_choice_with_thinking", True)
        )

    def _reply(self, response: ModelResponse) -> Reply:
        calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
        reports = [part for part in calls if part.tool_name == REPORT]
        stop = _STOPS.get(response.finish_reason or "", Stop.END)
        return Reply(
            text="".join(part.content for part in response.parts if isinstance(part, TextPart)),
            answer=_raw(reports[0]) if reports else None,
            calls=tuple(
                ToolCall(id=part.tool_call_id, name=part.tool_name, arguments=_raw(part))
                for part in calls
                if part.tool_name != REPORT
            ),
            stop=Stop.END if stop is Stop.TOOLS and reports else stop,
            usage=self._usage(response),
            model=response.model_name or self.name,
            original=ModelMessagesTypeAdapter.dump_json([response]).decode(),
        )

    def _usage(self, response: ModelResponse) -> Usage:
        used = response.usage
        usage = Usage(
            input=used.input_tokens, cached=used.cache_read_tokens, output=used.output_tokens
        )
        cost = None if self.price.assumed else self.price.of(usage)
        return Usage(input=usage.input, cached=usage.cached, output=usage.output, usd=cost)


def _raw(part: ToolCallPart) -> str:
    return part.args if isinstance(part.args, str) else json.dumps(part.args or {})


def _parameters(prompt: Prompt, *, prompted: bool) -> ModelRequestParameters:
    rules = [InstructionPart(content=prompt.rules, dynamic=False)]
    if prompted:
        return ModelRequestParameters(instruction_parts=rules)
    return ModelRequestParameters(
        function_tools=[
            ToolDefinition(
                name=offer.name,
                description=offer.description,
                parameters_json_schema=dict(offer.schema),
                strict=False,
            )
            for offer in prompt.tools
            if not prompt.last
        ],
        output_mode="tool",
        output_tools=[
            ToolDefinition(
                name=REPORT,
                description="Hand in the report.",
                parameters_json_schema=dict(prompt.schema),
                kind="output",
                strict=False,
            )
        ],
        allow_text_output=False,
        instruction_parts=rules,
    )


def _messages(prompt: Prompt, *, prompted: bool) -> list[ModelMessage]:
    """The conversation so far; what all seats share comes first and ends in a cache mark."""
    charge = prompt.charge
    if prompted:
        charge += "\n\n" + _PROMPTED + json.dumps(prompt.schema, separators=(",", ":"))
    opening = UserPromptPart(content=[prompt.shared, CachePoint(), charge])
    messages: list[ModelMessage] = [ModelRequest(parts=[opening], instructions=prompt.rules)]
    for turn in prompt.turns:
        original = _original(turn)
        messages += original
        messages.append(ModelRequest(parts=_answers(turn, original), instructions=prompt.rules))
    return messages


def _original(turn: Turn) -> list[ModelMessage]:
    """What the model said, as it said it; nothing when another adapter heard it."""
    return ModelMessagesTypeAdapter.validate_json(turn.reply.original or "[]")


def _answers(turn: Turn, original: Sequence[ModelMessage]) -> Sequence[ModelRequestPart]:
    """Tool results, and what was wrong with a report: each call of the model needs its return."""
    parts: list[ModelRequestPart] = [
        ToolReturnPart(tool_name=result.call.name, content=result.text, tool_call_id=result.call.id)
        for result in turn.results
    ]
    parts += [
        ToolReturnPart(tool_name=REPORT, content="not accepted", tool_call_id=part.tool_call_id)
        for message in original
        for part in message.parts
        if isinstance(part, ToolCallPart) and part.tool_name == REPORT
    ]
    if turn.complaint:
        words = f"The report could not be read: {turn.complaint}. Hand it in again, complete."
        parts.append(UserPromptPart(content=words))
    return parts
