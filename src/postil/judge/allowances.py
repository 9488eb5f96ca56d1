"""Finds `postil: allow NAME reason` on or above a line, where it stood before this change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from postil.domain.change import Change, Hunk, Line, Side
from postil.domain.finding import Evidence, Finding
from postil.judge.shelf import Shelf, file_of

_LONGEST_LINE = 20_000
_ALLOW = re.compile(
    r"postil:[ \t]{0,8}allow[ \t]{1,8}([a-z0-9][a-z0-9-]{0,80})[ \t]{1,8}(\S[^\n]{0,300})"
)
_CLOSERS = ("*/", "-->", "#}", "%>", "--}}", "*}")


def allowance(finding: Finding, *, change: Change, shelf: Shelf) -> str | None:
    """The reason the team gave for allowing this here; None when it gave none.

    An allowance the change itself brings along does not count: nobody lets himself off.
    """
    place = finding.place
    file = file_of(change, place.path, place.side)
    for number, text in _lines(place, shelf):
        name, reason = _parsed(text)
        if name not in (finding.slug, *finding.sources) or not reason:
            continue
        if place.side is Side.OLD or file is None or not file.changes(Side.NEW, number):
            return reason
        if name in _replaced(file.hunks, number):
            return reason
    return None


def _parsed(line: str) -> tuple[str, str]:
    match = _ALLOW.search(line[:_LONGEST_LINE])
    if match is None:
        return "", ""
    reason = match[2].strip()
    for closer in _CLOSERS:
        reason = reason.removesuffix(closer).rstrip()
    return match[1], reason


def _lines(place: Evidence, shelf: Shelf) -> Iterator[tuple[int, str]]:
    """The lines the finding is about and the one above, with their numbers."""
    if place.start is None or place.end is None:
        return
    for passage in shelf.passages(place.path, place.side):
        for number in range(place.start - 1, place.end + 1):
            yield from ((number, text) for text in passage.between(number, number))


def _replaced(hunks: Sequence[Hunk], number: int) -> frozenset[str]:
    """What was allowed by the removed lines whose place this added line takes."""
    return frozenset(
        _parsed(line.text)[0]
        for block in _blocks(hunks)
        if any(line.new == number for line in block)
        for line in block
        if line.mark == "-"
    )


def _blocks(hunks: Sequence[Hunk]) -> Iterator[list[Line]]:
    """Runs of added and removed lines without a kept line between them."""
    for hunk in hunks:
        for is_kept, lines in groupby(hunk.lines(), key=lambda line: line.mark == " "):
            if not is_kept:
                yield list(lines)
