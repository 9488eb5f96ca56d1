"""The providers' own clients understand the scripted server, streaming and not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import anthropic
import openai
import pytest
from google import genai
from google.genai import errors as google_errors
from google.genai import types as google

from postil.testing.models import (
    Answer,
    Asked,
    Failure,
    Fault,
    Reply,
    Script,
    ScriptedModels,
    Service,
    Stop,
    ToolCall,
    always,
)
from testing.models.asking import OBJECT

SAID = "Nothing to report, after all. " * 8
Client = Callable[["Scene", str], str]


@dataclass
class Scene:
    """One server and its clients, made once because making clients is slow."""

    openai: openai.OpenAI
    anthropic: anthropic.Anthropic
    google: genai.Client
    server: ScriptedModels
    part: Part


@dataclass
class Part:
    """A script that each test replaces."""

    script: Script

    def __call__(self, asked: Asked) -> Reply:
        return self.script(asked)


@pytest.fixture(scope="module")
def _whole_scene() -> Iterator[Scene]:
    part = Part(always(Answer()))
    with (
        ScriptedModels(part) as server,
        openai_client(server.url) as first,
        anthropic_client(server.url) as second,
        google_client(server.url) as third,
    ):
        yield Scene(first, second, third, server, part)


@pytest.fixture
def scene(_whole_scene: Scene) -> Scene:
    _whole_scene.server.journal.clear()
    return _whole_scene


def openai_client(url: str, *, key: str = "key", timeout: float = 5) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0, timeout=timeout)


def anthropic_client(url: str, *, key: str = "key") -> anthropic.Anthropic:
    return anthropic.Anthropic(base_url=url, api_key=key, max_retries=0, timeout=5)


def google_client(url: str, *, key: str = "key") -> genai.Client:
    return genai.Client(api_key=key, http_options=google.HttpOptions(base_url=url, timeout=5000))


def chat(scene: Scene, text: str) -> str:
    made = scene.openai.chat.completions.create(
        model="m", messages=[{"role": "user", "content": text}]
    )
    return made.choices[0].message.content or ""


def chat_streamed(scene: Scene, text: str) -> str:
    chunks = scene.openai.chat.completions.create(
        model="m", messages=[{"role": "user", "content": text}], stream=True
    )
    return "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)


def responses(scene: Scene, text: str) -> str:
    return scene.openai.responses.create(model="m", input=text).output_text


def responses_streamed(scene: Scene, text: str) -> str:
    with scene.openai.responses.stream(model="m", input=text) as stream:
        return stream.get_final_response().output_text


def messages(scene: Scene, text: str) -> str:
    made = scene.anthropic.messages.create(
        model="m", max_tokens=1000, messages=[{"role": "user", "content": text}]
    )
    return "".join(block.text for block in made.content if block.type == "text")


def messages_streamed(scene: Scene, text: str) -> str:
    with scene.anthropic.messages.stream(
        model="m", max_tokens=1000, messages=[{"role": "user", "content": text}]
    ) as stream:
        made = stream.get_final_message()
    return "".join(block.text for block in made.content if block.type == "text")


def gemini(scene: Scene, text: str) -> str:
    return scene.google.models.generate_content(model="m", contents=text).text or ""


def gemini_streamed(scene: Scene, text: str) -> str:
    chunks = scene.google.models.generate_content_stream(model="m", contents=text)
    return "".join(chunk.text or "" for chunk in chunks)


WHOLE = [chat, responses, messages, gemini]
STREAMED = [chat_streamed, responses_streamed, messages_streamed, gemini_streamed]


@pytest.mark.parametrize("client", WHOLE + STREAMED)
def test_a_client_reads_the_answer(scene: Scene, client: Client) -> None:
    scene.part.script = always(Answer(text=SAID, thinking="hm"))
    assert client(scene, "Look at é.") == SAID
    (call,) = scene.server.journal.calls
    assert call.asked.last == "Look at é."
    assert call.asked.wish.streamed is client.__name__.endswith("_streamed")


REFUSALS: dict[Fault, tuple[type[Exception], type[Exception]]] = {
    Fault.BAD_REQUEST: (openai.BadRequestError, anthropic.BadRequestError),
    Fault.CONTEXT_TOO_LONG: (openai.BadRequestError, anthropic.BadRequestError),
    Fault.WRONG_KEY: (openai.AuthenticationError, anthropic.AuthenticationError),
    Fault.FORBIDDEN: (openai.PermissionDeniedError, anthropic.PermissionDeniedError),
    Fault.UNKNOWN_MODEL: (openai.NotFoundError, anthropic.NotFoundError),
    Fault.RATE_LIMITED: (openai.RateLimitError, anthropic.RateLimitError),
    Fault.SPEND_LIMIT: (openai.RateLimitError, anthropic.RateLimitError),
    Fault.SERVER_ERROR: (openai.InternalServerError, anthropic.InternalServerError),
    Fault.OVERLOADED: (openai.InternalServerError, anthropic.InternalServerError),
}


@pytest.mark.parametrize("fault", REFUSALS)
def test_clients_classify_refusals(scene: Scene, fault: Fault) -> None:
    of_openai, of_anthropic = REFUSALS[fault]
    scene.part.script = always(Failure(fault=fault))
    for ask in (chat, chat_streamed, responses, responses_streamed):
        with pytest.raises(of_openai):
            ask(scene, "hi")
    for ask in (messages, messages_streamed):
        with pytest.raises(of_anthropic):
            ask(scene, "hi")
    for ask in (gemini, gemini_streamed):
        with pytest.raises(google_errors.APIError):
            ask(scene, "hi")


BROKEN = (Fault.CUT, Fault.RESET, Fault.GARBAGE, Fault.WRONG_TYPE)


@pytest.mark.parametrize("client", WHOLE + STREAMED)
@pytest.mark.parametrize("fault", BROKEN)
def test_no_client_takes_a_broken_reply_for_the_answer(
    scene: Scene, fault: Fault, client: Client
) -> None:
    """Some clients raise and some hand over what they could read; none reads the whole answer."""
    scene.part.script = always(Failure(fault=fault, answer=Answer(text=SAID)))
    try:
        read = client(scene, "hi")
    except Exception as error:  # noqa: BLE001 - each client has its own family of errors
        read = repr(error)
    assert SAID not in read


@pytest.mark.parametrize(
    ("client", "error"),
    [
        (chat_streamed, openai.APIError),
        (responses_streamed, (openai.APIError, RuntimeError)),
        (messages_streamed, anthropic.APIStatusError),
        (gemini_streamed, google_errors.APIError),
    ],
)
def test_an_error_in_the_middle_of_a_stream_is_an_error(
    scene: Scene, client: Client, error: type[Exception]
) -> None:
    scene.part.script = always(Failure(fault=Fault.ERROR_MIDWAY))
    with pytest.raises(error):
        client(scene, "hi")


@pytest.mark.parametrize("fault", [Fault.STALL, Fault.STALL_MIDWAY])
def test_a_stalled_call_ends_when_the_client_leaves(scene: Scene, fault: Fault) -> None:
    scene.part.script = always(Failure(fault=fault))
    hasty = scene.openai.with_options(timeout=0.2)
    with pytest.raises(openai.APITimeoutError):
        hasty.responses.create(model="m", input="hi")
    deadline = time.monotonic() + 5
    while scene.server.journal.calls[0].ended is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert scene.server.journal.calls[0].ending == "left"


def test_a_wrong_key_and_an_unknown_model_are_refused() -> None:
    service = Service(key="right", models=("m",))
    with ScriptedModels(always(Answer(text="hi")), service) as server:
        with openai_client(server.url) as client, pytest.raises(openai.AuthenticationError):
            client.models.list()
        with openai_client(server.url, key="right") as client:
            assert [model.id for model in client.models.list()] == ["m"]
            assert client.models.retrieve("m").id == "m"
            with pytest.raises(openai.NotFoundError):
                client.models.retrieve("other")
            with pytest.raises(openai.NotFoundError):
                client.responses.create(model="other", input="hi")
        with anthropic_client(server.url, key="right") as other:
            assert [model.id for model in other.models.list()] == ["m"]
            counted = other.messages.count_tokens(
                model="m", messages=[{"role": "user", "content": "x" * 400}]
            )
            assert 100 <= counted.input_tokens <= 110
        with google_client(server.url, key="right") as third:
            assert [model.name for model in third.models.list()] == ["models/m"]
            assert third.models.count_tokens(model="m", contents="x" * 400).total_tokens == 105
    assert len(server.journal.calls) == 1
    assert server.journal.visits[:2] == ("GET /v1/models", "GET /v1/models")


def _looks_once(asked: Asked) -> Reply:
    if asked.turns[-1].results:
        return Answer(text=f"It says {asked.turns[-1].results[0].text}.")
    return Answer(text="Let me look.", calls=(ToolCall("look", {"word": "door"}),))


def test_openai_chat_calls_a_tool(scene: Scene) -> None:
    scene.part.script, client = _looks_once, scene.openai
    history: list[Any] = [{"role": "user", "content": "What is behind it?"}]
    tool: Any = {"type": "function", "function": {"name": "look", "parameters": OBJECT}}
    first = client.chat.completions.create(model="m", messages=history, tools=[tool])
    assert first.choices[0].finish_reason == "tool_calls"
    (call,) = first.choices[0].message.tool_calls or []
    assert call.type == "function"
    assert json.loads(call.function.arguments) == {"word": "door"}
    history.append(first.choices[0].message.model_dump())
    history.append({"role": "tool", "tool_call_id": call.id, "content": "a cat"})
    last = client.chat.completions.create(model="m", messages=history, tools=[tool])
    assert last.choices[0].message.content == "It says a cat."


def test_openai_responses_call_a_tool(scene: Scene) -> None:
    scene.part.script, client = _looks_once, scene.openai
    tool: Any = {"type": "function", "name": "look", "parameters": OBJECT, "strict": True}
    history: list[Any] = [{"role": "user", "content": "What is behind it?"}]
    with client.responses.stream(model="m", input=history, tools=[tool]) as stream:
        first = stream.get_final_response()
    (call,) = [item for item in first.output if item.type == "function_call"]
    assert json.loads(call.arguments) == {"word": "door"}
    history += [item.model_dump(exclude_none=True) for item in first.output]
    history.append({"type": "function_call_output", "call_id": call.call_id, "output": "a cat"})
    last = client.responses.create(model="m", input=history, tools=[tool])
    assert last.output_text == "It says a cat."


@pytest.mark.parametrize("streamed", [False, True])
def test_anthropic_calls_a_tool(scene: Scene, streamed: bool) -> None:
    scene.part.script, client = _looks_once, scene.anthropic
    history: list[Any] = [{"role": "user", "content": "What is behind it?"}]
    asked: Any = {"model": "m", "max_tokens": 500}
    asked["tools"] = [{"name": "look", "input_schema": OBJECT}]
    if streamed:
        with client.messages.stream(messages=history, **asked) as stream:
            first = stream.get_final_message()
    else:
        first = client.messages.create(messages=history, **asked)
    assert first.stop_reason == "tool_use"
    text, call = first.content
    assert (text.type, call.type) == ("text", "tool_use")
    assert call.model_dump()["input"] == {"word": "door"}
    told = {"type": "tool_result", "tool_use_id": call.model_dump()["id"], "content": "a cat"}
    history.append({"role": "assistant", "content": [b.model_dump() for b in first.content]})
    history.append({"role": "user", "content": [told]})
    last = client.messages.create(messages=history, **asked)
    assert last.content[0].model_dump()["text"] == "It says a cat."


def test_gemini_calls_a_tool(scene: Scene) -> None:
    def look(word: str) -> str:
        """Looks behind something."""
        return f"a cat behind the {word}"

    scene.part.script = _looks_once
    made = scene.google.models.generate_content(
        model="m",
        contents="What is behind it?",
        config=google.GenerateContentConfig(tools=[look]),
    )
    assert made.text == 'It says {"result":"a cat behind the door"}.'
    assert len(scene.server.journal.calls) == 2


@pytest.mark.parametrize(
    ("stop", "seen"),
    [
        (Stop.LENGTH, ("length", "incomplete", "max_tokens", "MAX_TOKENS")),
        (Stop.REFUSAL, ("stop", "completed", "refusal", "SAFETY")),
        (Stop.FILTERED, ("content_filter", "incomplete", "refusal", "PROHIBITED_CONTENT")),
        (Stop.PAUSE, ("stop", "completed", "pause_turn", "OTHER")),
        (Stop.WINDOW, ("length", "incomplete", "model_context_window_exceeded", "MAX_TOKENS")),
    ],
)
def test_why_it_stopped(scene: Scene, stop: Stop, seen: tuple[str, str, str, str]) -> None:
    scene.part.script = always(Answer(text="I will not", stop=stop))
    made = scene.openai.chat.completions.create(
        model="m", messages=[{"role": "user", "content": "hi"}]
    )
    assert made.choices[0].finish_reason == seen[0]
    assert (made.choices[0].message.refusal == "I will not") is (stop is Stop.REFUSAL)
    with scene.openai.responses.stream(model="m", input="hi") as stream:
        *_, last = stream
    assert last.type == f"response.{seen[1]}"
    said = scene.anthropic.messages.create(
        model="m", max_tokens=9, messages=[{"role": "user", "content": "hi"}]
    )
    assert said.stop_reason == seen[2]
    candidates = scene.google.models.generate_content(model="m", contents="hi").candidates or []
    assert candidates[0].finish_reason == seen[3]


def test_an_answer_over_the_limit_is_cut(scene: Scene) -> None:
    scene.part.script = always(Answer(text="four" * 100))
    asked: Any = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "hi"}]}
    made = scene.openai.chat.completions.create(**asked)
    replied = scene.openai.responses.create(model="m", input="hi", max_output_tokens=5)
    said = scene.anthropic.messages.create(**asked)
    assert made.choices[0].finish_reason == "length"
    assert (replied.status, said.stop_reason) == ("incomplete", "max_tokens")
    assert replied.output_text == made.choices[0].message.content == "four" * 5
    assert said.content[0].model_dump()["text"] == "four" * 5
    assert [call.output for call in scene.server.journal.calls] == [5, 5, 5]
