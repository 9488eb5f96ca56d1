"""Divides a change into review units: one file's patch each, a large one cut between definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from postil import syntax
from postil.domain.change import Change, ChangedFile, Hunk
from postil.domain.unit import Unit

MOST_LINES = 400
"""A patch with more changed lines is reviewed in parts."""


def units(change: Change) -> tuple[Unit, ...]:
    """Every file of the change in units, none of its changed lines in two."""
    return tuple(unit for file in change.files if not file.binary for unit in _of_file(file))


def _of_file(file: ChangedFile) -> Iterator[Unit]:
    groups = list(_groups(file))
    twins: Counter[str] = Counter()
    for position, hunks in enumerate(groups, start=1):
        unit = Unit(file=file, hunks=tuple(hunks), part=position if len(groups) > 1 else 0)
        yield replace(unit, twin=twins[unit.key])
        twins[unit.key] += 1


def _groups(file: ChangedFile) -> Iterator[Sequence[Hunk]]:
    if sum(map(_size, file.hunks)) <= MOST_LINES:
        yield file.hunks
        return
    group: list[Hunk] = []
    filled = 0
    for piece in (piece for hunk in file.hunks for piece in _pieces(file.path, hunk)):
        if group and filled + _size(piece) > MOST_LINES:
            yield group
            group, filled = [], 0
        group.append(piece)
        filled += _size(piece)
    yield group


def _size(hunk: Hunk) -> int:
    return sum(entry[:1] in "+-" for entry in hunk.body)


def _pieces(path: str, hunk: Hunk) -> Iterator[Hunk]:
    """A hunk too large for one unit, cut before the definitions of its newer side."""
    if _size(hunk) <= MOST_LINES:
        yield hunk
        return
    cuts = _cuts(path, hunk)
    start = last = filled = 0
    for index, entry in enumerate(hunk.body):
        if index in cuts:
            last = index
        if filled >= MOST_LINES:
            # Between definitions where there is one in reach, else in the middle of a long one.
            end = last if last > start else index
            yield _cut(hunk, start, end)
            start = end
            filled = sum(line[:1] in "+-" for line in hunk.body[start:index])
        filled += entry[:1] in "+-"
    yield _cut(hunk, start, len(hunk.body))


def _cuts(path: str, hunk: Hunk) -> frozenset[int]:
    """The places in the body where a definition begins."""
    places = [index for index, entry in enumerate(hunk.body) if entry[:1] != "-"]
    text = "\n".join(hunk.body[index][1:] for index in places)
    return frozenset(
        places[found.line - 1]
        for found in syntax.definitions(path, text)
        if 1 <= found.line <= len(places)
    )


def _cut(hunk: Hunk, start: int, end: int) -> Hunk:
    before, body = hunk.body[:start], hunk.body[start:end]
    return replace(
        hunk,
        old_start=hunk.old_start + sum(entry[:1] != "+" for entry in before),
        new_start=hunk.new_start + sum(entry[:1] != "-" for entry in before),
        old_count=sum(entry[:1] != "+" for entry in body),
        new_count=sum(entry[:1] != "-" for entry in body),
        body=body,
        old_ends_open=hunk.old_ends_open and end == len(hunk.body),
        new_ends_open=hunk.new_ends_open and end == len(hunk.body),
    )
