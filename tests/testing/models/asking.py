"""Asks the scripted provider by hand, so that every byte of a reply can be looked at."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from postil.testing.models import Asked, Dialect, ScriptedModels
from postil.testing.models.routes import SPEAKERS

KEY = "any-key"
HEADERS = {
    Dialect.CHAT: {"authorization": f"Bearer {KEY}"},
    Dialect.RESPONSES: {"authorization": f"Bearer {KEY}"},
    Dialect.MESSAGES: {"x-api-key": KEY, "anthropic-version": "2023-06-01"},
    Dialect.GEMINI: {"x-goog-api-key": KEY},
}
PATHS = {
    Dialect.CHAT: "/v1/chat/completions",
    Dialect.RESPONSES: "/v1/responses",
    Dialect.MESSAGES: "/v1/messages",
}
OBJECT = {
    "type": "object",
    "properties": {"word": {"type": "string"}},
    "required": ["word"],
    "additionalProperties": False,
}
Body = dict[str, Any]


@dataclass(frozen=True)
class Got:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)

    @property
    def events(self) -> list[Any]:
        lines = self.body.decode().splitlines()
        data = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
        return [json.loads(one) for one in data if one != "[DONE]"]


def question(dialect: Dialect, text: str = "hi", *, streamed: bool = False) -> Body:
    """The smallest request a provider takes."""
    if dialect is Dialect.GEMINI:
        return {"contents": [{"role": "user", "parts": [{"text": text}]}]}
    body: Body = {"model": "m", "stream": streamed}
    if dialect is Dialect.RESPONSES:
        return body | {"input": text}
    body |= {"messages": [{"role": "user", "content": text}]}
    if dialect is Dialect.MESSAGES:
        return body | {"max_tokens": 100_000}
    return body | ({"stream_options": {"include_usage": True}} if streamed else {})


def with_tool(dialect: Dialect, body: Body, name: str = "look") -> Body:
    """The same request with one tool offered and nothing forced."""
    if dialect is Dialect.GEMINI:
        declared = {"name": name, "description": "Looks.", "parametersJsonSchema": OBJECT}
        return body | {"tools": [{"functionDeclarations": [declared]}]}
    if dialect is Dialect.MESSAGES:
        return body | {"tools": [{"name": name, "description": "Looks.", "input_schema": OBJECT}]}
    function = {"name": name, "description": "Looks.", "parameters": OBJECT, "strict": True}
    if dialect is Dialect.RESPONSES:
        return body | {"tools": [{"type": "function", **function}]}
    return body | {"tools": [{"type": "function", "function": function}]}


def with_schema(dialect: Dialect, body: Body) -> Body:
    """The same request with the answer's text bound to a schema."""
    if dialect is Dialect.GEMINI:
        settings = {"responseMimeType": "application/json", "responseJsonSchema": OBJECT}
        return body | {"generationConfig": settings}
    if dialect is Dialect.MESSAGES:
        return body | {"output_config": {"format": {"type": "json_schema", "schema": OBJECT}}}
    described = {"name": "word", "schema": OBJECT, "strict": True}
    if dialect is Dialect.RESPONSES:
        return body | {"text": {"format": {"type": "json_schema", **described}}}
    return body | {"response_format": {"type": "json_schema", "json_schema": described}}


def path(dialect: Dialect, *, streamed: bool = False) -> str:
    if dialect is Dialect.GEMINI:
        verb = "streamGenerateContent?alt=sse" if streamed else "generateContent"
        return f"/v1beta/models/m:{verb}"
    return PATHS[dialect]


def ask(
    server: ScriptedModels, dialect: Dialect, body: Body | None = None, *, streamed: bool = False
) -> Got:
    content = question(dialect, streamed=streamed) if body is None else body
    data = json.dumps(content).encode()
    return send(server, "POST", path(dialect, streamed=streamed), data, HEADERS[dialect])


def send(
    server: ScriptedModels, method: str, target: str, data: bytes, headers: Mapping[str, str]
) -> Got:
    host = server.url.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=10)
    try:
        connection.request(method, target, data, dict(headers))
        response = connection.getresponse()
        return Got(response.status, dict(response.getheaders()), response.read())
    finally:
        connection.close()


def understood(dialect: Dialect, body: Body) -> Asked:
    return SPEAKERS[dialect].read(body)
