"""Google's generateContent: requests, whole answers, streams and errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postil.testing.models.asked import Asked, Dialect, Piece, Tool, ToolResult, Turn, Wish, compact
from postil.testing.models.dialects import gemini_errors
from postil.testing.models.dialects.reading import (
    heading,
    joined,
    mapping,
    mappings,
    required,
    string,
    tool_pieces,
    whole_number,
)
from postil.testing.models.dialects.speech import Event, Used
from postil.testing.models.reply import Answer, Failure, Stop, ToolCall
from postil.testing.models.shaping import arguments_object, portions

_REASONS = {
    Stop.END: "STOP",
    Stop.LENGTH: "MAX_TOKENS",
    Stop.REFUSAL: "SAFETY",
    Stop.FILTERED: "PROHIBITED_CONTENT",
    Stop.PAUSE: "OTHER",
    Stop.WINDOW: "MAX_TOKENS",
}

refusal = gemini_errors.refusal


def read(body: Mapping[str, Any]) -> Asked:
    """The model and whether to stream stand in the address and are added by the caller."""
    required(body, "contents")
    contents = mappings(body["contents"])
    system = joined(mapping(body.get("systemInstruction")).get("parts"))
    tools = tuple(
        _tool(declared)
        for offered in mappings(body.get("tools"))
        for declared in mappings(offered.get("functionDeclarations"))
    )
    wish = _wish(body)
    rules = Piece(heading("system") + system)
    return Asked(
        dialect=Dialect.GEMINI,
        model="",
        system=system,
        turns=tuple(_turn(content) for content in contents),
        tools=tools,
        wish=wish,
        pieces=(*tool_pieces(tools, wish.schema), rules, *_pieces(contents)),
        body=body,
    )


def whole(asked: Asked, answer: Answer, used: Used) -> Mapping[str, Any]:
    told = [_part(text=answer.thinking, thought=True)] if answer.thinking else []
    told += [_part(text=answer.text)] if answer.text else []
    told += [_call(call) for call in answer.calls]
    return _chunk(asked, told, reason=_REASONS[answer.stop]) | {"usageMetadata": _usage(used)}


def events(asked: Asked, answer: Answer, used: Used) -> Iterator[Event]:
    for text in portions(answer.thinking):
        yield Event(_chunk(asked, [_part(text=text, thought=True)]))
    for text in portions(answer.text):
        yield Event(_chunk(asked, [_part(text=text)]))
    calls = [_call(call) for call in answer.calls]
    last = _chunk(asked, calls or [_part(text="")], reason=_REASONS[answer.stop])
    yield Event(last | {"usageMetadata": _usage(used)})


def lament(failure: Failure) -> Event:
    return Event(gemini_errors.refusal(failure).document)


def _turn(content: Mapping[str, Any]) -> Turn:
    told = mappings(content.get("parts"))
    made = [mapping(part.get("functionCall")) for part in told if "functionCall" in part]
    heard = [mapping(part.get("functionResponse")) for part in told if "functionResponse" in part]
    role = string(content.get("role")) or "user"
    return Turn(
        role="assistant" if role == "model" else role,
        text="".join(string(part.get("text")) for part in told if not part.get("thought")),
        calls=tuple(
            ToolCall(
                string(call.get("name")), compact(call.get("args") or {}), string(call.get("id"))
            )
            for call in made
        ),
        results=tuple(
            ToolResult(string(one.get("name")), compact(one.get("response"))) for one in heard
        ),
    )


def _tool(declared: Mapping[str, Any]) -> Tool:
    return Tool(
        name=string(declared.get("name")),
        description=string(declared.get("description")),
        parameters=mapping(declared.get("parametersJsonSchema") or declared.get("parameters")),
    )


def _wish(body: Mapping[str, Any]) -> Wish:
    settings = mapping(body.get("generationConfig"))
    calling = mapping(mapping(body.get("toolConfig")).get("functionCallingConfig"))
    allowed = calling.get("allowedFunctionNames")
    names = allowed if isinstance(allowed, list) else []
    schema = settings.get("responseJsonSchema") or settings.get("responseSchema")
    return Wish(
        schema=mapping(schema) if schema else None,
        forced=string(names[0]) if calling.get("mode") == "ANY" and len(names) == 1 else "",
        must_call=calling.get("mode") == "ANY",
        limit=whole_number(settings.get("maxOutputTokens")),
    )


def _pieces(contents: list[Mapping[str, Any]]) -> Iterator[Piece]:
    for content in contents:
        yield Piece(heading(string(content.get("role")) or "user"))
        for part in mappings(content.get("parts")):
            yield Piece(joined([part]))


def _chunk(
    asked: Asked, told: list[dict[str, Any]], *, reason: str | None = None
) -> dict[str, Any]:
    candidate: dict[str, Any] = {"index": 0, "content": {"role": "model", "parts": told}}
    if not told:
        del candidate["content"]["parts"]
    if reason is not None:
        candidate["finishReason"] = reason
    return {
        "candidates": [candidate],
        "modelVersion": asked.model,
        "responseId": f"response-{asked.number}",
    }


def _part(*, text: str, thought: bool = False) -> dict[str, Any]:
    return {"text": text} | ({"thought": True} if thought else {})


def _call(call: ToolCall) -> dict[str, Any]:
    return {"functionCall": {"name": call.name, "args": arguments_object(call), "id": call.id}}


def _usage(used: Used) -> Mapping[str, Any]:
    """Thoughts are counted beside the candidates here, not among them."""
    counts = {
        "promptTokenCount": used.input,
        "cachedContentTokenCount": used.reuse.read,
        "candidatesTokenCount": used.output - used.thinking,
        "thoughtsTokenCount": used.thinking,
        "totalTokenCount": used.input + used.output,
    }
    return {name: count for name, count in counts.items() if count}
