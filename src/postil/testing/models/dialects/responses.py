"""OpenAI's responses interface: reading requests and writing whole answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postil.testing.models.asked import (
    Asked,
    Dialect,
    Malformed,
    Piece,
    Tool,
    ToolResult,
    Turn,
    Wish,
    compact,
)
from postil.testing.models.dialects import openai_errors
from postil.testing.models.dialects.reading import (
    heading,
    joined,
    mapping,
    mappings,
    parts,
    refuse_dangling_calls,
    refuse_loose_schema,
    required,
    string,
    tool_pieces,
    whole_number,
)
from postil.testing.models.dialects.responses_output import document, stream
from postil.testing.models.dialects.speech import Event, Used
from postil.testing.models.reply import Answer, Failure, ToolCall

_RULES = ("system", "developer")

refusal = openai_errors.refusal


def read(body: Mapping[str, Any]) -> Asked:
    required(body, "model", "input")
    if body.get("previous_response_id"):
        msg = f"Previous response with id '{body['previous_response_id']}' not found."
        raise Malformed(msg)
    items = _items(body["input"])
    rules = [joined(item.get("content")) for item in items if item.get("role") in _RULES]
    turns = tuple(_turn(item) for item in items if item.get("role") not in _RULES)
    refuse_dangling_calls(turns)
    tools = tuple(_tool(tool) for tool in mappings(body.get("tools")))
    wish = _wish(body)
    for tool in tools:
        if tool.strict:
            refuse_loose_schema(tool.name, tool.parameters)
    instructions = string(body.get("instructions"))
    return Asked(
        dialect=Dialect.RESPONSES,
        model=string(body["model"]),
        system="\n\n".join([instructions, *rules]).strip("\n"),
        turns=turns,
        tools=tools,
        wish=wish,
        pieces=(
            *tool_pieces(tools, wish.schema),
            Piece(heading("system") + instructions),
            *_pieces(items),
        ),
        implicit_cache=mapping(body.get("prompt_cache_options")).get("mode") != "explicit",
        body=body,
    )


def whole(asked: Asked, answer: Answer, used: Used) -> Mapping[str, Any]:
    return document(asked, answer, used)


def events(asked: Asked, answer: Answer, used: Used) -> Iterator[Event]:
    for number, event in enumerate(stream(asked, answer, used)):
        yield Event(event | {"sequence_number": number}, event["type"])


def lament(failure: Failure) -> Event:
    detail = openai_errors.detail(failure)
    told = {key: detail[key] for key in ("message", "code", "param")}
    return Event({"type": "error", "sequence_number": 0} | told, "error")


def _items(given: object) -> list[Mapping[str, Any]]:
    if isinstance(given, str):
        return [{"type": "message", "role": "user", "content": given}]
    return mappings(given)


def _turn(item: Mapping[str, Any]) -> Turn:
    """One item is one turn: a message, a call, or what a tool said."""
    ident = string(item.get("call_id"))
    if "output" in item:
        return Turn(role="tool", results=(ToolResult(ident, joined(item["output"])),))
    if ident:
        made = item.get("arguments", item.get("input"))
        arguments = made if isinstance(made, str) else compact(made)
        return Turn(role="call", calls=(ToolCall(string(item.get("name")), arguments, ident),))
    role = string(item.get("role")) or string(item.get("type"))
    return Turn(role=role, text=joined(item.get("content")))


def _tool(tool: Mapping[str, Any]) -> Tool:
    """A tool the provider runs itself has no name but its type."""
    return Tool(
        name=string(tool.get("name")) or string(tool.get("type")),
        description=string(tool.get("description")),
        parameters=mapping(tool.get("parameters")),
        strict=tool.get("strict") is True,
    )


def _wish(body: Mapping[str, Any]) -> Wish:
    choice = body.get("tool_choice")
    described = mapping(mapping(body.get("text")).get("format"))
    schema = mapping(described.get("schema")) if described.get("type") == "json_schema" else None
    if schema is not None and described.get("strict") is True:
        refuse_loose_schema(string(described.get("name")), schema)
    return Wish(
        streamed=body.get("stream") is True,
        schema=schema,
        forced=string(mapping(choice).get("name")),
        must_call=choice == "required" or mapping(choice).get("mode") == "required",
        limit=whole_number(body.get("max_output_tokens")),
    )


def _pieces(items: list[Mapping[str, Any]]) -> Iterator[Piece]:
    for item in items:
        yield Piece(heading(string(item.get("role")) or string(item.get("type"))))
        if "content" not in item:
            yield Piece(compact({key: item[key] for key in item if key not in ("id", "status")}))
        for part in parts(item.get("content")):
            yield Piece(joined([part]), bool(part.get("prompt_cache_breakpoint")))
