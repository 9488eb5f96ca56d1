"""A change to text by its place, and how many of them are made at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from postil.publish.sanitising.live import Kind


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of text and what stands there instead; an empty stretch is an insertion."""

    kind: Kind
    start: int
    end: int
    text: str


def disjoint(edits: Iterable[Edit]) -> Iterator[Edit]:
    """The edits in order, the widest first where they overlap; the next round sees the others."""
    position = 0
    for edit in sorted(edits, key=lambda one: (one.start, -one.end)):
        if edit.start >= position:
            position = edit.end
            yield edit


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text after disjoint edits in order."""
    pieces: list[str] = []
    position = 0
    for edit in edits:
        pieces += (text[position : edit.start], edit.text)
        position = edit.end
    return "".join((*pieces, text[position:]))
