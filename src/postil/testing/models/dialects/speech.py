"""What every dialect has to say, before it goes over the wire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from postil.testing.models.asked import Asked, compact
from postil.testing.models.caching import Reuse
from postil.testing.models.reply import Answer, Failure


@dataclass(frozen=True, slots=True)
class Event:
    """One server-sent event; text data is sent as it stands."""

    data: Mapping[str, Any] | str
    name: str = ""

    def encode(self, *, end: str = "\n") -> bytes:
        data = self.data if isinstance(self.data, str) else compact(self.data)
        named = f"event: {self.name}{end}" if self.name else ""
        return f"{named}data: {data}{end}{end}".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """Tokens: `input` counts cached ones too, `output` counts `thinking` too."""

    input: int = 0
    reuse: Reuse = field(default_factory=Reuse)
    output: int = 0
    thinking: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An error document with its status."""

    status: int
    document: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)


class Speaker(Protocol):
    """A dialect."""

    def read(self, body: Mapping[str, Any], /) -> Asked:
        """What is asked; raises `Malformed` for what the provider would refuse."""

    def whole(self, asked: Asked, answer: Answer, used: Used, /) -> Mapping[str, Any]:
        """The answer as one document."""

    def events(self, asked: Asked, answer: Answer, used: Used, /) -> Iterator[Event]:
        """The answer as a stream."""

    def refusal(self, failure: Failure, /) -> Refusal:
        """The error as a document."""

    def lament(self, failure: Failure, /) -> Event:
        """The error as an event in a stream that had begun."""


def retry_headers(failure: Failure) -> dict[str, str]:
    if failure.retry_after is None:
        return {}
    return {"retry-after": f"{failure.retry_after:g}"}
