"""A block's text as its reader sees it, with escapes and entities undone and code left out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from postil.publish.sanitising.grammar import Span
from postil.publish.sanitising.reading import Leaf

OPAQUE = "\x00"
"""Stands for code, links and images in the text that is searched; no body holds it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The text, and for each character where the source that shows it begins and ends."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def place(self, start: int, end: int) -> Span:
        """The source of a stretch of the text."""
        return Span("", self.starts[start], self.ends[end - 1], self.text[start:end])


class Cover:
    """The stretches of a block that are not running text: code, images, addresses, escapes."""

    def __init__(self, spans: Sequence[Span]) -> None:
        stretches = []
        for one in spans:
            if one.rule == "link":
                stretches += [(one.start, one.start + 1), (one.inner, one.end)]
            else:
                stretches.append((one.start, one.end))
        self.stretches = sorted(stretches)
        self._starts = [start for start, _ in self.stretches]

    def holds(self, at: int) -> bool:
        index = bisect_right(self._starts, at) - 1
        return index >= 0 and at < self.stretches[index][1]


def seen(leaf: Leaf) -> Seen:
    texts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def add(text: str, start: int, end: int) -> None:
        texts.append(text)
        starts.extend([start] * len(text))
        ends.extend([end] * len(text))

    def add_plain(start: int, end: int) -> None:
        texts.append(leaf.text[start:end])
        starts.extend(range(start, end))
        ends.extend(range(start + 1, end + 1))

    undone = {one.start: one for one in leaf.spans if one.rule in ("escape", "entity")}
    position = 0
    for start, end in Cover(leaf.spans).stretches:
        add_plain(position, start)
        one = undone.get(start)
        if one is None:
            add(OPAQUE, start, end)
        elif one.text == leaf.text[start:end]:
            add_plain(start, end)
        else:
            add(one.text, start, end)
        position = end
    add_plain(position, len(leaf.text))
    return Seen("".join(texts), starts, ends)
