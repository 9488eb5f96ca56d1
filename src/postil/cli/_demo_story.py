"""The story of `postil demo`: a small shop, a change that breaks it, the fix, and recorded answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from postil.domain.conversation import Price, Prompt, Reply

_TOKEN = "ghp_" + "5Xk2PqLw9ZrT7vBn4HsJ8mYc3DfGa6Ue1Rio"
_FREE = Price(input=0.0, cached=0.0, output=0.0)
_CHARGE = "# Your charge: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """Files by path of the three commits, and what each role answers in each of the two rounds."""

    base: Mapping[str, str]
    change: Mapping[str, str]
    fix: Mapping[str, str]
    answers: tuple[Mapping[str, Any], ...]


def story() -> Story:
    text = resources.files("postil.cli").joinpath("demo_story.json").read_text(encoding="utf-8")
    told = json.loads(text.replace("{token}", _TOKEN))
    return Story(
        base=told["base"],
        change=told["change"],
        fix=told["fix"],
        answers=tuple(told["answers"]),
    )


@dataclass(frozen=True, kw_only=True)
class RecordedModel:
    """Gives the answer that was recorded for whoever asks; nothing leaves the machine."""

    answers: Mapping[str, Any]
    name: str = "recorded:demo"
    window: int = 1_000_000
    caches: bool = False
    price: Price = _FREE

    async def ask(
        self, prompt: Prompt, *, within: float, begun: Callable[[], None] = lambda: None
    ) -> Reply:
        del within
        begun()
        role = prompt.charge.partition("\n")[0].removeprefix(_CHARGE)
        return Reply(answer=json.dumps(self.answers.get(role, {"findings": []})), model=self.name)
