"""Which readings are remembered: all of what stands now, and what a revert may bring back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from postil.domain.change import Id
from postil.domain.memory import UnitRead

MOST_EARLIER = 2_000
"""So many readings of units that stand no more are kept, the newest."""

MOST_LINES = 50_000
"""So many of their lines; a change of that size is not remembered twice over."""


def kept_readings(readings: Iterable[UnitRead], heads: Sequence[Id]) -> tuple[UnitRead, ...]:
    """Each reading once, as it was read last, without the oldest of those that stand no more.

    A unit that was forgotten is read again if it comes back, and nothing else is lost.
    """
    last = {(read.key, read.reader): read for read in readings}
    order = {head: position for position, head in enumerate(heads)}
    newest = heads[-1:]
    earlier = [read for read in last.values() if read.head not in newest]
    earlier.sort(key=lambda read: -order.get(read.head, -1))
    kept, lines = set(), 0
    for read in earlier[:MOST_EARLIER]:
        lines += len(read.lines)
        if lines > MOST_LINES:
            break
        kept.add((read.key, read.reader))
    return tuple(read for name, read in last.items() if read.head in newest or name in kept)
