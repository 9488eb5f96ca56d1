"""Requests of each dialect are understood alike, and what a provider refuses is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.testing.models import (
    Answer,
    Dialect,
    ScriptedModels,
    Service,
    ToolCall,
    ToolResult,
    always,
)
from postil.testing.models.asked import Malformed
from testing.models.asking import (
    HEADERS,
    OBJECT,
    Body,
    ask,
    path,
    question,
    send,
    understood,
    with_schema,
    with_tool,
)

DIALECTS = pytest.mark.parametrize("dialect", list(Dialect))

HISTORY: dict[Dialect, Body] = {
    Dialect.CHAT: {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Rules."},
            {"role": "user", "content": [{"type": "text", "text": "Look."}]},
            {
                "role": "assistant",
                "content": "I do.",
                "tool_calls": [
                    {
                        "id": "look",
                        "type": "function",
                        "function": {"name": "look", "arguments": '{"word":"x"}'},
                    }
                ],
            },
            {"role": "tool", "tool_call_id": "look", "content": "a cat"},
        ],
        "tool_choice": {"type": "function", "function": {"name": "look"}},
        "max_completion_tokens": 7,
    },
    Dialect.RESPONSES: {
        "model": "m",
        "instructions": "Rules.",
        "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "Look."}]},
            {"role": "assistant", "content": [{"type": "output_text", "text": "I do."}]},
            {
                "type": "function_call",
                "call_id": "look",
                "name": "look",
                "arguments": '{"word":"x"}',
            },
            {"type": "function_call_output", "call_id": "look", "output": "a cat"},
        ],
        "tool_choice": {"type": "function", "name": "look"},
        "max_output_tokens": 7,
    },
    Dialect.MESSAGES: {
        "model": "m",
        "system": [{"type": "text", "text": "Rules."}],
        "messages": [
            {"role": "user", "content": "Look."},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "I do."},
                    {"type": "tool_use", "id": "look", "name": "look", "input": {"word": "x"}},
                ],
            },
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "look", "content": "a cat"}],
            },
        ],
        "tool_choice": {"type": "tool", "name": "look"},
        "max_tokens": 7,
    },
    Dialect.GEMINI: {
        "systemInstruction": {"parts": [{"text": "Rules."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Look."}]},
            {
                "role": "model",
                "parts": [
                    {"text": "I do."},
                    {"functionCall": {"name": "look", "args": {"word": "x"}, "id": "look"}},
                ],
            },
            {
                "role": "user",
                "parts": [{"functionResponse": {"name": "look", "response": "a cat"}}],
            },
        ],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look"]}},
        "generationConfig": {"maxOutputTokens": 7},
    },
}


@DIALECTS
def test_a_conversation_reads_the_same_in_every_dialect(dialect: Dialect) -> None:
    asked = understood(dialect, with_tool(dialect, HISTORY[dialect]))
    assert asked.system == "Rules."
    assert [turn.text for turn in asked.turns if turn.text] == ["Look.", "I do."]
    assert [call for turn in asked.turns for call in turn.calls] == [
        ToolCall("look", '{"word":"x"}', "look")
    ]
    told = "a cat" if dialect is not Dialect.GEMINI else '"a cat"'
    assert asked.turns[-1].results == (ToolResult("look", told),)
    assert asked.last == told
    assert (asked.wish.forced, asked.wish.limit) == ("look", 7)
    assert [(tool.name, tool.description) for tool in asked.tools] == [("look", "Looks.")]
    assert asked.tools[0].parameters == OBJECT


@DIALECTS
def test_the_prompt_holds_everything_in_the_order_it_is_cached(dialect: Dialect) -> None:
    asked = understood(dialect, with_tool(dialect, HISTORY[dialect]))
    places = [
        asked.prompt.index(text) for text in ("Looks.", "Rules.", "Look.\n", "I do.", "a cat")
    ]
    assert places == sorted(places)


@DIALECTS
def test_a_schema_is_seen_and_stands_before_the_rules(dialect: Dialect) -> None:
    asked = understood(dialect, with_schema(dialect, question(dialect)))
    assert asked.wish.schema == OBJECT
    assert asked.prompt.index("additionalProperties") < asked.prompt.index("hi")
    assert understood(dialect, question(dialect)).wish.schema is None


@pytest.mark.parametrize(
    ("dialect", "choice"),
    [
        (Dialect.CHAT, "required"),
        (Dialect.RESPONSES, "required"),
        (Dialect.RESPONSES, {"type": "allowed_tools", "mode": "required"}),
        (Dialect.MESSAGES, {"type": "any"}),
    ],
)
def test_some_tool_must_be_called(dialect: Dialect, choice: object) -> None:
    body = with_tool(dialect, question(dialect))
    assert understood(dialect, body | {"tool_choice": choice}).wish.must_call
    assert not understood(dialect, body | {"tool_choice": "auto"}).wish.must_call


def test_marks_are_read_and_are_not_part_of_the_prompt() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    body: Body = {
        "model": "m",
        "max_tokens": 9,
        "tools": [{"name": "look", "input_schema": OBJECT, **mark}],
        "system": [{"type": "text", "text": "Rules.", **mark}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Look."}]}],
    }
    asked = understood(Dialect.MESSAGES, body)
    assert [piece.text for piece in asked.pieces if piece.marked][1:] == ["Rules."]
    assert "ephemeral" not in asked.prompt
    everywhere = understood(Dialect.MESSAGES, body | mark)
    assert [piece.text for piece in everywhere.pieces if piece.marked][2:] == ["Look."]


def test_openai_marks_and_the_switch_for_everything_else() -> None:
    part = {"type": "text", "text": "Look.", "prompt_cache_breakpoint": {"mode": "explicit"}}
    body: Body = {"model": "m", "messages": [{"role": "user", "content": [part]}]}
    asked = understood(Dialect.CHAT, body | {"prompt_cache_options": {"mode": "explicit"}})
    assert [piece.text for piece in asked.pieces if piece.marked] == ["Look."]
    assert not asked.implicit_cache
    body = {"model": "m", "input": [{"role": "user", "content": [part | {"type": "input_text"}]}]}
    asked = understood(Dialect.RESPONSES, body)
    assert [piece.text for piece in asked.pieces if piece.marked] == ["Look."]
    assert asked.implicit_cache


def _messages(*messages: Body) -> Body:
    return {"model": "m", "max_tokens": 5, "messages": list(messages)}


USER = {"role": "user", "content": "hi"}
CALLS: Body = {
    "role": "assistant",
    "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
}
LOOSE: Body = {"type": "object", "properties": {"a": {"type": "string"}}}
HALF = LOOSE | {"additionalProperties": False, "required": []}


def _strict(schema: Body) -> Body:
    wanted = {"name": "x", "schema": schema, "strict": True}
    return {
        **_messages(USER),
        "response_format": {"type": "json_schema", "json_schema": wanted},
    }


@pytest.mark.parametrize(
    ("dialect", "body", "words"),
    [
        (Dialect.CHAT, {"messages": [USER]}, "'model'"),
        (Dialect.CHAT, {"model": "m"}, "'messages'"),
        (Dialect.RESPONSES, {"model": "m"}, "'input'"),
        (Dialect.MESSAGES, {"model": "m", "messages": [USER]}, "'max_tokens'"),
        (Dialect.GEMINI, {}, "'contents'"),
        (Dialect.CHAT, _messages(USER, CALLS), "No tool output found for the calls c"),
        (Dialect.CHAT, _messages(USER, CALLS, USER), "No tool output found for the calls c"),
        (
            Dialect.CHAT,
            _messages(USER, {"role": "tool", "tool_call_id": "z", "content": "x"}),
            "'z' answers no call",
        ),
        (
            Dialect.RESPONSES,
            {"model": "m", "input": "hi", "previous_response_id": "resp_1"},
            "'resp_1' not found",
        ),
        (Dialect.CHAT, _strict(LOOSE), "'additionalProperties'"),
        (Dialect.CHAT, _strict(HALF), "'required' must list a"),
        (Dialect.CHAT, _strict(OBJECT | {"$defs": {"d": LOOSE}}), "'additionalProperties'"),
        (Dialect.CHAT, _strict({"type": "array", "items": {"anyOf": [LOOSE]}}), "'additional"),
        (
            Dialect.RESPONSES,
            {
                "model": "m",
                "input": "hi",
                "tools": [{"type": "function", "name": "f", "parameters": LOOSE, "strict": True}],
            },
            "Invalid schema for 'f'",
        ),
        (
            Dialect.MESSAGES,
            _messages(
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}
                    ]
                    * 5,
                }
            ),
            "maximum of 4",
        ),
    ],
)
def test_what_a_provider_refuses(dialect: Dialect, body: Body, words: str) -> None:
    with pytest.raises(Malformed) as caught:
        understood(dialect, body)
    assert words in str(caught.value)
    with ScriptedModels(always(Answer())) as server:
        got = ask(server, dialect, body)
    assert got.status == 400
    assert words in got.document["error"]["message"]
    assert server.journal.calls == ()


def test_a_tool_the_provider_runs_is_known_by_its_type() -> None:
    body: Body = {"model": "m", "input": "hi", "tools": [{"type": "web_search"}]}
    assert understood(Dialect.RESPONSES, body).tools[0].name == "web_search"


def test_items_of_other_kinds_are_part_of_the_prompt() -> None:
    body: Body = {
        "model": "m",
        "input": [
            {"type": "reasoning", "id": "rs_1", "summary": []},
            {"type": "custom_tool_call", "call_id": "c", "name": "patch", "input": "text"},
            {"type": "custom_tool_call_output", "call_id": "c", "output": "done"},
            {"role": "developer", "content": "Be brief."},
        ],
    }
    asked = understood(Dialect.RESPONSES, body)
    assert asked.system == "Be brief."
    assert asked.turns[1].calls == (ToolCall("patch", "text", "c"),)
    assert "rs_1" not in asked.prompt
    assert '"summary":[]' in asked.prompt


@DIALECTS
@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b"[" * 100_000])
def test_a_body_that_is_no_object_is_refused(dialect: Dialect, data: bytes) -> None:
    with ScriptedModels(always(Answer())) as server:
        got = send(server, "POST", path(dialect), data, HEADERS[dialect])
    assert got.status == 400
    assert "could not parse" in got.document["error"]["message"]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["", "x", "user", "tool", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["role", "content", "parts", "text", "type", "tool_calls", "function", "call_id"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)
KEYS = st.sampled_from(
    [
        *("model", "messages", "input", "contents", "max_tokens", "tools", "tool_choice"),
        *("system", "instructions", "text", "response_format", "generationConfig", "toolConfig"),
        *("systemInstruction", "output_config", "cache_control", "stream", "stream_options"),
    ]
)


@DIALECTS
@given(changes=st.dictionaries(KEYS, VALUES, max_size=5))
def test_odd_requests_are_read_or_refused(dialect: Dialect, changes: dict[str, Any]) -> None:
    try:
        asked = understood(dialect, question(dialect) | changes)
    except Malformed:
        return
    assert asked.dialect is dialect
    assert isinstance(asked.prompt, str)
    assert isinstance(asked.last, str)


def test_a_small_window_and_a_server_without_schemas() -> None:
    with ScriptedModels(always(Answer()), Service(window=50)) as server:
        assert ask(server, Dialect.CHAT).status == 200
        got = ask(server, Dialect.CHAT, question(Dialect.CHAT, "x" * 400))
        assert got.document["error"]["code"] == "context_length_exceeded"
    with ScriptedModels(always(Answer()), Service(structured=False)) as server:
        assert ask(server, Dialect.CHAT).status == 200
        got = ask(server, Dialect.CHAT, with_schema(Dialect.CHAT, question(Dialect.CHAT)))
        assert got.document["error"]["code"] == "invalid_json_schema"
