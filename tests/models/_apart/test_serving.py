"""The far side of the pipe, without the pipe: lines in, lines out."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from postil.domain.conversation import Prompt
from postil.models._apart.lines import Asked, Opening, Stopped, line
from postil.models._apart.serving import serve

PROMPT = Prompt(rules="r", shared="s", charge="c", schema={"type": "object"}, seat="sdet")


def told(
    spec: str, *wishes: Asked | Stopped | float, variables: dict[str, str] | None = None
) -> Any:
    """Everything that was said, in order; a number among the wishes is a pause."""
    said: list[Any] = []

    async def play() -> None:
        reader = asyncio.StreamReader()
        reader.feed_data(line(Opening(spec=spec, variables=variables or {})))
        serving = asyncio.create_task(serve(reader, lambda text: said.append(json.loads(text))))
        for wish in wishes:
            if isinstance(wish, float):
                await asyncio.sleep(wish)
            else:
                reader.feed_data(line(wish))
        reader.feed_eof()
        await serving

    asyncio.run(play())
    return said


@pytest.fixture
def answers(tmp_path: Path) -> str:
    file = tmp_path / "answers.json"
    answers = {
        "sdet": [{"text": "x"}],
        "slow": [{"text": "late", "seconds": 30}],
        "limited": [{"fails": "rate-limited"}],
    }
    file.write_text(json.dumps({"answers": answers}), encoding="utf-8")
    return f"recorded:{file}"


def asked(number: int, seat: str, within: float = 60.0) -> Asked:
    prompt = Prompt(rules="r", shared="s", charge="c", schema={}, seat=seat)
    return Asked(number=number, prompt=prompt, within=within)


def test_it_says_what_it_opened_and_answers_by_number(answers: str) -> None:
    opened, begun, answered = told(answers, asked(7, "sdet"), 0.2)
    assert (opened["type"], opened["window"], opened["caches"]) == ("opened", 200_000, False)
    assert begun == {"type": "begun", "number": 7}
    assert (answered["type"], answered["number"], answered["reply"]["text"]) == ("answered", 7, "x")


def test_a_failure_keeps_its_kind_and_its_words(answers: str) -> None:
    _, _, failed = told(answers, asked(3, "limited"), 0.2)
    assert (failed["type"], failed["number"], failed["kind"]) == ("failed", 3, "rate-limited")
    assert failed["words"].endswith("plays a failure: rate-limited")


def test_a_model_that_cannot_be_opened_is_said_instead() -> None:
    (failed,) = told("openai:gpt-5")
    assert (failed["number"], failed["kind"]) == (0, "unusable")
    assert failed["words"] == "`openai` needs a key; set `OPENAI_API_KEY`"


def test_what_nobody_waits_for_is_given_up(answers: str) -> None:
    said = told(answers, asked(1, "slow"), 0.05, Stopped(number=1), Stopped(number=9), 0.05)
    assert [each["type"] for each in said] == ["opened"]


def test_the_end_of_input_gives_up_what_is_open(answers: str) -> None:
    said = told(answers, asked(1, "slow"), asked(2, "sdet"), 0.2)
    assert [each.get("number", 0) for each in said] == [0, 2, 2]
