"""Models whose answers stand in a file: by seat as recorded, or by rules."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from postil.domain.conversation import Prompt, Reply, Stop, ToolCall, ToolResult, Turn, Usage
from postil.domain.errors import (
    Garbled,
    ModelDown,
    ModelError,
    RateLimited,
    Refused,
    TooLong,
    Unusable,
    UserError,
)
from postil.models import open_model
from postil.models.scripted import When

PROMPT = Prompt(
    rules="The rules.", shared="The change.", charge="Yours.", schema={}, seat="security"
)


def written(folder: Path, value: Any) -> str:
    file = folder / "answers.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    return str(file)


def ask(spec: str, *prompts: Prompt, within: float = 5.0) -> list[Reply]:
    model = open_model(spec, {})

    async def talk() -> list[Reply]:
        return [await model.ask(prompt, within=within) for prompt in prompts]

    return asyncio.run(talk())


def test_a_recording_answers_each_seat_in_order_and_the_last_for_ever(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        {
            "about": "One review of a small change.",
            "answers": {
                "security": [{"text": "first"}, {"report": {"findings": []}}],
                "sdet": [{"text": "other"}],
            },
        },
    )
    other = replace(PROMPT, seat="sdet")
    replies = ask(f"recorded:{file}", PROMPT, other, PROMPT, PROMPT, other)
    assert [reply.text for reply in replies] == ["first", "other", "", "", "other"]
    assert [reply.answer for reply in replies[2:4]] == ['{"findings": []}'] * 2
    assert {reply.model for reply in replies} == {f"recorded:{file}"}


def test_a_recording_without_an_answer_for_a_seat_says_so(tmp_path: Path) -> None:
    file = written(tmp_path, {"answers": {"sdet": [{"text": "x"}], "security": []}})
    with pytest.raises(Garbled, match="holds no answer for `security`"):
        ask(f"recorded:{file}", PROMPT)


def test_everything_an_answer_can_hold_arrives(tmp_path: Path) -> None:
    said = {
        "text": "words",
        "lookups": [{"name": "search", "arguments": {"text": "x"}}, {"name": "list"}],
        "stop": "tools",
        "tokens": {"input": 10, "cached": 4, "output": 3},
    }
    file = written(tmp_path, {"rules": [{"say": said}]})
    (reply,) = ask(f"scripted:{file}", PROMPT)
    assert reply.calls == (
        ToolCall(id="0.0", name="search", arguments='{"text": "x"}'),
        ToolCall(id="0.1", name="list", arguments="{}"),
    )
    assert (reply.text, reply.answer, reply.stop) == ("words", None, Stop.TOOLS)
    assert reply.usage == Usage(input=10, cached=4, output=3, usd=0.0)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("unusable", Unusable),
        ("rate-limited", RateLimited),
        ("down", ModelDown),
        ("too-long", TooLong),
        ("refused", Refused),
        ("garbled", Garbled),
    ],
)
def test_every_failure_can_be_played(tmp_path: Path, word: str, meant: type[ModelError]) -> None:
    file = written(tmp_path, {"rules": [{"say": {"fails": word}}]})
    with pytest.raises(meant, match=f"plays a failure: {word}"):
        ask(f"scripted:{file}", PROMPT)


def test_an_answer_takes_its_time_and_not_more_than_is_left(tmp_path: Path) -> None:
    rules = [
        {"when": {"seat": "security"}, "say": {"text": "late", "seconds": 0.05}},
        {"say": {"text": "too late", "seconds": 60}},
    ]
    file = written(tmp_path, {"rules": rules})
    told: list[float] = []

    async def talk() -> tuple[float, float]:
        model = open_model(f"scripted:{file}", {})
        loop = asyncio.get_running_loop()
        started = loop.time()
        await model.ask(PROMPT, within=5.0, begun=lambda: told.append(loop.time() - started))
        middle = loop.time()
        with pytest.raises(ModelDown, match="did not answer within 0 s"):
            await model.ask(replace(PROMPT, seat="sdet"), within=0.01)
        return loop.time() - middle, told[0]

    given_up, begun = asyncio.run(talk())
    assert begun >= 0.045
    assert given_up < 20


RESULT = ToolResult(call=ToolCall(id="1", name="search", arguments="{}"), text="found in a.py")
TURN = Turn(reply=Reply(), results=(RESULT,))
COMPLAINT = Turn(reply=Reply(), complaint="no slug")


@pytest.mark.parametrize(
    ("when", "prompt", "holds"),
    [
        (When(), PROMPT, True),
        (When(seat="security"), PROMPT, True),
        (When(seat="sdet"), PROMPT, False),
        (When(prompt="The change."), PROMPT, True),
        (When(prompt="The rules."), PROMPT, True),
        (When(prompt="Yours."), PROMPT, True),
        (When(prompt="Theirs."), PROMPT, False),
        (When(turn=1), PROMPT, True),
        (When(turn=2), PROMPT, False),
        (When(turn=2), replace(PROMPT, turns=(TURN,)), True),
        (When(after="a.py"), PROMPT, False),
        (When(after="a.py"), replace(PROMPT, turns=(TURN,)), True),
        (When(after="a.py"), replace(PROMPT, turns=(TURN, COMPLAINT)), False),
        (When(after="slug"), replace(PROMPT, turns=(TURN, COMPLAINT)), True),
    ],
)
def test_a_rule_fits_when_all_its_conditions_hold(when: When, prompt: Prompt, holds: bool) -> None:
    assert when.holds(prompt) is holds


def test_the_first_rule_that_fits_decides_and_none_is_no_answer(tmp_path: Path) -> None:
    rules = [
        {"when": {"seat": "sdet"}, "say": {"text": "one"}},
        {"when": {"prompt": "change"}, "say": {"text": "two"}},
        {"when": {"prompt": "rules"}, "say": {"text": "three"}},
    ]
    file = written(tmp_path, {"rules": rules})
    (reply,) = ask(f"scripted:{file}", PROMPT)
    assert reply.text == "two"
    with pytest.raises(Garbled, match="holds no answer"):
        ask(f"scripted:{file}", replace(PROMPT, rules="", shared=""))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "cannot be used"),
        (b"[]", "cannot be used"),
        (b'{"rules": [{"say": {"txt": "x"}}]}', "unknown field `txt`"),
        (b'{"rules": [{"say": {"fails": "somehow"}}]}', "Invalid enum value"),
        (b'{"rules": "\xff"}', "cannot be used"),
        (b"[" * 100_000, "cannot be used"),
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(
    tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    with pytest.raises(UserError, match=words) as refused:
        open_model(f"scripted:{file}", {})
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nowhere.json` cannot be read: No such file"):
        open_model(f"recorded:{tmp_path}/nowhere.json", {})
    with pytest.raises(UserError, match="cannot be read"):
        open_model("recorded:", {})
    with pytest.raises(UserError, match="it is no path"):
        open_model("recorded:a\0b", {})
