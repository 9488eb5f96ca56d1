"""Divides the files of a tree into parts that several searches can look through at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SMALL = 4 * 1024 * 1024
"""Trees of fewer bytes are searched in one go: starting git twice would cost more."""

MOST_NAMED = 64
"""Git compares each of its paths with each path it is given."""

_MOST_INSIDE = 100
_MOST_OPENED = 32
_FINENESS = 16

Share = tuple[str, ...]
"""Path arguments for `git grep`; none at all means every file."""


@dataclass(frozen=True, slots=True)
class Division:
    """Shares that together name every file exactly once.

    The sample is small: what is found in it tells which needles are everywhere.
    """

    sample: Share
    rest: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A file or a folder, the sizes of the files in it by path, and their sum."""

    path: str
    files: Mapping[str, int]
    weight: int

    def opened(self) -> list[_Piece]:
        """What the folder holds one level deep; nothing for a file."""
        if self.path in self.files:
            return []
        inside: defaultdict[str, dict[str, int]] = defaultdict(dict)
        start = len(self.path) + 1 if self.path else 0
        for path, size in self.files.items():
            end = path.find("/", start)
            inside[path if end < 0 else path[:end]][path] = size
        return [_Piece(path, files, sum(files.values())) for path, files in inside.items()]


def divide(sizes: Mapping[str, int], count: int) -> Division | None:
    """A sample and `count` shares of about equal weight; None for a tree that is small."""
    total = sum(sizes.values())
    if total < SMALL:
        return None
    ordered = sorted(
        ((piece.weight, piece.path) for piece in _pieces(sizes, total)),
        key=lambda row: (-row[0], row[1]),
    )[:MOST_NAMED]
    sample: list[str] = []
    sampled = 0
    dealt: list[list[str]] = [[] for _ in range(count)]
    # The last share is what the others do not name, so that no file can be left out.
    weights = [0] * (count - 1) + [total - sum(weight for weight, _ in ordered)]
    for weight, path in ordered:
        if (sampled + weight) * _FINENESS <= total:
            sample.append(path)
            sampled += weight
            continue
        lightest = weights.index(min(weights))
        dealt[lightest].append(path)
        weights[lightest] += weight
    if not sample:
        return None
    named = [share for share in dealt[:-1] if share]
    everything_else = _without([path for share in (sample, *named) for path in share])
    return Division(_only(sample), (*map(_only, named), everything_else))


def _pieces(sizes: Mapping[str, int], total: int) -> list[_Piece]:
    """The tree in pieces: heavy folders are opened until they can be dealt out evenly."""
    pieces = _Piece("", sizes, total).opened()
    closed: list[_Piece] = []
    for _ in range(_MOST_OPENED):
        heaviest = max(pieces, key=lambda piece: (piece.weight, piece.path), default=None)
        if heaviest is None or heaviest.weight * _FINENESS <= total:
            break
        pieces.remove(heaviest)
        inside = heaviest.opened()
        if 0 < len(inside) <= _MOST_INSIDE:
            pieces += inside
        else:
            closed.append(heaviest)
    return closed + pieces


def _only(paths: Sequence[str]) -> Share:
    return tuple(f":(literal,top){path}" for path in paths)


def _without(paths: Sequence[str]) -> Share:
    return tuple(f":(exclude,literal,top){path}" for path in paths)
