"""Which part of a prompt a provider would have read from its cache.

A prefix is there once the answer to a prompt that holds it began, not when it was asked: calls
sent together share nothing. Entries do not expire.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from postil.testing.models.asked import Asked, Dialect
from postil.testing.models.tokens import BYTES_PER_TOKEN, encoded

LEAST_TOKENS = 1024
STEP_TOKENS = 128
LOOK_BACK = 20
MOST_MARKS = 4
_MOST_PROMPTS = 256


@dataclass(frozen=True, slots=True)
class Reuse:
    """Tokens of a prompt that were read from the cache and tokens newly written to it."""

    read: int = 0
    written: int = 0


@dataclass(slots=True)
class _Shelf:
    """What one model's cache holds: prefixes ended by a mark, and whole prompts."""

    marked: set[bytes] = field(default_factory=set)
    prompts: deque[bytes] = field(default_factory=lambda: deque(maxlen=_MOST_PROMPTS))


class PromptCache:
    """Anthropic caches at marks; OpenAI at marks and by itself in steps; Gemini by itself."""

    def __init__(self) -> None:
        self._shelves: dict[tuple[Dialect, str], _Shelf] = {}

    def look_up(self, asked: Asked) -> Reuse:
        shelf = self._shelf(asked)
        read = _marked_prefix(asked, shelf)
        if _caches_by_itself(asked):
            read = max(read, _common_prefix(asked, shelf))
        ends = [length for length, _ in _marks(asked)]
        return Reuse(read=read, written=max(0, max(ends, default=0) - read))

    def register(self, asked: Asked) -> None:
        shelf = self._shelf(asked)
        shelf.marked.update(digest for _, digest in _marks(asked))
        prompt = encoded(asked.prompt)
        if _caches_by_itself(asked) and prompt not in shelf.prompts:
            shelf.prompts.append(prompt)

    def _shelf(self, asked: Asked) -> _Shelf:
        return self._shelves.setdefault((asked.dialect, asked.model), _Shelf())


def shared_prefix(first: bytes, second: bytes) -> int:
    """How many bytes two texts have in common at their beginning."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _caches_by_itself(asked: Asked) -> bool:
    return asked.implicit_cache and asked.dialect is not Dialect.MESSAGES


def _marks(asked: Asked) -> list[tuple[int, bytes]]:
    """Token length and digest of each prefix the request asks to keep, the latest four."""
    ends = [
        (length, digest)
        for piece, (length, digest) in zip(asked.pieces, _boundaries(asked), strict=True)
        if piece.marked
    ]
    return [(length, digest) for length, digest in ends[-MOST_MARKS:] if length >= LEAST_TOKENS]


def _boundaries(asked: Asked) -> Iterator[tuple[int, bytes]]:
    """Token length and digest of the prompt up to and including each piece."""
    digest, length = hashlib.sha256(), 0
    for piece in asked.pieces:
        data = encoded(piece.text)
        digest.update(data)
        length += len(data)
        yield length // BYTES_PER_TOKEN, digest.digest()


def _marked_prefix(asked: Asked, shelf: _Shelf) -> int:
    """The longest kept prefix that ends at a mark, or a few pieces before one."""
    boundaries = list(_boundaries(asked))
    longest = 0
    for index, piece in enumerate(asked.pieces):
        if piece.marked:
            for length, digest in boundaries[max(0, index + 1 - LOOK_BACK) : index + 1]:
                if digest in shelf.marked:
                    longest = max(longest, length)
    return longest


def _common_prefix(asked: Asked, shelf: _Shelf) -> int:
    prompt = encoded(asked.prompt)
    bytes_shared = max((shared_prefix(prompt, kept) for kept in shelf.prompts), default=0)
    found = bytes_shared // BYTES_PER_TOKEN
    if asked.dialect is not Dialect.GEMINI:
        found -= found % STEP_TOKENS
    return found if found >= LEAST_TOKENS else 0
