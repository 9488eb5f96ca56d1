"""One reviewer at work: asks its model, hands it what its tools find, and reads its report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from postil.domain.conversation import Prompt, Reply, Stop, ToolCall, ToolOffer, ToolResult, Turn
from postil.domain.errors import Garbled
from postil.domain.report import Report
from postil.inspection.panel.asking import Asker, Question
from postil.inspection.panel.reading import Reading, read
from postil.ports import Model, Toolset

MOST_TURNS = 12
MOST_TOOL_CALLS = 40
ENOUGH = "No more lookups are left for this review; answer now with what you have."


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """Where one conversation takes place: who sits there, which models answer, until when."""

    seat: str
    models: Sequence[Model]
    deadline: float
    tools: Toolset | None = None
    begun: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A report as far as it could be read; `faults` say what could not."""

    report: Report
    faults: tuple[str, ...] = ()
    lookups: int = 0


class Readable(Protocol):
    """An answer as far as it could be read."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing about it could not be read."""

    @property
    def complaint(self) -> str:
        """What is wrong with it, in words a model can act on."""


R = TypeVar("R", bound=Readable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard(Generic[R]):
    """The last answer of a conversation, as it came and as it was read."""

    reading: R
    reply: Reply
    lookups: int


async def converse(prompt: Prompt, chair: Chair, asker: Asker) -> Statement:
    """The reviewer's report; raises a `ModelError` when there is none."""
    heard = await talk(prompt, chair, asker, reader=read)
    return _statement(heard.reading, heard.reply, heard.lookups)


async def talk(
    prompt: Prompt, chair: Chair, asker: Asker, *, reader: Callable[[Reply], R]
) -> Heard[R]:
    """The answer after as many lookups as are allowed, asked for once more when it is not whole."""
    lookups, asked_again = 0, False
    prompt = replace(prompt, tools=_offers(chair.tools))
    for turn in range(MOST_TURNS):
        spent = turn >= MOST_TURNS - 2 or lookups >= MOST_TOOL_CALLS
        prompt = replace(prompt, last=spent or asked_again)
        reply = await asker.ask(_question(prompt, chair))
        if reply.calls and chair.tools is not None and not prompt.last:
            results = await _looked_up(reply.calls, chair.tools, left=MOST_TOOL_CALLS - lookups)
            lookups += len(reply.calls)
            prompt = _after(prompt, Turn(reply=reply, results=results))
            continue
        reading = reader(reply)
        if reading.is_whole or asked_again or reply.stop is Stop.LENGTH:
            return Heard(reading=reading, reply=reply, lookups=lookups)
        asked_again = True
        prompt = _after(
            prompt, Turn(reply=reply, results=_unused(reply), complaint=reading.complaint)
        )
    raise Garbled("it kept looking things up and never answered")


def _question(prompt: Prompt, chair: Chair) -> Question:
    return Question(
        seat=chair.seat,
        prompt=prompt,
        models=chair.models,
        deadline=chair.deadline,
        begun=chair.begun,
    )


def _after(prompt: Prompt, turn: Turn) -> Prompt:
    return replace(prompt, turns=(*prompt.turns, turn))


def _offers(tools: Toolset | None) -> tuple[ToolOffer, ...]:
    return () if tools is None else tuple(tools.offers)


async def _looked_up(
    calls: Sequence[ToolCall], tools: Toolset, *, left: int
) -> tuple[ToolResult, ...]:
    results = []
    for position, call in enumerate(calls):
        text = await tools.run(call) if position < left else ENOUGH
        results.append(ToolResult(call=call, text=text))
    return tuple(results)


def _unused(reply: Reply) -> tuple[ToolResult, ...]:
    """A provider refuses to go on while a call of its model has no result."""
    return tuple(ToolResult(call=call, text=ENOUGH) for call in reply.calls)


def _statement(reading: Reading, reply: Reply, lookups: int) -> Statement:
    if reading.report is None:
        raise Garbled(f"its answer could not be read: {reading.complaint}")
    faults = reading.faults
    if reply.stop is Stop.LENGTH:
        faults = (*faults, "its answer was cut off at the length limit")
    return Statement(report=reading.report, faults=faults, lookups=lookups)
