"""What one run of an agent program is given, and what it brings back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from postil.domain.conversation import Prompt, Usage

_UNPRICED = Usage(usd=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A private home for one run, with an empty folder to work in and the question in a file."""

    home: Path

    @property
    def work(self) -> Path:
        return self.home / "work"

    @property
    def question(self) -> Path:
        return self.home / "question"


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """What a program needs to reach its provider; without an address it knows its own."""

    key: str = field(repr=False)
    address: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """Arguments after the program's name, and all the variables it sees besides home and path."""

    arguments: tuple[str, ...]
    variables: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """A structured answer or words; both empty when the output is not what the program prints."""

    answer: str | None = None
    text: str = ""
    usage: Usage = _UNPRICED

    @property
    def is_empty(self) -> bool:
        return self.answer is None and not self.text.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """An agent program: its variables, how it is sent, and how its output is read."""

    program: str
    key: str
    address: str
    send: Callable[[Room, Access, Mapping[str, Any]], Errand]
    read: Callable[[str, Room], Brought]
    takes_schema: bool = True


def question(prompt: Prompt, *, with_schema: bool) -> str:
    """The whole question as one text, what was said before included."""
    parts = [prompt.rules, prompt.shared, prompt.charge]
    for turn in prompt.turns:
        said = turn.reply.answer or turn.reply.text
        parts.append(f"You answered before:\n{said}")
        parts += [f"`{result.call.name}` found:\n{result.text}" for result in turn.results]
        if turn.complaint:
            parts.append(f"That could not be read: {turn.complaint}. Answer again, complete.")
    if with_schema:
        shape = json.dumps(prompt.schema, separators=(",", ":"))
        parts.append(
            "Answer with one JSON object and nothing else. It must fit this JSON Schema:\n" + shape
        )
    return "\n\n".join(parts)


def objects(text: str) -> list[dict[str, Any]]:
    """The JSON objects in an output: one document, or one in each line."""
    found = [_parsed(text)]
    if found == [None]:
        found = [_parsed(line) for line in text.splitlines() if line.startswith("{")]
    return [each for each in found if isinstance(each, dict)]


def count(value: object) -> int:
    """A number of tokens; whatever else stands there counts as none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def part(value: object, *names: str) -> dict[str, Any]:
    """An object inside an object; empty when something on the way is missing or something else."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
