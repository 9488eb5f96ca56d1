"""Standard input as lines, for commands that work as filters."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from postil.domain.errors import UserError

LONGEST = 1024 * 1024
"""Bytes of one line that are read; the rest of a longer line is passed over."""


def lines(*, wanted: str) -> Iterator[str]:
    """Each line that is fed, without its end; bytes that are not UTF-8 come as lone surrogates."""
    if sys.stdin is None or sys.stdin.isatty():
        raise UserError(f"Nothing is fed on standard input; pipe in {wanted}.")
    source = sys.stdin.buffer
    while line := source.readline(LONGEST):
        rest = line
        while len(rest) == LONGEST and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST)
        yield line.decode("utf-8", "surrogateescape").removesuffix("\n").removesuffix("\r")


def row(columns: tuple[str, ...]) -> bytes:
    """Columns as they are written for the next program, byte for byte what came in."""
    return "\t".join(columns).encode("utf-8", "surrogateescape")
