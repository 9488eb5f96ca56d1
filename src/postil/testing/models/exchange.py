"""One request and its reply, told to the journal as it happens."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from postil.testing.models import routes, wire
from postil.testing.models.asked import Asked, Dialect, Malformed, compact
from postil.testing.models.caching import PromptCache
from postil.testing.models.dialects import messages
from postil.testing.models.dialects.speech import Refusal
from postil.testing.models.journal import OK, Call, Ending, Journal
from postil.testing.models.listing import described, listed
from postil.testing.models.performance import Performance
from postil.testing.models.reply import Failure, Fault, Reply
from postil.testing.models.routes import SPEAKERS, Purpose, Route
from postil.testing.models.script import Script
from postil.testing.models.service import Service
from postil.testing.models.tokens import tokens
from postil.testing.models.wire import Line, Request


class House:
    """A provider's house: what it is like, what it remembers, who writes its answers."""

    def __init__(self, script: Script, service: Service) -> None:
        self.journal = Journal()
        self._script = script
        self._service = service
        self._cache = PromptCache()
        self._opened = time.monotonic()
        self._asked = 0

    async def serve(self, request: Request, line: Line) -> bool:
        """Reply to one request; whether the connection can take another."""
        route = routes.find(request)
        if route is None or route.purpose is not Purpose.ANSWER:
            self.journal.visit(f"{request.method} {request.path}")
        if route is None:
            words = f"Invalid URL ({request.method} {request.path})"
            await _send(line, {"error": {"message": words, "type": "invalid_request_error"}}, 404)
        elif route.purpose is Purpose.GREET:
            await line.send(wire.document(OK, b"", {}))
        elif refused := self._turned_away(route, request):
            await _refuse(line, SPEAKERS[route.dialect].refusal(refused))
        elif route.purpose is Purpose.LIST:
            await self._list(route, line)
        else:
            return await self._hear(route, request, line)
        return request.stays

    def _turned_away(self, route: Route, request: Request) -> Failure | None:
        key = routes.key(request)
        if not key or (self._service.key and key != self._service.key):
            return Failure(fault=Fault.WRONG_KEY)
        if route.dialect is Dialect.MESSAGES and "anthropic-version" not in request.headers:
            words = "anthropic-version: header is required"
            return Failure(fault=Fault.BAD_REQUEST, message=words)
        return self._unknown(route.model)

    def _unknown(self, model: str) -> Failure | None:
        if not model or not self._service.models or model in self._service.models:
            return None
        words = f"The model `{model}` does not exist."
        return Failure(fault=Fault.UNKNOWN_MODEL, message=words)

    async def _list(self, route: Route, line: Line) -> None:
        if route.model:
            await _send(line, described(route.dialect, route.model))
        else:
            await _send(line, listed(route.dialect, self._service.models))

    async def _hear(self, route: Route, request: Request, line: Line) -> bool:
        try:
            asked = _understood(route, request)
        except Malformed as error:
            failure = Failure(fault=Fault.BAD_REQUEST, message=str(error))
            await _refuse(line, SPEAKERS[route.dialect].refusal(failure))
            return request.stays
        if route.purpose is Purpose.COUNT:
            name = "totalTokens" if route.dialect is Dialect.GEMINI else "input_tokens"
            await _send(line, {name: tokens(asked.prompt)})
            return request.stays
        self._asked += 1
        asked = replace(asked, number=self._asked)
        return await self._perform(asked, route, request, line)

    async def _perform(self, asked: Asked, route: Route, request: Request, line: Line) -> bool:
        arrived = time.monotonic()
        call = Call(
            asked=asked,
            headers=routes.redacted(request.headers),
            reuse=self._cache.look_up(asked),
            arrived=arrived - self._opened,
        )
        self.journal.arrive(call)
        witness = _Witness(self.journal, self._cache, asked, self._opened)
        performance = Performance(
            line=line,
            call=call,
            speaker=SPEAKERS[asked.dialect],
            events=route.events,
            arrived=arrived,
            witness=witness,
        )
        try:
            await performance.give(self._reply(asked), self._service.pace)
        finally:
            witness.leave()
        return request.stays and not witness.broke

    def _reply(self, asked: Asked) -> Reply:
        if unknown := self._unknown(asked.model):
            return unknown
        if asked.wish.schema is not None and not self._service.structured:
            return Failure(fault=Fault.UNSUPPORTED_SCHEMA)
        if tokens(asked.prompt) > (self._service.window or math.inf):
            return Failure(fault=Fault.CONTEXT_TOO_LONG)
        return self._script(asked)


@dataclass(slots=True)
class _Witness:
    """Writes one call's life into the journal, and into the cache what its answer registers."""

    journal: Journal
    cache: PromptCache
    asked: Asked
    opened: float
    ending: Ending = Ending.OPEN

    @property
    def broke(self) -> bool:
        return self.ending is Ending.BROKEN

    def began(self, status: int) -> None:
        if status == OK:
            self.cache.register(self.asked)
        self.journal.begin(self.asked.number, at=time.monotonic() - self.opened, status=status)

    def ended(self, ending: Ending, *, output: int = 0) -> None:
        self.ending = ending
        at = time.monotonic() - self.opened
        self.journal.finish(self.asked.number, at=at, ending=ending, output=output)

    def leave(self) -> None:
        """The exchange is over; if the reply was not, the client went away or the server ends."""
        if self.ending is Ending.OPEN:
            self.ended(Ending.LEFT)


def _understood(route: Route, request: Request) -> Asked:
    try:
        body = msgspec.json.decode(request.body, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        msg = "We could not parse the JSON body of your request."
        raise Malformed(msg) from error
    if route.purpose is Purpose.COUNT and route.dialect is Dialect.MESSAGES:
        return messages.read_for_counting(body)
    asked = SPEAKERS[route.dialect].read(body)
    if route.dialect is not Dialect.GEMINI:
        return asked
    return replace(asked, model=route.model, wish=replace(asked.wish, streamed=route.streamed))


async def _send(line: Line, content: Mapping[str, Any], status: int = OK) -> None:
    await line.send(wire.document(status, compact(content).encode(), {}))


async def _refuse(line: Line, refusal: Refusal) -> None:
    body = compact(refusal.document).encode()
    await line.send(wire.document(refusal.status, body, refusal.headers))
