"""Takes from an event stream the values that are wanted, each within bounds, and skips the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from postil.inspection.checks._sarif_import.events import DEEPER, Event

MOST_TEXT = 1_000
MOST_ROOM = 5_000
_PER_TEXT = 50


@dataclass
class Room:
    """How much may still be kept, a value taking one and a long text more; the rest is read past."""

    left: int = MOST_ROOM


def entries(stream: Iterator[Event]) -> Iterator[tuple[str, Event]]:
    """Each key of the map that has just begun, with the first event of its value.

    Whoever asks takes or skips the value before asking again.
    """
    for kind, key in stream:
        if kind == "end_map":
            return
        yield key, next(stream)


def members(stream: Iterator[Event]) -> Iterator[Event]:
    """The first event of each member of the array that has just begun, as `entries` does it."""
    for event in stream:
        if event[0] == "end_array":
            return
        yield event


def skip(stream: Iterator[Event], first: Event) -> None:
    """Read past the value that begins with this event."""
    depth = DEEPER.get(first[0], 0)
    while depth:
        kind = next(stream)[0]
        if kind in DEEPER:
            depth += DEEPER[kind]


def value(stream: Iterator[Event], first: Event, room: Room) -> Any:
    """The value that begins with this event; long texts are cut, and lists when room runs out."""
    room.left -= 1
    kind, plain = first
    if kind == "start_map":
        return dict(_pairs(stream, room))
    if kind == "start_array":
        return list(_elements(stream, room))
    if kind == "string":
        room.left -= min(len(plain), MOST_TEXT) // _PER_TEXT
        return plain[:MOST_TEXT]
    return plain


def _pairs(stream: Iterator[Event], room: Room) -> Iterator[tuple[str, Any]]:
    for key, first in entries(stream):
        if room.left > 0:
            yield key[:MOST_TEXT], value(stream, first, room)
        else:
            skip(stream, first)


def _elements(stream: Iterator[Event], room: Room) -> Iterator[Any]:
    for first in members(stream):
        if room.left > 0:
            yield value(stream, first, room)
        else:
            skip(stream, first)


def at(node: Any, *steps: str | int) -> Any:
    """What stands there in a value that may have any shape; None where nothing does."""
    for step in steps:
        if isinstance(step, int):
            node = node[step] if isinstance(node, list) and 0 <= step < len(node) else None
        else:
            node = node.get(step) if isinstance(node, dict) else None
    return node


def text_at(node: Any, *steps: str | int) -> str:
    found = at(node, *steps)
    return found if isinstance(found, str) else ""


def number_at(node: Any, *steps: str | int) -> int | None:
    found = at(node, *steps)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def list_at(node: Any, *steps: str | int) -> list[Any]:
    found = at(node, *steps)
    return found if isinstance(found, list) else []
