"""Writes one regular expression that finds any of many fixed strings at word boundaries.

The expressions look at bytes and know ASCII words only, so they may find too much beside other
scripts and never too little; the reader of the lines decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from itertools import groupby

_SPECIAL = re.compile(rb"([][\\.^$*+?(){}|])")
_WORD_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_BOUNDARY = rb"\b"

_DEEPEST = 60
"""Perl's expressions may nest 250 groups; needles that share more beginnings are listed flat."""


class Dialect(StrEnum):
    """How git reads an expression; the value is its option."""

    PERL = "-P"
    EXTENDED = "-E"


# Perl's compiler holds 64 kB of code; an extended expression has no such end.
_MOST_BYTES = {Dialect.PERL: 20_000, Dialect.EXTENDED: 500_000}
_MOST_NEEDLES = {Dialect.PERL: 1_500, Dialect.EXTENDED: 5_000}


def batch(needles: Sequence[bytes], dialect: Dialect) -> int:
    """How many needles, from the first on, one expression can hold; at least one."""
    size = 0
    for count, needle in enumerate(needles[: _MOST_NEEDLES[dialect]]):
        size += len(needle)
        if count and size > _MOST_BYTES[dialect]:
            return count
    return min(len(needles), _MOST_NEEDLES[dialect])


def expression(needles: Sequence[bytes], dialect: Dialect) -> bytes:
    """One line for `git grep -f`; no needle is empty or holds a NUL or a line feed."""
    if dialect is Dialect.EXTENDED:
        # Boundaries are spelled differently by each C library, so here there are none.
        return b"|".join(_SPECIAL.sub(rb"\\\1", needle) for needle in needles)
    return _factored(sorted(_tokens(needle) for needle in needles), _DEEPEST)


def _tokens(needle: bytes) -> tuple[bytes, ...]:
    """The needle byte by byte as an expression, with a boundary where a word begins or ends."""
    front = (_BOUNDARY,) if needle[0] in _WORD_BYTES else ()
    back = (_BOUNDARY,) if needle[-1] in _WORD_BYTES else ()
    return (*front, *(re.escape(needle[at : at + 1]) for at in range(len(needle))), *back)


def _factored(rows: Sequence[tuple[bytes, ...]], depth: int) -> bytes:
    """Rows that begin alike share that beginning.

    Perl's matcher tries the alternatives one after the other: a thousand of them at each byte
    take minutes where a few beginnings take seconds.
    """
    if depth == 0:
        return b"|".join(b"".join(row) for row in rows)
    branches: list[bytes] = []
    for _, group in groupby(rows, key=lambda row: row[:1]):
        alike = list(group)
        shared = _shared(alike[0], alike[-1])
        branch = b"".join(alike[0][:shared])
        if len(alike) > 1:
            branch += b"(?:%s)" % _factored([row[shared:] for row in alike], depth - 1)
        branches.append(branch)
    return b"|".join(branches)


def _shared(first: Sequence[bytes], last: Sequence[bytes]) -> int:
    """How long the first and the last of sorted rows are alike, and so all between them."""
    pairs = enumerate(zip(first, last, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(first), len(last)))
