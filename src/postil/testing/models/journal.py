"""Remembers every request and when it came, began to be answered and ended."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce

from postil.testing.models.asked import Asked
from postil.testing.models.caching import Reuse, shared_prefix
from postil.testing.models.tokens import encoded, tokens

OK = 200
CACHED_SHARE = 0.1
"""What a token read from the cache costs, next to one that is not."""


class Ending(StrEnum):
    OPEN = "open"
    ANSWERED = "answered"
    REFUSED = "refused"
    BROKEN = "broken"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request for an answer; moments are seconds since the server started, None until then.

    LEFT means that the client hung up first.
    """

    asked: Asked
    headers: Mapping[str, str] = field(default_factory=dict)
    reuse: Reuse = field(default_factory=Reuse)
    output: int = 0
    status: int = 0
    ending: Ending = Ending.OPEN
    arrived: float = 0.0
    began: float | None = None
    ended: float | None = None

    @property
    def prompt(self) -> str:
        return self.asked.prompt

    @property
    def input(self) -> int:
        """All tokens of the prompt, cached ones included."""
        return tokens(self.prompt)


class Journal:
    """Written by the server's thread, read by the test's; each question sees one moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls: list[Call] = []
        self._visits: list[str] = []

    @property
    def calls(self) -> tuple[Call, ...]:
        with self._lock:
            return tuple(self._calls)

    @property
    def visits(self) -> tuple[str, ...]:
        """Requests that asked for no answer, as `GET /v1/models`."""
        with self._lock:
            return tuple(self._visits)

    def open_together(self) -> int:
        """The most calls that were open at one moment."""
        calls = self.calls
        return max(
            (sum(_is_open(other, at=call.arrived) for other in calls) for call in calls),
            default=0,
        )

    def shared_prefix(self, calls: Sequence[Call] | None = None) -> int:
        """Bytes that the prompts of all these calls have in common at their beginning."""
        prompts = [encoded(call.prompt) for call in (self.calls if calls is None else calls)]
        if not prompts:
            return 0
        return len(reduce(lambda kept, prompt: kept[: shared_prefix(kept, prompt)], prompts))

    def billed_input(self, *, cached_at: float = CACHED_SHARE) -> float:
        """Input tokens of the calls that were answered, those from the cache at a share."""
        return sum(
            call.input - call.reuse.read + call.reuse.read * cached_at
            for call in self.calls
            if call.status == OK
        )

    def clear(self) -> None:
        """Forget what ended; calls are still numbered on."""
        with self._lock:
            self._calls = [call for call in self._calls if call.ending is Ending.OPEN]
            self._visits.clear()

    def arrive(self, call: Call) -> None:
        with self._lock:
            self._calls.append(call)

    def visit(self, words: str) -> None:
        with self._lock:
            self._visits.append(words)

    def begin(self, number: int, *, at: float, status: int) -> None:
        self._change(number, began=at, status=status)

    def finish(self, number: int, *, at: float, ending: Ending, output: int = 0) -> None:
        self._change(number, ended=at, ending=ending, output=output)

    def _change(self, number: int, **changes: object) -> None:
        with self._lock:
            for index, call in enumerate(self._calls):
                if call.asked.number == number:
                    self._calls[index] = replace(call, **changes)  # type: ignore[arg-type]


def _is_open(call: Call, *, at: float) -> bool:
    return call.arrived <= at and (call.ended is None or at < call.ended)
