"""How alike two lines are, and which line of a stretch is most like a given one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

ALIKE = 0.6
"""From here on two lines count as versions of one another."""

_MARGIN = 0.1
_SEARCHED = 400
"""New lines that are compared with one old line; in a longer stretch nothing is claimed."""

_REMEMBERED = 2_000
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Likeness:
    """The most similar line; `is_clear` when no other comes near."""

    line: int
    value: float
    is_clear: bool


def similarity(one: str, other: str) -> float:
    """Between 0 and 1: the share of tokens in common, or of text in common at the two ends."""
    if one == other:
        return 1.0
    if not one or not other:
        return 0.0
    return max(_shared_tokens(one, other), _shared_ends(one, other))


def _shared_tokens(one: str, other: str) -> float:
    (ours, our_letters), (theirs, their_letters) = _tokens(one), _tokens(other)
    shared = sum(
        len(token) * min(count, theirs[token]) for token, count in ours.items() if token in theirs
    )
    return 2 * shared / ((our_letters + their_letters) or 1)


@lru_cache(maxsize=_REMEMBERED)
def _tokens(line: str) -> tuple[Mapping[str, int], int]:
    """The tokens of a line with how often each stands there, and their letters together."""
    found = _TOKEN.findall(line)
    return Counter(found), sum(map(len, found))


def _shared_ends(one: str, other: str) -> float:
    shorter = min(len(one), len(other))
    head = 0
    while head < shorter and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < shorter - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    return 2 * (head + tail) / (len(one) + len(other))


def most_like(line: str, lines: Sequence[str], start: int, end: int) -> Likeness | None:
    """The line of a stretch most like this one; None when none is, or there are too many."""
    if end - start > _SEARCHED:
        return None
    ranked = sorted(((similarity(line, lines[at]), -at) for at in range(start, end)), reverse=True)
    if not ranked or ranked[0][0] < ALIKE:
        return None
    value, negative = ranked[0]
    clear = len(ranked) == 1 or ranked[1][0] <= value - _MARGIN
    return Likeness(-negative, value, clear)
