"""Divides a change that does not fit one window: neighbours stay together, no unit is in two."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from postil.domain.unit import Unit

Shard = tuple[Unit, ...]


def shards(
    units: Sequence[Unit], *, room: int, weight: Callable[[Unit], int]
) -> tuple[tuple[Shard, ...], tuple[Unit, ...]]:
    """The shards in path order, and the units that fit into no shard at all.

    A folder is kept together while it fits, because what calls each other tends to live there.
    """
    weights = {id(unit): weight(unit) for unit in units}
    fitting = [unit for unit in units if weights[id(unit)] <= room]
    too_big = tuple(unit for unit in units if weights[id(unit)] > room)
    result: list[Shard] = []
    current: list[Unit] = []
    filled = 0
    for family in _families(fitting):
        size = sum(weights[id(unit)] for unit in family)
        if current and filled + size > room:
            result.append(tuple(current))
            current, filled = [], 0
        for unit in family:
            if filled + weights[id(unit)] > room:
                result.append(tuple(current))
                current, filled = [], 0
            current.append(unit)
            filled += weights[id(unit)]
    if current:
        result.append(tuple(current))
    return tuple(result), too_big


def _families(units: Sequence[Unit]) -> list[list[Unit]]:
    """Units by folder, in path order."""
    families: dict[str, list[Unit]] = {}
    for unit in sorted(units, key=lambda unit: (unit.file.folder, unit.path, unit.part)):
        families.setdefault(unit.file.folder, []).append(unit)
    return list(families.values())
