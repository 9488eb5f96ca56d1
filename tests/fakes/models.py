"""A model that answers from a list, a clock that a test can see pass, and papers with nothing on them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from postil.domain.conversation import Price, Prompt, Reply, ToolCall, ToolOffer, Usage
from postil.domain.errors import ModelError
from postil.domain.finding import Quote
from postil.domain.report import ReportedQuote
from postil.domain.severity import Dimension, Severity
from postil.domain.unit import Unit
from postil.inspection.roles import Category, Role

Answer = Reply | ModelError | Callable[[Prompt], Reply]

USED = Usage(input=1_000, cached=200, output=100, usd=0.01)


def report(**parts: Any) -> Reply:
    """A reply whose structured answer is a report with these lists."""
    return Reply(answer=json.dumps({"findings": [], **parts}), usage=USED)


def finding(**parts: Any) -> dict[str, Any]:
    """A complete finding as a model would send it."""
    return {
        "title": "`load` drops the error",
        "slug": "dropped-error",
        "category": "E1",
        "severity": "high",
        "dimension": "error-handling",
        "confidence": 90,
        "justification": "reachable",
        "quotes": [{"path": "a.py", "text": "x = 1", "line": 1, "side": "new"}],
        "failure_mode": "The caller goes on with nothing.",
        "mitigation": "Return the error.",
        **parts,
    }


@dataclass
class FakeModel:
    """Gives its answers one after the other, the last one for ever, after `seconds` each."""

    answers: Sequence[Answer]
    name: str = "fake:one"
    window: int = 128_000
    caches: bool = False
    price: Price = field(default_factory=lambda: Price(input=1.0, cached=0.1, output=5.0))
    seconds: float = 0.0
    first_byte: float = 0.0
    asked: list[Prompt] = field(default_factory=list)
    started: list[float] = field(default_factory=list)
    open_now: int = 0
    most_open: int = 0

    async def ask(
        self, prompt: Prompt, *, within: float, begun: Callable[[], None] = lambda: None
    ) -> Reply:
        position = len(self.asked)
        self.asked.append(prompt)
        self.started.append(asyncio.get_running_loop().time())
        self.open_now += 1
        self.most_open = max(self.most_open, self.open_now)
        try:
            await asyncio.sleep(self.first_byte)
            begun()
            await asyncio.sleep(self.seconds - self.first_byte)
            answer = self.answers[min(position, len(self.answers) - 1)]
            if isinstance(answer, ModelError):
                raise answer
            return answer if isinstance(answer, Reply) else answer(prompt)
        finally:
            self.open_now -= 1


@dataclass
class FakeClock:
    """Sleeping takes no time but counts; with `real` the event loop's own time is used."""

    at: float = 1_000.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += seconds
        await asyncio.sleep(0)


@dataclass
class FakeToolset:
    """Answers every lookup with the same words."""

    says: str = "nothing found"
    offers: tuple[ToolOffer, ...] = (ToolOffer(name="search", description="", schema={}),)
    ran: list[ToolCall] = field(default_factory=list)

    async def run(self, call: ToolCall) -> str:
        self.ran.append(call)
        return self.says


@dataclass
class FakePapers:
    """Shows every unit as its name; a unit weighs what `heavy` says, else ten tokens."""

    rules: str = "the rules"
    schema: Mapping[str, Any] = field(default_factory=dict)
    opening: str = "the change: "
    heavy: Mapping[str, int] = field(default_factory=dict)

    def shared(self, units: Sequence[Unit]) -> str:
        return self.opening + ", ".join(unit.name for unit in units)

    def weight(self, unit: Unit) -> int:
        return self.heavy.get(unit.name, 10)

    def charge(self, role: Role, units: Sequence[Unit]) -> str:
        return f"you are {role.name}"

    def restored(self, quote: ReportedQuote) -> Quote:
        return Quote(path=quote.path, text=quote.text, side=quote.side, line=quote.line)


def role(name: str = "staff-engineer", **parts: Any) -> Role:
    settings: dict[str, Any] = {
        "question": "What breaks?",
        "categories": (
            Category(
                id="E1",
                name="error handling",
                severity=Severity.HIGH,
                dimension=Dimension.ERROR_HANDLING,
            ),
        ),
        "not_mine": "Style.",
        "ceiling": Severity.CRITICAL,
        "tools": ("search",),
        "passes": (Dimension.CORRECTNESS,),
        "charge": "Look for what breaks.",
        "seat": lambda _brief: "always",
    }
    return Role(name=name, **{**settings, **parts})
