"""Finds the JSON object in whatever a model wrote; takes what is there, adds nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MOST_CHARACTERS = 2_000_000
MOST_TRIES = 200
_THINKING = re.compile(r"<(think|thinking|reasoning)>")
_KEY = re.compile(r'"([a-z_]{1,20})"[ \t\r\n]{0,20}:[ \t\r\n]{0,20}\[')


@dataclass(frozen=True, slots=True)
class Doubled:
    """An object in which one key stands twice with different values: nobody knows which is meant."""

    key: str


@dataclass(frozen=True, slots=True)
class Salvage:
    """The object that was found, and whether all of it was there."""

    value: dict[str, Any]
    complete: bool


def salvage(text: str, *, expected: frozenset[str]) -> Salvage | None:
    """The object that holds an expected key; of a cut one, the list entries that are whole."""
    if len(text) > MOST_CHARACTERS:
        return None
    text = _without_thinking(text.lstrip("\ufeff \t\r\n"))
    best: dict[str, Any] | None = None
    for value in _objects(text):
        if expected & value.keys() and (best is None or len(value) > len(best)):
            best = value
    if best is not None:
        return Salvage(best, complete=True)
    entries = _entries(text, expected)
    return Salvage(entries, complete=False) if entries else None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Each outermost object that parses, from left to right."""
    start, tries = text.find("{"), 0
    while start >= 0 and tries < MOST_TRIES:
        tries += 1
        parsed = _parsed(text, start)
        if parsed is None:
            start = text.find("{", start + 1)
            continue
        value, end = parsed
        if isinstance(value, dict):
            yield value
        start = text.find("{", end)


def _entries(text: str, expected: frozenset[str]) -> dict[str, Any]:
    """Whole entries of the lists of a text that ends too early."""
    found: dict[str, Any] = {}
    for match in _KEY.finditer(text):
        if match[1] in expected and match[1] not in found:
            found[match[1]] = list(_whole_entries(text, match.end()))
    return {key: entries for key, entries in found.items() if entries}


def _whole_entries(text: str, position: int) -> Iterator[Any]:
    while True:
        while position < len(text) and text[position] in " \t\r\n,":
            position += 1
        parsed = _parsed(text, position) if text[position : position + 1] == "{" else None
        if parsed is None:
            return
        value, position = parsed
        yield value


def _parsed(text: str, start: int) -> tuple[Any, int] | None:
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Doubled:
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value and value[key] != item:
            return Doubled(key)
        value[key] = item
    return value


def _nothing(_name: str) -> None:
    """NaN and the infinities are not JSON; nobody can say which number was meant."""


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_nothing)


def _without_thinking(text: str) -> str:
    """The text after a leading thinking block, which some models write into their answer."""
    match = _THINKING.match(text)
    if match is None:
        return text
    closing = f"</{match[1]}>"
    end = text.rfind(closing)
    return text if end < 0 else text[end + len(closing) :]
