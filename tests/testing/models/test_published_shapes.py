"""Every reply fits the types that the providers publish with their own clients."""

from __future__ import annotations

from typing import Any

import anthropic.types
import pytest
from google.genai import types as google
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from postil.testing.models import (
    Answer,
    Dialect,
    Failure,
    Fault,
    ScriptedModels,
    Stop,
    ToolCall,
    always,
)
from testing.models.asking import Got, ask, question, with_tool

WHOLE: dict[Dialect, TypeAdapter[Any]] = {
    Dialect.CHAT: TypeAdapter(ChatCompletion),
    Dialect.RESPONSES: TypeAdapter(Response),
    Dialect.MESSAGES: TypeAdapter(anthropic.types.Message),
    Dialect.GEMINI: TypeAdapter(google.GenerateContentResponse),
}
# The wire has pings, which the client drops before its own types begin.
STREAMED: dict[Dialect, TypeAdapter[Any]] = {
    Dialect.CHAT: TypeAdapter(ChatCompletionChunk),
    Dialect.RESPONSES: TypeAdapter(ResponseStreamEvent),
    Dialect.MESSAGES: TypeAdapter(anthropic.types.RawMessageStreamEvent),
    Dialect.GEMINI: TypeAdapter(google.GenerateContentResponse),
}
LONG = "word " * 100
ANSWERS = {
    "text": Answer(text=LONG),
    "empty": Answer(),
    "thinking": Answer(text=LONG, thinking=LONG),
    "call": Answer(calls=(ToolCall("look", {"word": "x" * 200}),)),
    "text and calls": Answer(text="a", calls=(ToolCall("look", {"word": "x"}), ToolCall("look"))),
    "odd characters": Answer(text="\u2028é\x00\n", calls=(ToolCall("look", {"word": "\x7f"}),)),
    **{stop.value: Answer(text=LONG, stop=stop) for stop in Stop},
    "silent refusal": Answer(stop=Stop.REFUSAL),
}
DIALECTS = pytest.mark.parametrize("dialect", list(Dialect))


@DIALECTS
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_a_whole_answer_fits(dialect: Dialect, answer: Answer) -> None:
    with ScriptedModels(always(answer)) as server:
        got = ask(server, dialect, with_tool(dialect, question(dialect)))
    assert got.status == 200
    assert got.headers["content-type"] == "application/json"
    WHOLE[dialect].validate_json(got.body, strict=False)


@DIALECTS
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_a_streamed_answer_fits(dialect: Dialect, answer: Answer) -> None:
    with ScriptedModels(always(answer)) as server:
        body = with_tool(dialect, question(dialect, streamed=True))
        got = ask(server, dialect, body, streamed=True)
    assert got.headers["content-type"] == "text/event-stream; charset=utf-8"
    events = [event for event in got.events if event.get("type") != "ping"]
    assert events
    for event in events:
        STREAMED[dialect].validate_python(event, strict=False)


@DIALECTS
@pytest.mark.parametrize("streamed", [False, True])
def test_the_shapes_can_tell(dialect: Dialect, streamed: bool) -> None:
    """The adapters refuse what is not an answer, or the tests above could not fail."""
    adapter = (STREAMED if streamed else WHOLE)[dialect]
    with pytest.raises(ValueError, match="validation error"):
        adapter.validate_python({"nonsense": True})


STATUSES: dict[Fault, tuple[int, int, int]] = {
    # OpenAI (both interfaces), Anthropic, Gemini
    Fault.BAD_REQUEST: (400, 400, 400),
    Fault.UNSUPPORTED_SCHEMA: (400, 400, 400),
    Fault.CONTEXT_TOO_LONG: (400, 400, 400),
    Fault.WRONG_KEY: (401, 401, 400),
    Fault.FORBIDDEN: (403, 403, 403),
    Fault.UNKNOWN_MODEL: (404, 404, 404),
    Fault.TOO_LARGE: (413, 413, 413),
    Fault.RATE_LIMITED: (429, 429, 429),
    Fault.SPEND_LIMIT: (429, 429, 429),
    Fault.NO_CREDIT: (400, 400, 400),
    Fault.SERVER_ERROR: (500, 500, 500),
    Fault.OVERLOADED: (503, 529, 503),
}
COLUMNS = {Dialect.CHAT: 0, Dialect.RESPONSES: 0, Dialect.MESSAGES: 1, Dialect.GEMINI: 2}


@DIALECTS
@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("fault", STATUSES)
def test_an_error_is_the_dialects_own(dialect: Dialect, fault: Fault, streamed: bool) -> None:
    with ScriptedModels(always(Failure(fault=fault))) as server:
        got = ask(server, dialect, streamed=streamed)
    assert got.status == STATUSES[fault][COLUMNS[dialect]]
    assert got.headers["content-type"] == "application/json"
    assert set(got.document) == _error_keys(dialect)
    assert got.document["error"]["message"]


def _error_keys(dialect: Dialect) -> set[str]:
    return {"type", "error", "request_id"} if dialect is Dialect.MESSAGES else {"error"}


def _refused(dialect: Dialect, failure: Failure) -> Got:
    with ScriptedModels(always(failure)) as server:
        return ask(server, dialect)


@pytest.mark.parametrize(
    ("dialect", "fault", "known_by"),
    [
        (Dialect.CHAT, Fault.SPEND_LIMIT, ("code", "insufficient_quota")),
        (Dialect.CHAT, Fault.CONTEXT_TOO_LONG, ("code", "context_length_exceeded")),
        (Dialect.RESPONSES, Fault.WRONG_KEY, ("code", "invalid_api_key")),
        (Dialect.RESPONSES, Fault.NO_CREDIT, ("code", "billing_hard_limit_reached")),
        (Dialect.MESSAGES, Fault.OVERLOADED, ("type", "overloaded_error")),
        (
            Dialect.MESSAGES,
            Fault.SPEND_LIMIT,
            ("details", {"error_code": "enforced_spend_limit_reached"}),
        ),
        (Dialect.GEMINI, Fault.RATE_LIMITED, ("status", "RESOURCE_EXHAUSTED")),
        (
            Dialect.GEMINI,
            Fault.WRONG_KEY,
            (
                "details",
                [
                    {
                        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                        "reason": "API_KEY_INVALID",
                    }
                ],
            ),
        ),
    ],
)
def test_an_error_can_be_told_apart(
    dialect: Dialect, fault: Fault, known_by: tuple[str, Any]
) -> None:
    name, value = known_by
    assert _refused(dialect, Failure(fault=fault)).document["error"][name] == value


@pytest.mark.parametrize("dialect", [Dialect.CHAT, Dialect.RESPONSES, Dialect.MESSAGES])
def test_the_wait_stands_in_a_header(dialect: Dialect) -> None:
    got = _refused(dialect, Failure(fault=Fault.RATE_LIMITED, retry_after=2))
    assert got.headers["retry-after"] == "2"
    assert "retry-after" not in _refused(dialect, Failure(fault=Fault.RATE_LIMITED)).headers


def test_gemini_puts_the_wait_into_the_document() -> None:
    got = _refused(Dialect.GEMINI, Failure(fault=Fault.RATE_LIMITED, retry_after=1.5))
    assert got.document["error"]["details"][0]["retryDelay"] == "1.5s"
    assert "retry-after" not in got.headers


@DIALECTS
def test_status_and_words_can_be_replaced(dialect: Dialect) -> None:
    got = _refused(dialect, Failure(fault=Fault.OVERLOADED, status=529, message="Later."))
    assert got.status == 529
    assert got.document["error"]["message"] == "Later."
