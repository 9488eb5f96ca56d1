"""What is said to a model and what comes back, in words that belong to no provider."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

BYTES_PER_TOKEN = 3.5
"""Measured tokenizers give 3.2 to 4.2 bytes of code to a token; a little too many is safe."""


def tokens(text: str) -> int:
    """About how many tokens a text takes; good enough to plan with, never to bill by."""
    return int(len(text.encode("utf-8", "surrogatepass")) / BYTES_PER_TOKEN) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What calls took. `input` counts everything sent, `cached` the part that was read from a cache.

    `usd` is None when nobody knows the price of some of it.
    """

    input: int = 0
    cached: int = 0
    output: int = 0
    usd: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        known = self.usd is not None and other.usd is not None
        return Usage(
            input=self.input + other.input,
            cached=self.cached + other.cached,
            output=self.output + other.output,
            usd=(self.usd or 0.0) + (other.usd or 0.0) if known else None,
        )

    @property
    def billed_input(self) -> float:
        """Input tokens with what came from the cache counted at a tenth."""
        return self.input - 0.9 * self.cached


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars for a million tokens; `assumed` when the model's real price is not known."""

    input: float
    cached: float
    output: float
    assumed: bool = False

    def of(self, usage: Usage) -> float:
        fresh = max(0, usage.input - usage.cached)
        return (
            fresh * self.input + usage.cached * self.cached + usage.output * self.output
        ) / 1_000_000


class Stop(StrEnum):
    """Why a reply ended."""

    END = "end"
    TOOLS = "tools"
    LENGTH = "length"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolOffer:
    """A read-only question a model may ask while it reviews; `schema` describes the arguments."""

    name: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """What a model asked of a tool; `arguments` is its JSON, unread and untrusted."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    call: ToolCall
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer of a model.

    `answer` is the raw JSON of its structured answer, None when it gave none; `text` is what it
    said in prose, thinking left out. `original` is whatever the adapter needs to go on from here,
    as text that only it can read.
    """

    text: str = ""
    answer: str | None = None
    calls: tuple[ToolCall, ...] = ()
    stop: Stop = Stop.END
    usage: Usage = Usage()
    model: str = ""
    original: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A reply and what it was met with: tool results, or a complaint about its form."""

    reply: Reply
    results: tuple[ToolResult, ...] = ()
    complaint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """Everything one question to a model consists of.

    `rules` and `shared` are byte-identical for all who sit on one panel, `charge` is the
    seat's own and comes last, so that a provider can keep the rest. `schema` is that of the
    answer. With `last` set no further tool may be used. `seat` names who asks and is not sent.
    """

    rules: str
    shared: str
    charge: str
    schema: Mapping[str, Any]
    tools: tuple[ToolOffer, ...] = ()
    turns: tuple[Turn, ...] = ()
    most_output: int = 16_000
    last: bool = False
    seat: str = ""

    @property
    def size(self) -> int:
        """About how many tokens the question takes without what was said since."""
        return tokens(self.rules) + tokens(self.shared) + tokens(self.charge)


FROM_STORE = "from the store"
"""The note of a call that was never made: its answer had been paid for in a run that died."""


class CallOutcome(StrEnum):
    """What became of one call."""

    ANSWERED = "answered"
    GARBLED = "garbled"
    CUT = "cut"
    REFUSED = "refused"
    FAILED = "failed"
    TIMED_OUT = "timed-out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call in the record: who asked which model, what it took, and what became of it."""

    seat: str
    model: str
    outcome: CallOutcome
    usage: Usage = Usage()
    seconds: float = 0.0
    first_byte: float | None = None
    note: str = ""
