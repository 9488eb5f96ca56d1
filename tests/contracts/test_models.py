"""Every provider that can be pointed at the scripted server keeps the same promises."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from postil.domain.conversation import Prompt, Reply, Stop, ToolOffer, ToolResult, Turn
from postil.domain.errors import (
    Garbled,
    ModelDown,
    ModelError,
    RateLimited,
    TooLong,
    Unusable,
    UserError,
)
from postil.models import open_model, providers
from postil.ports import Model
from postil.testing.models import (
    Answer,
    Asked,
    Failure,
    Fault,
    Pace,
    ScriptedModels,
    Service,
    ToolCall,
)
from postil.testing.models import Stop as Ends

SCHEMA = {
    "type": "object",
    "properties": {"findings": {"type": "array", "items": {"type": "object"}}},
    "required": ["findings"],
}
SEARCH = ToolOffer(
    name="search",
    description="Look for a text.",
    schema={"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
)
PROMPT = Prompt(
    rules="The rules.",
    shared="What everybody sees. " * 50,
    charge="What you are asked.",
    schema=SCHEMA,
    tools=(SEARCH,),
    most_output=2_000,
)
NAMES = {
    "anthropic": ("claude-sonnet-5-5", ""),
    "openai": ("gpt-6-sol", "/v1"),
    "openai-chat": ("gpt-5.5", "/v1"),
    "google": ("gemini-2.5-pro", ""),
    "compatible": ("some-model", "/v1"),
}
KEYS = {
    "anthropic": "ANTHROPIC",
    "openai": "OPENAI",
    "openai-chat": "OPENAI",
    "google": "GEMINI",
    "compatible": "POSTIL",
}
REPORT = {"findings": [{"title": "x"}]}
Saying = Callable[[Asked], Answer | Failure]


@pytest.fixture(params=sorted(NAMES))
def provider(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def opened(provider: str, url: str, key: str = "k", name: str = "") -> Model:
    usual, path = NAMES[provider]
    name = name or usual
    prefix = KEYS[provider]
    return open_model(
        f"{provider}:{name}", {f"{prefix}_API_KEY": key, f"{prefix}_BASE_URL": url + path}
    )


def ask(
    provider: str, says: Answer | Failure | Saying, prompt: Prompt = PROMPT, *, within: float = 20.0
) -> Reply:
    def script(asked: Asked) -> Answer | Failure:
        return says(asked) if callable(says) else says

    with ScriptedModels(script) as server:
        return asyncio.run(opened(provider, server.url).ask(prompt, within=within))


def test_a_structured_answer_arrives_as_its_raw_json(provider: str) -> None:
    reply = ask(provider, Answer(value=REPORT))
    assert reply.answer is not None
    assert '"title"' in reply.answer
    assert reply.stop is Stop.END
    assert reply.calls == ()
    assert reply.usage.input > 0
    assert reply.usage.output > 0


def test_what_is_asked_arrives_in_order_with_the_tools(provider: str) -> None:
    heard: list[Asked] = []

    def says(asked: Asked) -> Answer:
        heard.append(asked)
        return Answer(value=REPORT)

    ask(provider, says)
    (asked,) = heard
    text = asked.prompt
    assert (
        text.index("The rules.")
        < text.index("What everybody sees.")
        < text.index("What you are asked.")
    )
    assert asked.offers("search")
    assert asked.offers("report")
    last: list[Asked] = []

    def says_last(asked: Asked) -> Answer:
        last.append(asked)
        return Answer(value=REPORT)

    ask(provider, says_last, replace(PROMPT, last=True))
    assert not last[0].offers("search")


def test_a_lookup_and_its_result_go_round(provider: str) -> None:
    heard: list[Asked] = []

    def says(asked: Asked) -> Answer:
        heard.append(asked)
        if len(heard) == 1:
            return Answer(calls=(ToolCall("search", {"text": "x"}),))
        return Answer(value=REPORT)

    with ScriptedModels(says) as server:
        model = opened(provider, server.url)

        async def talk() -> Reply:
            first = await model.ask(PROMPT, within=20.0)
            (call,) = first.calls
            assert (call.name, call.arguments.replace(" ", "")) == ("search", '{"text":"x"}')
            turn = Turn(reply=first, results=(ToolResult(call=call, text="found in a.py"),))
            return await model.ask(replace(PROMPT, turns=(turn,)), within=20.0)

        second = asyncio.run(talk())
    assert second.answer is not None
    assert "found in a.py" in heard[1].prompt


def test_a_report_that_was_not_accepted_is_asked_for_again(provider: str) -> None:
    heard: list[Asked] = []

    def says(asked: Asked) -> Answer:
        heard.append(asked)
        return Answer(value=REPORT)

    with ScriptedModels(says) as server:
        model = opened(provider, server.url)

        async def talk() -> Reply:
            first = await model.ask(PROMPT, within=20.0)
            turn = Turn(reply=first, complaint="`findings[0]` has no slug")
            return await model.ask(replace(PROMPT, turns=(turn,), last=True), within=20.0)

        assert asyncio.run(talk()).answer is not None
    assert "`findings[0]` has no slug" in heard[1].prompt


def test_the_first_byte_is_told_once_it_is_there(provider: str) -> None:
    told: list[float] = []
    pace = Pace(first_byte=0.2, total=0.6)

    async def talk(model: Model) -> float:
        loop = asyncio.get_running_loop()
        started = loop.time()
        await model.ask(PROMPT, within=20.0, begun=lambda: told.append(loop.time() - started))
        return loop.time() - started

    with ScriptedModels(lambda _asked: Answer(value=REPORT, pace=pace)) as server:
        whole = asyncio.run(talk(opened(provider, server.url)))
    assert 0.15 < told[0] < whole
    assert whole >= 0.6


@pytest.mark.parametrize(
    ("fault", "meant", "words"),
    [
        (Failure(fault=Fault.WRONG_KEY), Unusable, "does not accept the key; look at `"),
        (Failure(fault=Fault.UNKNOWN_MODEL), Unusable, "there is no model"),
        (Failure(fault=Fault.SPEND_LIMIT), Unusable, "has reached a limit"),
        (Failure(fault=Fault.NO_CREDIT), Unusable, "has reached a limit"),
        (Failure(fault=Fault.RATE_LIMITED), RateLimited, "asks for a pause"),
        (Failure(fault=Fault.CONTEXT_TOO_LONG), TooLong, "too long"),
        (Failure(fault=Fault.TOO_LARGE), TooLong, "too long"),
        (Failure(fault=Fault.SERVER_ERROR), ModelDown, "not to be reached"),
        (Failure(fault=Fault.OVERLOADED), ModelDown, "not to be reached"),
        (Failure(fault=Fault.CUT), ModelDown, "not to be reached"),
        (Failure(fault=Fault.RESET), ModelDown, "not to be reached"),
        (Failure(fault=Fault.ERROR_MIDWAY), ModelDown, "not to be reached"),
    ],
    ids=lambda value: value.fault.value if isinstance(value, Failure) else "",
)
def test_each_failure_says_what_to_do_about_it(
    provider: str, fault: Failure, meant: type[ModelError], words: str
) -> None:
    with pytest.raises(meant, match=words):
        ask(provider, fault)


@pytest.mark.parametrize("fault", [Fault.GARBAGE, Fault.WRONG_TYPE])
def test_garbage_is_an_error_and_never_an_empty_answer(provider: str, fault: Fault) -> None:
    try:
        reply = ask(provider, Failure(fault=fault))
    except (ModelDown, Garbled):
        return
    assert reply.answer is None
    assert not reply.text.strip()


def test_one_call_is_one_request_whatever_happens(provider: str) -> None:
    with ScriptedModels(lambda _asked: Failure(fault=Fault.SERVER_ERROR)) as server:
        model = opened(provider, server.url)
        with pytest.raises(ModelDown):
            asyncio.run(model.ask(PROMPT, within=20.0))
        assert len(server.journal.calls) == 1


def test_a_model_that_stalls_is_given_up_in_time(provider: str) -> None:
    with pytest.raises(ModelDown, match="within 1 s"):
        ask(provider, Failure(fault=Fault.STALL), within=1.0)


@pytest.mark.parametrize(
    ("ends", "stop"), [(Ends.LENGTH, Stop.LENGTH), (Ends.REFUSAL, Stop.REFUSAL)]
)
def test_an_end_that_is_none_is_told(provider: str, ends: Ends, stop: Stop) -> None:
    assert ask(provider, Answer(text="no", stop=ends)).stop is stop


@pytest.mark.parametrize("prompt", [replace(PROMPT, last=True), replace(PROMPT, tools=())])
def test_the_report_is_demanded_where_nothing_else_is_left(provider: str, prompt: Prompt) -> None:
    heard: list[Asked] = []

    def says(asked: Asked) -> Answer:
        heard.append(asked)
        return Answer(value=REPORT)

    # The newest models of Anthropic refuse to be forced.
    name = "claude-opus-4-5" if provider == "anthropic" else ""
    with ScriptedModels(says) as server:
        reply = asyncio.run(opened(provider, server.url, name=name).ask(prompt, within=20.0))
    assert reply.answer is not None
    wish = heard[0].wish
    assert wish.forced == "report" or wish.must_call
    assert [tool.name for tool in heard[0].tools] == ["report"]


def test_a_model_that_cannot_be_forced_is_only_asked() -> None:
    heard: list[Asked] = []

    def says(asked: Asked) -> Answer:
        heard.append(asked)
        return Answer(value=REPORT)

    assert ask("anthropic", says, replace(PROMPT, last=True)).answer is not None
    assert not heard[0].wish.forced
    assert not heard[0].wish.must_call


def test_what_all_share_is_read_from_the_cache_the_second_time(provider: str) -> None:
    long = replace(PROMPT, shared="What everybody sees. " * 500)
    with ScriptedModels(lambda _asked: Answer(value=REPORT)) as server:
        model = opened(provider, server.url)

        async def talk() -> tuple[Reply, Reply]:
            return (
                await model.ask(long, within=20.0),
                await model.ask(replace(long, charge="Another question."), within=20.0),
            )

        first, second = asyncio.run(talk())
    assert model.caches is (provider != "compatible")
    assert first.usage.cached == 0
    shared = len(long.rules + long.shared) // 4
    assert shared - 128 <= second.usage.cached < second.usage.input
    assert [call.reuse.read for call in server.journal.calls] == [0, second.usage.cached]


def test_thinking_is_no_part_of_the_answer(provider: str) -> None:
    reply = ask(provider, Answer(thinking="Perhaps.", text="Words.", value=REPORT))
    assert "Perhaps" not in reply.text
    assert reply.answer is not None
    assert "Perhaps" not in reply.answer


def test_a_model_serves_one_event_loop_after_another(provider: str) -> None:
    with ScriptedModels(lambda _asked: Answer(value=REPORT)) as server:
        model = opened(provider, server.url)
        answers = [asyncio.run(model.ask(PROMPT, within=20.0)).answer for _ in range(2)]
    assert answers[0] == answers[1] is not None


def test_questions_at_the_same_time_are_answered_side_by_side(provider: str) -> None:
    async def talk(model: Model) -> list[Reply]:
        return await asyncio.gather(*(model.ask(PROMPT, within=20.0) for _ in range(4)))

    pace = Pace(total=0.5)
    with ScriptedModels(lambda _asked: Answer(value=REPORT, pace=pace)) as server:
        replies = asyncio.run(talk(opened(provider, server.url)))
    assert all(reply.answer for reply in replies)
    assert server.journal.open_together() == 4


def test_a_server_that_knows_no_tools_is_asked_in_words() -> None:
    heard: list[Asked] = []

    def says(asked: Asked) -> Answer | Failure:
        heard.append(asked)
        if asked.tools:
            return Failure(fault=Fault.BAD_REQUEST, message="this model does not support tools")
        return Answer(text='{"findings": []}')

    reply = ask("openai-chat", says)
    assert reply.text == '{"findings": []}'
    assert len(heard) == 2
    assert '"required":["findings"]' in heard[1].prompt


def test_a_wrong_key_is_noticed_by_the_server(provider: str) -> None:
    service = Service(key="right")
    with (
        ScriptedModels(lambda _asked: Answer(value=REPORT), service) as server,
        pytest.raises(Unusable, match="does not accept the key"),
    ):
        asyncio.run(opened(provider, server.url, key="wrong").ask(PROMPT, within=20.0))


def test_a_model_that_is_not_there_is_told_from_a_wrong_address(provider: str) -> None:
    name, _ = NAMES[provider]
    service = Service(models=("another",))
    with ScriptedModels(lambda _asked: Answer(value=REPORT), service) as server:
        with pytest.raises(Unusable, match=f"there is no model `{name}`"):
            asyncio.run(opened(provider, server.url).ask(PROMPT, within=20.0))
        astray = opened(provider, f"{server.url}/astray")
        with pytest.raises(Unusable, match=f"look at `{KEYS[provider]}_BASE_URL`"):
            asyncio.run(astray.ask(PROMPT, within=20.0))


def test_a_server_that_is_not_there_is_not_to_be_reached(provider: str) -> None:
    with pytest.raises(ModelDown, match=f"not to be reached; look at `{KEYS[provider]}_BASE_URL`"):
        asyncio.run(opened(provider, "http://127.0.0.1:9").ask(PROMPT, within=20.0))


@pytest.mark.parametrize("provider", sorted(set(NAMES) - {"compatible"}))
def test_a_missing_key_names_its_variable(provider: str) -> None:
    with pytest.raises(Unusable, match=f"set `{KEYS[provider]}_API_KEY`"):
        open_model(f"{provider}:x", {})


def test_an_unknown_provider_suggests_the_nearest() -> None:
    assert set(NAMES) <= set(providers())
    with pytest.raises(UserError, match="did you mean `anthropic:x`"):
        open_model("antropic:x", {})
    with pytest.raises(UserError, match="known are anthropic"):
        open_model("zzz:x", {})
