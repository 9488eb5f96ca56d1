"""Which address asks for what, and who may ask."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from postil.testing.models.asked import Dialect
from postil.testing.models.dialects import chat, gemini, messages, responses
from postil.testing.models.dialects.speech import Speaker
from postil.testing.models.wire import Request

SPEAKERS: Mapping[Dialect, Speaker] = {
    Dialect.CHAT: chat,
    Dialect.RESPONSES: responses,
    Dialect.MESSAGES: messages,
    Dialect.GEMINI: gemini,
}

_KEY_HEADERS = ("authorization", "x-api-key", "x-goog-api-key", "api-key", "cookie")
_MODELS = re.compile(r"\A/v1(beta)?/models(?:/([^:]{1,500}))?\Z")
_GEMINI = re.compile(r"\A/v1(?:beta)?/models/([^:]{1,500}):(\w{1,50})\Z")
_POSTS = {
    "/v1/chat/completions": Dialect.CHAT,
    "/v1/responses": Dialect.RESPONSES,
    "/v1/messages": Dialect.MESSAGES,
}


class Purpose(StrEnum):
    ANSWER = "answer"
    COUNT = "count"
    LIST = "list"
    GREET = "greet"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """`model` is the one named in the address, if any; `events` says how a stream is written."""

    purpose: Purpose
    dialect: Dialect
    model: str = ""
    streamed: bool = False
    events: bool = True


def find(request: Request) -> Route | None:
    """The route of a request; None for an address no provider has."""
    if request.path == "/" and request.method in ("GET", "HEAD"):
        return Route(purpose=Purpose.GREET, dialect=Dialect.MESSAGES)
    if request.method == "GET":
        return _listing(request)
    if request.method != "POST":
        return None
    if request.path in _POSTS:
        return Route(purpose=Purpose.ANSWER, dialect=_POSTS[request.path])
    if request.path == "/v1/messages/count_tokens":
        return Route(purpose=Purpose.COUNT, dialect=Dialect.MESSAGES)
    return _gemini(request)


def key(request: Request) -> str:
    """The credential a request carries, wherever its dialect puts it."""
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
    named = (request.headers.get(name, "") for name in ("x-api-key", "x-goog-api-key"))
    return next((given for given in (bearer, *named, request.query.get("key", "")) if given), "")


def redacted(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: "[key]" if name in _KEY_HEADERS else text for name, text in headers.items()}


def _listing(request: Request) -> Route | None:
    found = _MODELS.match(request.path)
    if not found:
        return None
    dialect = Dialect.MESSAGES if "anthropic-version" in request.headers else Dialect.CHAT
    if found[1] or "x-goog-api-key" in request.headers:
        dialect = Dialect.GEMINI
    return Route(purpose=Purpose.LIST, dialect=dialect, model=found[2] or "")


def _gemini(request: Request) -> Route | None:
    found = _GEMINI.match(request.path)
    if not found:
        return None
    model, verb = found[1], found[2]
    if verb == "countTokens":
        return Route(purpose=Purpose.COUNT, dialect=Dialect.GEMINI, model=model)
    if verb not in ("generateContent", "streamGenerateContent"):
        return None
    return Route(
        purpose=Purpose.ANSWER,
        dialect=Dialect.GEMINI,
        model=model,
        streamed=verb == "streamGenerateContent",
        events=request.query.get("alt") == "sse",
    )
