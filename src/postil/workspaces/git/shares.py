"""Divides a tree into trees of its parts, so that several searches can look through it at once."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from postil.domain.diff import text
from postil.workspaces.git.objects import FOLDER, Entry

SMALL = 4 * 1024 * 1024
"""Trees of fewer bytes are searched in one go: starting git twice would cost more."""

_MOST_OPENED = 64
_FINENESS = 16

Row = tuple[bytes, Entry]
"""A name in a folder and what stands there."""


@dataclass(frozen=True, slots=True)
class Division:
    """Ids of trees that together hold every file exactly once.

    The sample is small: what is found in it tells which needles are everywhere.
    """

    sample: tuple[str, ...]
    rest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Forest:
    """How the folders of a repository are read, and how new ones are written beside it."""

    rows: Callable[[str], Sequence[Row]]
    write: Callable[[Iterable[Row]], str]


@dataclass(slots=True)
class _Piece:
    """A file or a folder; `inside` once a folder is opened, `share` once it is dealt out."""

    path: str
    row: Row
    weight: int
    inside: list[_Piece] = field(default_factory=list)
    share: int = -1

    def leaves(self) -> Iterator[_Piece]:
        if not self.inside:
            yield self
        for piece in self.inside:
            yield from piece.leaves()

    def part(self, share: int, forest: Forest) -> Row | None:
        """What of it belongs to a share, with folders written anew; None when nothing does."""
        if not self.inside:
            return self.row if self.share == share else None
        # The rows keep their order: git wants a folder sorted.
        rows = [row for piece in self.inside if (row := piece.part(share, forest))]
        return (self.row[0], Entry(FOLDER, forest.write(rows))) if rows else None


def divide(root: str, sizes: Mapping[str, int], forest: Forest, count: int) -> Division:
    """A sample and the rest of a tree, each in at most `count` parts of about equal weight."""
    weights = _folder_weights(sizes)
    whole = _Piece("", (b"", Entry(FOLDER, root)), weights[""])
    _open(whole, weights | dict(sizes), forest)
    sample: list[_Piece] = []
    rest: list[_Piece] = []
    sampled = 0
    for piece in sorted(whole.leaves(), key=lambda piece: (-piece.weight, piece.path)):
        if (sampled + piece.weight) * _FINENESS <= whole.weight:
            sample.append(piece)
            sampled += piece.weight
        else:
            rest.append(piece)
    _deal(sample, range(count))
    _deal(rest, range(count, 2 * count))
    parts = [whole.part(share, forest) for share in range(2 * count)]
    return Division(_ids(parts[:count]), _ids(parts[count:]))


def _folder_weights(sizes: Mapping[str, int]) -> dict[str, int]:
    """How many bytes each folder holds, those below it included; the root is the empty path."""
    own: defaultdict[str, int] = defaultdict(int)
    for path, size in sizes.items():
        own[path.rpartition("/")[0]] += size
    weights: defaultdict[str, int] = defaultdict(int)
    for folder, size in own.items():
        weights[""] += size
        end = len(folder)
        while end > 0:
            weights[folder[:end]] += size
            end = folder.rfind("/", 0, end)
    return dict(weights)


def _open(whole: _Piece, weights: Mapping[str, int], forest: Forest) -> None:
    """Open the heaviest folders until the pieces can be dealt out evenly."""
    closed = [(-whole.weight, "", whole)]
    for _ in range(_MOST_OPENED):
        if not closed:
            return
        _, path, heaviest = heapq.heappop(closed)
        if heaviest.weight * _FINENESS <= whole.weight:
            return
        for row in forest.rows(heaviest.row[1].oid):
            inner = f"{path}/{text(row[0])}".removeprefix("/")
            piece = _Piece(inner, row, weights.get(inner, 0))
            heaviest.inside.append(piece)
            if row[1].is_folder:
                heapq.heappush(closed, (-piece.weight, inner, piece))


def _deal(pieces: Iterable[_Piece], shares: Sequence[int]) -> None:
    """Give each piece, the heaviest first, to the share that has least so far."""
    held = [(0, share) for share in shares]
    for piece in pieces:
        weight, piece.share = held[0]
        heapq.heapreplace(held, (weight + piece.weight, piece.share))


def _ids(parts: Iterable[Row | None]) -> tuple[str, ...]:
    return tuple(part[1].oid for part in parts if part is not None)
