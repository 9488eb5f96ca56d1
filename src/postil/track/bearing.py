"""Which findings a push bears on: what was edited, what is gone, and what is back as it was."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from postil.domain.change import Id
from postil.domain.finding import Evidence
from postil.domain.ledger import State
from postil.domain.memory import Entry, Memory
from postil.domain.unit import Unit
from postil.track.states import folded

_GONE = (State.LIKELY_FIXED, State.RESOLVED)
_NAMED = re.compile(r"`([^`\n]{1,200})`")
_WORD = re.compile(r"\w+")
_MOST = 20_000
_TELLING = 4
"""A shorter word in a remedy names nothing in particular."""


@dataclass(frozen=True, slots=True)
class Stood:
    """When each unit stood last, and what was known of an entry then."""

    heads: Mapping[Id, int]
    keys: Mapping[str, int]

    @classmethod
    def of(cls, memory: Memory) -> Stood:
        heads = {head: at for at, head in enumerate(memory.heads)}
        keys: dict[str, int] = {}
        for read in memory.units:
            keys[read.key] = max(keys.get(read.key, 0), heads.get(read.head, 0))
        return cls(heads, keys)

    def at(self, key: str) -> int:
        return self.keys[key]

    def state(self, entry: Entry, at: int) -> State | None:
        """The state an entry was in when that head was reviewed; None before it was raised."""
        return folded(event for event in entry.events if self.heads.get(event.head, 0) <= at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """Tells which entries this push may have done something to.

    `changed` are the identities of changed units; `back` those of units that did not stand at
    the last head but were read when they stood before that, with the position of that head.
    `vanished` are the paths of units that stood at the last head and stand no more. `words`
    are those of changed lines, as far as somebody asked for them.
    """

    units: Sequence[Unit]
    changed: Collection[int]
    back: Mapping[int, int]
    vanished: Collection[str]
    stood: Stood
    words: dict[int, set[str]] = field(default_factory=dict)

    def on(self, entry: Entry) -> bool:
        finding = entry.finding
        return any(self._on_place(entry, place) for place in finding.evidence) or self._on_remedy(
            finding.mitigation
        )

    def brings_back(self, entry: Entry) -> bool:
        """Whether it is closed, was open when this code stood before, and its lines are in there."""
        place = entry.finding.anchored
        return entry.state in _GONE and any(
            self._was_open(entry, unit) and _is_of(unit, place) and _holds(unit, place)
            for unit in self.units
        )

    def _on_remedy(self, mitigation: str) -> bool:
        """Whether the push touches a file or a name that the remedy speaks of."""
        named = _NAMED.findall(mitigation[:_MOST])
        stirred = [unit for unit in self.units if id(unit) in self.changed or id(unit) in self.back]
        return any(self._is_named(name, unit) for name in named for unit in stirred)

    def _is_named(self, name: str, unit: Unit) -> bool:
        """Whether a name in a remedy is the unit's path, or a word in its changed lines."""
        if unit.path == name or unit.path.endswith(f"/{name}"):
            return True
        word = max(_WORD.findall(name), key=len, default="")
        if len(word) < _TELLING:
            return False
        if id(unit) not in self.words:
            self.words[id(unit)] = _words(unit)
        return word in self.words[id(unit)]

    def _on_place(self, entry: Entry, place: Evidence) -> bool:
        units = [unit for unit in self.units if _is_of(unit, place)]
        if not units:
            return place.path in self.vanished
        # A large file is read in parts; an edit of one leaves what stands in another alone.
        calm = [unit for unit in units if id(unit) not in self.changed]
        if any(_holds(unit, place) for unit in calm if id(unit) not in self.back):
            return False
        if len(calm) < len(units):
            return not any(self._was_open(entry, unit) or _holds(unit, place) for unit in calm)
        return any(self._is_other(entry, place, unit) for unit in calm if id(unit) in self.back)

    def _was_open(self, entry: Entry, unit: Unit) -> bool:
        at = self.back.get(id(unit))
        state = None if at is None else self.stood.state(entry, at)
        return state is not None and state.is_open

    def _is_other(self, entry: Entry, place: Evidence, unit: Unit) -> bool:
        """Whether a unit that is back is not the code in which the entry is known to be open."""
        state = self.stood.state(entry, self.back[id(unit)])
        return not _holds(unit, place) if state is None else not state.is_open


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


def _words(unit: Unit) -> set[str]:
    marked = (entry for hunk in unit.hunks for entry in hunk.body if entry[:1] in "+-")
    return {word for entry in marked for word in _WORD.findall(entry[:_MOST])}
