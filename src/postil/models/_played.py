"""A model whose answers stand in a file; it asks nobody, costs nothing and says what it is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from postil.domain.conversation import Price, Prompt, Reply, Stop, ToolCall, Usage
from postil.domain.errors import Garbled, ModelDown, UserError
from postil.models._problems import Failing, error_of
from postil.models._rates import FREE

_WINDOW = 200_000
_MOST_BYTES = 50_000_000
_File = TypeVar("_File")


class Lookup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A call of one of the reviewer's tools."""

    name: str
    arguments: dict[str, Any] = {}


class Tokens(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    input: int = 0
    cached: int = 0
    output: int = 0


class Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One answer as it stands in a file: a report, words, lookups, or a failure."""

    report: dict[str, Any] | None = None
    text: str = ""
    lookups: tuple[Lookup, ...] = ()
    stop: Stop = Stop.END
    tokens: Tokens = Tokens()
    seconds: float = 0.0
    fails: Failing | None = None


@dataclass
class PlayedModel:
    """Answers with what `script` finds for a question; None means that there is nothing."""

    name: str
    script: Callable[[Prompt], Said | None]
    window: int = _WINDOW
    caches: bool = False
    price: Price = FREE

    async def ask(
        self, prompt: Prompt, *, within: float, begun: Callable[[], None] = lambda: None
    ) -> Reply:
        said = self.script(prompt)
        if said is None:
            raise Garbled(f"`{self.name}` holds no answer for `{prompt.seat}`")
        if said.seconds >= within:
            await asyncio.sleep(within)
            raise ModelDown(f"`{self.name}` did not answer within {within:.0f} s")
        await asyncio.sleep(said.seconds)
        begun()
        if said.fails is not None:
            raise error_of(said.fails)(f"`{self.name}` plays a failure: {said.fails.value}")
        return self._reply(prompt, said)

    def _reply(self, prompt: Prompt, said: Said) -> Reply:
        turn = len(prompt.turns)
        return Reply(
            text=said.text,
            answer=None if said.report is None else json.dumps(said.report),
            calls=tuple(
                ToolCall(
                    id=f"{turn}.{position}",
                    name=lookup.name,
                    arguments=json.dumps(lookup.arguments),
                )
                for position, lookup in enumerate(said.lookups)
            ),
            stop=said.stop,
            usage=Usage(
                input=said.tokens.input, cached=said.tokens.cached, output=said.tokens.output
            ),
            model=self.name,
        )


def read_answers(path: str, shape: type[_File]) -> _File:
    """The file of answers a person named; what is wrong with it is said in one sentence."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "it is no path"
        raise UserError(f"the answers in `{path}` cannot be read: {reason}") from problem
    if len(data) > _MOST_BYTES:
        raise UserError(f"the answers in `{path}` are too large; {_MOST_BYTES:,} bytes are read")
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise UserError(f"the answers in `{path}` cannot be used: {problem}") from problem
