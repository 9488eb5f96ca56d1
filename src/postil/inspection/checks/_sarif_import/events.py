"""Reads JSON of any size as a stream of events, within bounds of depth and length."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import Any

from postil.domain.errors import PostilError

MOST_DEPTH = 100
MOST_TOKEN = 4 * 1024 * 1024
"""Bytes that may go by without an event: a longer string is nothing a scanner would write."""

Event = tuple[str, Any]
"""What begins, ends or stands here, and its value."""

DEEPER = {"start_map": 1, "start_array": 1, "end_map": -1, "end_array": -1}
"""How much deeper it goes with an event; every other event stays where it is."""


class Unreadable(PostilError):
    """The text is not JSON, or not within the bounds; the words continue "it …"."""


def events(blocks: Iterable[bytes]) -> Iterator[Event]:
    """The events of one JSON text; those before a fault are given before it is raised."""
    import ijson  # noqa: PLC0415 - only who hands in a scan pays for the reader

    waiting = ijson.sendable_list()
    reader = ijson.basic_parse_coro(waiting, use_float=True)
    depth = quiet = 0
    fault = ""
    for block in _utf8(blocks):
        try:
            reader.send(block)
        except ijson.JSONError as error:
            fault = _words(error)
        quiet = 0 if waiting else quiet + len(block)
        for event in waiting:
            if event[0] in DEEPER:
                depth += DEEPER[event[0]]
                if depth > MOST_DEPTH:
                    raise Unreadable(f"is nested deeper than {MOST_DEPTH} levels")
            yield event
        del waiting[:]
        if fault:
            raise Unreadable(fault)
        if quiet > MOST_TOKEN:
            raise Unreadable(f"holds one value of more than {MOST_TOKEN:,} bytes")
    try:
        reader.close()
    except ijson.JSONError as error:
        raise Unreadable(_words(error)) from error


def _utf8(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The same without a byte order mark; a snippet of a file in another encoding does no harm."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    for block in blocks:
        if text := decoder.decode(block):
            yield text.encode("utf-8")
    if rest := decoder.decode(b"", final=True):
        yield rest.encode("utf-8")


def _words(error: Exception) -> str:
    return "ends early" if "premature" in str(error) else "is not JSON"
