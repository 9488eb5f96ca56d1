"""What need not be read again: units that every reader has read, with the findings in them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from postil.domain.change import Id
from postil.domain.finding import Evidence
from postil.domain.ledger import State
from postil.domain.memory import Entry, Memory, UnitRead
from postil.domain.unit import Unit

_GONE = (State.LIKELY_FIXED, State.RESOLVED)


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
    not been read by anyone as they are now; `carried` ones need no reading at all. `readings`
    are the earlier ones that still hold, at this head. `kept` are the open entries no changed
    unit bears on, `touched` the other open ones. `returned` were fixed, and the unit they were
    found in is back as it was.
    """

    to_read: tuple[tuple[Reader, tuple[Unit, ...]], ...]
    changed: tuple[Unit, ...]
    carried: tuple[Unit, ...]
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
    bearing = _Bearing(
        table, {id(unit) for unit in changed}, {read.unit for read in last if read.key not in here}
    )
    still_open = [entry for entry in memory.entries if entry.state.is_open]
    before = {read.key for read in last}
    back = [unit for unit in carried if table.key(unit) not in before]
    return Carrying(
        to_read=to_read,
        changed=changed,
        carried=carried,
        readings=tuple(_holding(table, known)),
        kept=tuple(entry for entry in still_open if not bearing.on(entry)),
        touched=tuple(entry for entry in still_open if bearing.on(entry)),
        returned=tuple(entry for entry in memory.entries if _is_back(entry, back)),
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


@dataclass(frozen=True, slots=True)
class _Bearing:
    """Tells which entries this push may have done something to.

    `changed` are the identities of changed units; `vanished` are the paths of units that stood
    at the last head and stand no more.
    """

    table: Table
    changed: Collection[int]
    vanished: Collection[str]

    def on(self, entry: Entry) -> bool:
        return any(map(self._on_place, entry.finding.evidence))

    def _on_place(self, place: Evidence) -> bool:
        units = [unit for unit in self.table.units if _is_of(unit, place)]
        if not units:
            return place.path in self.vanished
        calm = [unit for unit in units if id(unit) not in self.changed]
        # A large file is read in parts; an edit of one leaves what stands in another alone.
        return len(calm) < len(units) and not any(_holds(unit, place) for unit in calm)


def _is_back(entry: Entry, back: Sequence[Unit]) -> bool:
    place = entry.finding.anchored
    return entry.state in _GONE and any(
        _is_of(unit, place) and _holds(unit, place) for unit in back
    )


def _is_of(unit: Unit, place: Evidence) -> bool:
    return place.path in (unit.path, unit.file.old_path)


def _holds(unit: Unit, place: Evidence) -> bool:
    """Whether the quoted lines stand together in the unit's patch."""
    wanted = _dense(place.text.split("\n"))
    patch = _dense(entry[1:] for hunk in unit.hunks for entry in hunk.body)
    return bool(wanted) and wanted in patch


def _dense(lines: Iterable[str]) -> str:
    """The lines without indentation and blank ones, which a quote may have lost."""
    return "\n".join(text for line in lines if (text := line.strip()))
