"""Fits a scripted answer to what the client asked for: where an object goes, how long it may be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from postil.testing.models.asked import Asked
from postil.testing.models.reply import Answer, Stop, ToolCall
from postil.testing.models.tokens import BYTES_PER_TOKEN, encoded, tokens

OUTPUT_TOOLS = ("final_result", "StructuredOutput", "report")
"""Names under which clients offer the tool that takes their structured answer."""

_MOST_PIECES = 64
_LEAST_PIECE = 16


def shaped(answer: Answer, asked: Asked) -> Answer:
    """The answer without `value`, within the request's output limit, its calls with ids."""
    if answer.value is not None:
        answer = _placed(answer, asked)
    if asked.wish.limit and output_tokens(answer) > asked.wish.limit:
        answer = _cut(answer, asked.wish.limit)
    calls = tuple(
        msgspec.structs.replace(call, id=call.id or f"call_{asked.number}_{index}")
        for index, call in enumerate(answer.calls)
    )
    return msgspec.structs.replace(answer, calls=calls)


def output_tokens(answer: Answer) -> int:
    written = (answer.thinking, answer.text, *(arguments_text(call) for call in answer.calls))
    return sum(tokens(text) for text in written)


def arguments_text(call: ToolCall) -> str:
    return call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)


def arguments_object(call: ToolCall) -> Any:
    """For dialects that send arguments as an object: broken text becomes an empty one."""
    if not isinstance(call.arguments, str):
        return call.arguments
    try:
        return msgspec.json.decode(encoded(call.arguments))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}


def portions(text: str) -> Iterator[str]:
    """The text as a stream brings it: in at most 64 pieces."""
    size = max(_LEAST_PIECE, -(-len(text) // _MOST_PIECES))
    for start in range(0, len(text), size):
        yield text[start : start + size]


def _placed(answer: Answer, asked: Asked) -> Answer:
    tool = answer.tool or _output_tool(asked)
    if not tool:
        text = answer.text + json.dumps(answer.value)
        return msgspec.structs.replace(answer, value=None, text=text)
    call = ToolCall(tool, answer.value)
    return msgspec.structs.replace(answer, value=None, calls=(*answer.calls, call))


def _output_tool(asked: Asked) -> str:
    wish = asked.wish
    if wish.schema is not None:
        return ""
    if wish.forced:
        return wish.forced
    for tool in asked.tools:
        if tool.name in OUTPUT_TOOLS:
            return tool.name
    return asked.tools[0].name if wish.must_call and len(asked.tools) == 1 else ""


def _cut(answer: Answer, limit: int) -> Answer:
    """As a provider stops: in the middle of whatever was being written."""
    left = limit * BYTES_PER_TOKEN
    thinking, left = _within(answer.thinking, left)
    text, left = _within(answer.text, left)
    calls = []
    for call in answer.calls:
        if not left:
            break
        whole = arguments_text(call)
        kept, left = _within(whole, left)
        calls.append(call if kept == whole else ToolCall(call.name, kept, call.id))
    return msgspec.structs.replace(
        answer, thinking=thinking, text=text, calls=tuple(calls), stop=Stop.LENGTH
    )


def _within(text: str, room: int) -> tuple[str, int]:
    data = encoded(text)
    if len(data) <= room:
        return text, room - len(data)
    return data[:room].decode("utf-8", "ignore"), 0
