"""Keeps a body under a forge's limit: cut between blocks, closed again, and saying what is missing.

Some forges count code points and some UTF-16 units; the larger count is what is kept small.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from postil.publish.sanitising.reading import Code, Reading, skim

LIMIT = 60_000
"""The longest body we write; forges refuse more than 65,536 characters."""

_WIDE = 0x10000
_JOINING = frozenset("\u200d\ufe0e\ufe0f\u20e3")
_TRAILING_HALVES = range(0xDC00, 0xE000)
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_NOTE = "_{missing:,} characters are not shown: the text would pass {limit:,}._"
_NOTE_ROOM = 100
SMALLEST = 2 * _NOTE_ROOM
"""A limit that leaves room for text beside the note."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A body that fits, and how many characters of the text are not in it."""

    body: str
    missing: int = 0


def length(text: str) -> int:
    """Characters as the strictest forge counts them."""
    return len(text) + sum(ord(character) >= _WIDE for character in text)


def fit(text: str, *, tail: str = "", limit: int = LIMIT, rest: str = "") -> Fitted:
    """The text with the tail under it; what does not fit is cut from the end of the text.

    The tail holds marks and state and is put there as it is. `rest` says where the whole text
    can be read. A text without any end of a block near the limit is cut inside one, and must be
    sanitised again.
    """
    if length(text) + length(tail) <= limit:
        return Fitted(text + tail)
    room = limit - length(tail) - length(rest) - _NOTE_ROOM
    if room <= 0:
        msg = f"a tail of {length(tail)} characters leaves no room in a body of {limit}"
        raise ValueError(msg)
    kept, closing = _cut(text, room)
    missing = len(text) - len(kept)
    note = " ".join(part for part in (_NOTE.format(missing=missing, limit=limit), rest) if part)
    return Fitted(f"{kept}{closing}\n\n{note}{tail}".lstrip("\n"), missing)


def _cut(text: str, room: int) -> tuple[str, str]:
    """What fits beside what closes it: up to the end of a block, else of a line, else a character.

    An end in the first half of the room is not looked for: too much would be lost.
    """
    head = text[: _reach(text, room)]
    reading = skim(head)
    depths = _depths(reading)
    codes = {line: code for code in reading.codes for line in _inside(code)}
    width, at_line = length(head), None
    for line in range(len(reading.lines) - 1, 0, -1):
        width -= length(reading.lines[line]) + 1
        end = reading.starts[line] - 1
        if 2 * end < len(head):
            break
        closing = _closing(reading, codes.get(line - 1), depths[line - 1])
        if reading.lines[line - 1] == "<details>" or width + len(closing) > room:
            continue
        if line - 1 not in codes and not reading.lines[line]:
            return head[:end].rstrip("\n"), closing
        at_line = at_line or (head[:end], closing)
    if at_line:
        return at_line
    closing = _closing(reading, codes.get(len(reading.lines) - 1), depths[-1])
    # A fence that leaves no room for what it holds is not worth closing.
    left = room - len(closing)
    return (head[: _reach(head, left)], closing) if 2 * left >= room else ("", "")


def _inside(code: Code) -> range:
    """The lines after which the fence is still open."""
    return range(code.first, code.end - 1 if code.is_closed else code.end)


def _depths(reading: Reading) -> list[int]:
    """After each line, how many folds are open."""
    changes = dict.fromkeys(range(len(reading.lines)), 0)
    for edge in reading.edges:
        changes[edge.first] += 1 if edge.opens else -1
    depths: list[int] = []
    for change in changes.values():
        depths.append(max(0, (depths[-1] if depths else 0) + change))
    return depths


def _closing(reading: Reading, code: Code | None, depth: int) -> str:
    fence = f"\n{code.margin(reading.lines)}{code.ticks}" if code else ""
    return fence + "\n\n</details>" * depth


def _reach(text: str, room: int) -> int:
    """How many characters fit without taking one apart."""
    widths = accumulate(2 if ord(character) >= _WIDE else 1 for character in text)
    at = bisect_right(list(widths), room)
    while 0 < at < len(text) and _continues(text, at):
        at -= 1
    return at


def _continues(text: str, at: int) -> bool:
    """Whether the character is a part of the one before it."""
    code = ord(text[at])
    joined = text[at] in _JOINING or code in _TRAILING_HALVES or code in _SKIN_TONES
    return joined or text[at - 1] == "\u200d"
