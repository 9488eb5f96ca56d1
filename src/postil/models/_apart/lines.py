"""What the two processes say to each other: one JSON document on each line."""

from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec

from postil.domain.conversation import Price, Prompt, Reply
from postil.models._problems import Failing


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: which model, and the keys and addresses it may read."""

    spec: str
    variables: Mapping[str, str]


class Opened(msgspec.Struct, frozen=True, kw_only=True, tag="opened"):
    window: int
    caches: bool
    price: Price


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag="asked"):
    number: int
    prompt: Prompt
    within: float


class Stopped(msgspec.Struct, frozen=True, kw_only=True, tag="stopped"):
    """Nobody waits for this answer any more."""

    number: int


class Begun(msgspec.Struct, frozen=True, kw_only=True, tag="begun"):
    number: int


class Answered(msgspec.Struct, frozen=True, kw_only=True, tag="answered"):
    number: int
    reply: Reply


class Failed(msgspec.Struct, frozen=True, kw_only=True, tag="failed"):
    """Why no answer comes; with number 0, why none will ever."""

    number: int
    kind: Failing
    words: str
    after: float | None = None


First = Opened | Failed
Told = Begun | Answered | Failed
Wish = Asked | Stopped


def line(message: msgspec.Struct) -> bytes:
    """As ASCII, because half a surrogate pair in a prompt has no UTF-8."""
    return json.dumps(msgspec.to_builtins(message), separators=(",", ":")).encode() + b"\n"


def read_opening(given: bytes) -> Opening:
    return msgspec.convert(json.loads(given), Opening)


def read_first(given: bytes) -> First:
    found: First = msgspec.convert(json.loads(given), First)
    return found


def read_told(given: bytes) -> Told:
    found: Told = msgspec.convert(json.loads(given), Told)
    return found


def read_wish(given: bytes) -> Wish:
    found: Wish = msgspec.convert(json.loads(given), Wish)
    return found
