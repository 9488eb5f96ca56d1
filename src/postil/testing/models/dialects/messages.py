"""Anthropic's messages: requests, whole answers, streams and errors."""

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
from postil.testing.models.caching import MOST_MARKS
from postil.testing.models.dialects import messages_output
from postil.testing.models.dialects.reading import (
    heading,
    joined,
    mapping,
    mappings,
    parts,
    refuse_dangling_calls,
    required,
    string,
    whole_number,
)
from postil.testing.models.reply import ToolCall

whole = messages_output.whole
events = messages_output.events
refusal = messages_output.refusal
lament = messages_output.lament


def read(body: Mapping[str, Any]) -> Asked:
    required(body, "model", "messages", "max_tokens")
    return read_for_counting(body)


def read_for_counting(body: Mapping[str, Any]) -> Asked:
    """The same without the output limit, which counting does not ask for."""
    required(body, "model", "messages")
    messages = mappings(body["messages"])
    turns = tuple(_turn(message) for message in messages)
    refuse_dangling_calls(turns)
    tools = mappings(body.get("tools"))
    wish = _wish(body)
    return Asked(
        dialect=Dialect.MESSAGES,
        model=string(body["model"]),
        system=joined(body.get("system")),
        turns=turns,
        tools=tuple(_tool(tool) for tool in tools),
        wish=wish,
        pieces=_marked(body, [*_preface(body, wish), *_said(messages)]),
        body=body,
    )


def _turn(message: Mapping[str, Any]) -> Turn:
    blocks = parts(message.get("content"))
    return Turn(
        role=string(message.get("role")),
        text="".join(string(block.get("text")) for block in blocks),
        calls=tuple(
            ToolCall(
                string(block.get("name")), compact(block.get("input")), string(block.get("id"))
            )
            for block in blocks
            if block.get("type") == "tool_use"
        ),
        results=tuple(
            ToolResult(string(block.get("tool_use_id")), joined(block.get("content")))
            for block in blocks
            if block.get("type") == "tool_result"
        ),
    )


def _tool(tool: Mapping[str, Any]) -> Tool:
    return Tool(
        name=string(tool.get("name")),
        description=string(tool.get("description")),
        parameters=mapping(tool.get("input_schema")),
        strict=tool.get("strict") is True,
    )


def _wish(body: Mapping[str, Any]) -> Wish:
    choice = mapping(body.get("tool_choice"))
    wanted = mapping(mapping(body.get("output_config")).get("format"))
    wanted = wanted or mapping(body.get("output_format"))
    return Wish(
        streamed=body.get("stream") is True,
        schema=mapping(wanted.get("schema")) if wanted else None,
        forced=string(choice.get("name")),
        must_call=choice.get("type") == "any",
        limit=whole_number(body.get("max_tokens")),
    )


def _preface(body: Mapping[str, Any], wish: Wish) -> Iterator[Piece]:
    for tool in mappings(body.get("tools")):
        yield Piece(compact(_unmarked(tool)) + "\n", bool(tool.get("cache_control")))
    if wish.schema is not None:
        yield Piece(compact(wish.schema) + "\n")
    yield Piece(heading("system"))
    yield from _blocks(body.get("system"))


def _said(messages: list[Mapping[str, Any]]) -> Iterator[Piece]:
    for message in messages:
        yield Piece(heading(string(message.get("role"))))
        yield from _blocks(message.get("content"))


def _blocks(content: object) -> Iterator[Piece]:
    for block in parts(content):
        text = block["text"] if isinstance(block.get("text"), str) else compact(_unmarked(block))
        yield Piece(text, bool(block.get("cache_control")))


def _unmarked(block: Mapping[str, Any]) -> Mapping[str, Any]:
    """A mark is not part of what is cached, so moving it does not change the prefix."""
    return {key: value for key, value in block.items() if key != "cache_control"}


def _marked(body: Mapping[str, Any], pieces: list[Piece]) -> tuple[Piece, ...]:
    """A mark on the whole request stands for one on its last block."""
    if body.get("cache_control"):
        pieces[-1] = Piece(pieces[-1].text, marked=True)
    if sum(piece.marked for piece in pieces) > MOST_MARKS:
        msg = f"A maximum of {MOST_MARKS} blocks with cache_control may be provided."
        raise Malformed(msg)
    return tuple(pieces)
