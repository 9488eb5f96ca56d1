"""What need not be read again: units that every reader has read, with the findings in them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from postil.domain.change import Id
from postil.domain.memory import Entry, Memory, UnitRead
from postil.domain.unit import Unit
from postil.track.bearing import Bearing, Stood


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A reviewer, as far as a change of it lets another answer be expected.

    `prompt` is the version of what it is told; a check has Postil's version there, no model.
    """

    role: str
    prompt: str
    model: str = ""

    @property
    def label(self) -> str:
        return f"{self.role}/{self.prompt}/{self.model}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What lies before the readers: the units of the change at this head, and who reads.

    `guidance` stands for everything besides the change that they are told: specification, base
    instructions, operator text and context rules.
    """

    head: Id
    units: tuple[Unit, ...]
    readers: tuple[Reader, ...]
    guidance: str = ""

    def key(self, unit: Unit) -> str:
        """What a reading of the unit is remembered by."""
        data = f"{unit.key}\0{self.guidance}".encode("utf-8", "surrogatepass")
        return hashlib.sha256(data).hexdigest()

    def reading(self, unit: Unit, reader: Reader, lines: tuple[str, ...] = ()) -> UnitRead:
        """The record that the reader has read the unit whole at this head."""
        return UnitRead(
            key=self.key(unit), unit=unit.path, reader=reader.label, head=self.head, lines=lines
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrying:
    """Who reads what, and what stands from earlier reviews.

    `to_read` has each reader with its units, and no reader without any. `changed` units have
    not been read by anyone as they are now; `carried` ones need no reading at all, and those
    of them that are `back` did not stand at the last head. `readings` are the earlier ones that
    still hold, at this head. `kept` are the open entries this push does not bear on, `touched`
    the other open ones. `returned` were fixed, and the unit they were found in is back as it was.
    """

    to_read: tuple[tuple[Reader, tuple[Unit, ...]], ...]
    changed: tuple[Unit, ...]
    carried: tuple[Unit, ...]
    back: tuple[Unit, ...]
    readings: tuple[UnitRead, ...]
    kept: tuple[Entry, ...] = ()
    touched: tuple[Entry, ...] = ()
    returned: tuple[Entry, ...] = ()
    total: int = 0
    is_noop: bool = False

    def rewritten(self, previous: Id) -> str:
        """The sentence for a history that does not lead from the last reviewed head to this one."""
        return (
            f"history rewritten since {previous[:7]}: {len(self.carried)} of {self.total} "
            "units carried over"
        )


def carry(memory: Memory, table: Table, *, everything: bool = False) -> Carrying:
    """Compare what was read before with what lies here; `everything` has it all read again."""
    known = {} if everything else {(read.key, read.reader): read for read in memory.units}
    to_read = tuple(
        (reader, missing)
        for reader in table.readers
        if (missing := tuple(_unread(reader, table, known)))
    )
    waiting = {id(unit) for _, missing in to_read for unit in missing}
    seen = {key for key, _ in known}
    changed = tuple(unit for unit in table.units if table.key(unit) not in seen)
    fresh = waiting | {id(unit) for unit in changed}
    carried = tuple(unit for unit in table.units if id(unit) not in fresh)
    last = _present(memory)
    here = {table.key(unit) for unit in table.units}
    before = {read.key for read in last}
    stood = Stood.of(memory)
    back = tuple(unit for unit in carried if table.key(unit) not in before)
    bearing = Bearing(
        units=table.units,
        changed={id(unit) for unit in changed},
        back={id(unit): stood.at(table.key(unit)) for unit in back},
        vanished={read.unit for read in last if read.key not in here},
        stood=stood,
    )
    still_open = [entry for entry in memory.entries if entry.state.is_open]
    return Carrying(
        to_read=to_read,
        changed=changed,
        carried=carried,
        back=back,
        readings=tuple(_holding(table, known)),
        kept=tuple(entry for entry in still_open if not bearing.on(entry)),
        touched=tuple(entry for entry in still_open if bearing.on(entry)),
        returned=tuple(filter(bearing.brings_back, memory.entries)),
        total=len(table.units),
        is_noop=_is_same_head(memory, table) and not fresh and before == here,
    )


Known = dict[tuple[str, str], UnitRead]


def _unread(reader: Reader, table: Table, known: Known) -> Iterator[Unit]:
    return (unit for unit in table.units if (table.key(unit), reader.label) not in known)


def _holding(table: Table, known: Known) -> Iterator[UnitRead]:
    """Earlier readings as readings at this head, so that the next review knows what stood here."""
    here = {table.key(unit) for unit in table.units}
    return (replace(read, head=table.head) for read in known.values() if read.key in here)


def _present(memory: Memory) -> list[UnitRead]:
    """The readings of what stood at the last reviewed head."""
    return [read for read in memory.units if read.head in memory.heads[-1:]]


def _is_same_head(memory: Memory, table: Table) -> bool:
    return memory.heads[-1:] == (table.head,)
