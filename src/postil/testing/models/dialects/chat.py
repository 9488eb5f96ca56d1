"""OpenAI's chat completions, which most compatible servers speak too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postil.testing.models.asked import Asked, Dialect, Piece, Tool, ToolResult, Turn, Wish, compact
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
from postil.testing.models.dialects.speech import Event, Used
from postil.testing.models.reply import Answer, Failure, Stop, ToolCall
from postil.testing.models.shaping import arguments_text, portions

_RULES = ("system", "developer")
_REASONS = {
    Stop.END: "stop",
    Stop.LENGTH: "length",
    Stop.REFUSAL: "stop",
    Stop.FILTERED: "content_filter",
    Stop.PAUSE: "stop",
    Stop.WINDOW: "length",
}

refusal = openai_errors.refusal


def read(body: Mapping[str, Any]) -> Asked:
    required(body, "model", "messages")
    messages = mappings(body["messages"])
    turns = tuple(_turn(message) for message in messages if message.get("role") not in _RULES)
    refuse_dangling_calls(turns)
    tools = tuple(_tool(mapping(tool.get("function"))) for tool in mappings(body.get("tools")))
    wish = _wish(body)
    for tool in tools:
        if tool.strict:
            refuse_loose_schema(tool.name, tool.parameters)
    return Asked(
        dialect=Dialect.CHAT,
        model=string(body["model"]),
        system="\n\n".join(joined(m.get("content")) for m in messages if m.get("role") in _RULES),
        turns=turns,
        tools=tools,
        wish=wish,
        pieces=(*tool_pieces(tools, wish.schema), *_pieces(messages)),
        implicit_cache=mapping(body.get("prompt_cache_options")).get("mode") != "explicit",
        body=body,
    )


def whole(asked: Asked, answer: Answer, used: Used) -> Mapping[str, Any]:
    refused = answer.stop is Stop.REFUSAL
    message: dict[str, Any] = {
        "role": "assistant",
        "content": None if refused or (answer.calls and not answer.text) else answer.text,
        "refusal": answer.text or "I cannot help with that." if refused else None,
    }
    if answer.thinking:
        message["reasoning_content"] = answer.thinking
    if answer.calls:
        message["tool_calls"] = [_call(call) for call in answer.calls]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _reason(answer)}
    head = _head(asked, "chat.completion")
    return head | {"choices": [choice], "usage": _usage(used)}


def events(asked: Asked, answer: Answer, used: Used) -> Iterator[Event]:
    head = _head(asked, "chat.completion.chunk")
    # With usage asked for, every chunk has the key and only the last one a value.
    tail = {"usage": None} if asked.wish.usage_in_stream else {}

    def chunk(delta: Mapping[str, Any], reason: str | None = None) -> Event:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        return Event(head | {"choices": [choice]} | tail)

    yield chunk({"role": "assistant", "content": "", "refusal": None})
    for text in portions(answer.thinking):
        yield chunk({"reasoning_content": text})
    words = "refusal" if answer.stop is Stop.REFUSAL else "content"
    for text in portions(answer.text):
        yield chunk({words: text})
    for index, call in enumerate(answer.calls):
        opened = _call(ToolCall(call.name, "", call.id))
        yield chunk({"tool_calls": [{"index": index} | opened]})
        for text in portions(arguments_text(call)):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": text}}]})
    yield chunk({}, _reason(answer))
    if asked.wish.usage_in_stream:
        yield Event(head | {"choices": [], "usage": _usage(used)})
    yield Event("[DONE]")


def lament(failure: Failure) -> Event:
    return Event({"error": openai_errors.detail(failure)})


def _turn(message: Mapping[str, Any]) -> Turn:
    text = joined(message.get("content"))
    if message.get("role") == "tool":
        return Turn(role="tool", results=(ToolResult(string(message.get("tool_call_id")), text),))
    made = mappings(message.get("tool_calls"))
    functions = [(string(call.get("id")), mapping(call.get("function"))) for call in made]
    return Turn(
        role=string(message.get("role")),
        text=text,
        calls=tuple(
            ToolCall(string(called.get("name")), string(called.get("arguments")), ident)
            for ident, called in functions
        ),
    )


def _tool(function: Mapping[str, Any]) -> Tool:
    return Tool(
        name=string(function.get("name")),
        description=string(function.get("description")),
        parameters=mapping(function.get("parameters")),
        strict=function.get("strict") is True,
    )


def _wish(body: Mapping[str, Any]) -> Wish:
    choice = body.get("tool_choice")
    described = mapping(mapping(body.get("response_format")).get("json_schema"))
    schema = mapping(described.get("schema")) if described else None
    if described.get("strict") is True:
        refuse_loose_schema(string(described.get("name")), schema)
    return Wish(
        streamed=body.get("stream") is True,
        usage_in_stream=mapping(body.get("stream_options")).get("include_usage") is True,
        schema=schema,
        forced=string(mapping(mapping(choice).get("function")).get("name")),
        must_call=choice == "required",
        limit=whole_number(body.get("max_completion_tokens") or body.get("max_tokens")),
    )


def _pieces(messages: list[Mapping[str, Any]]) -> Iterator[Piece]:
    for message in messages:
        yield Piece(heading(string(message.get("role"))))
        for part in parts(message.get("content")):
            yield Piece(joined([part]), bool(part.get("prompt_cache_breakpoint")))
        if message.get("tool_calls"):
            yield Piece(compact(message["tool_calls"]))


def _head(asked: Asked, kind: str) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{asked.number}",
        "object": kind,
        "created": asked.number,
        "model": asked.model,
        "service_tier": "default",
    }


def _call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": arguments_text(call)}
    return {"id": call.id, "type": "function", "function": function}


def _reason(answer: Answer) -> str:
    return "tool_calls" if answer.calls and answer.stop is Stop.END else _REASONS[answer.stop]


def _usage(used: Used) -> Mapping[str, Any]:
    return {
        "prompt_tokens": used.input,
        "completion_tokens": used.output,
        "total_tokens": used.input + used.output,
        "prompt_tokens_details": {
            "cached_tokens": used.reuse.read,
            "cache_write_tokens": used.reuse.written,
        },
        "completion_tokens_details": {"reasoning_tokens": used.thinking},
    }
