"""What a client asked, in one shape for all dialects."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from postil.testing.models.reply import ToolCall


class Dialect(StrEnum):
    CHAT = "chat"
    RESPONSES = "responses"
    MESSAGES = "messages"
    GEMINI = "gemini"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """Something the client offers to do; `strict` asks the provider to enforce its schema."""

    name: str
    description: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    strict: bool = False


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool said; `call` is the id of the call it answers (in Gemini the tool's name)."""

    call: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    role: str
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the prompt in the order providers read it; a marked one ends a cached prefix."""

    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How the client wants its answer.

    `schema` is set when the answer's text must follow one; `forced` names the one tool that must
    be called, `must_call` says that some tool must be. `limit` is the most output tokens, 0 for
    no limit.
    """

    streamed: bool = False
    usage_in_stream: bool = True
    schema: Mapping[str, Any] | None = None
    forced: str = ""
    must_call: bool = False
    limit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request for an answer; `number` counts them from 1, `body` is what came over the wire."""

    dialect: Dialect
    model: str
    system: str = ""
    turns: tuple[Turn, ...] = ()
    tools: tuple[Tool, ...] = ()
    wish: Wish = field(default_factory=Wish)
    pieces: tuple[Piece, ...] = ()
    implicit_cache: bool = True
    body: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0

    @property
    def prompt(self) -> str:
        """Everything the model reads, in the order providers cache it: tools, rules, turns."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def last(self) -> str:
        """What the newest turn says, tool results included."""
        if not self.turns:
            return ""
        turn = self.turns[-1]
        return "\n".join((turn.text, *(result.text for result in turn.results))).strip("\n")

    def offers(self, name: str) -> bool:
        return any(tool.name == name for tool in self.tools)


class Malformed(Exception):
    """A request no provider would take; the text says why."""


def compact(value: object) -> str:
    """JSON as it goes over the wire; characters outside ASCII are escaped, so it always encodes."""
    return json.dumps(value, separators=(",", ":"))
