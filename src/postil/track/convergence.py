"""Whether a finding is late: on lines that its reviewer had read whole before, and nobody touched."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from postil.domain.change import ChangedFile, Id, Side
from postil.domain.finding import Evidence, Finding
from postil.domain.memory import Entry, Memory
from postil.domain.severity import Severity
from postil.domain.unit import Unit
from postil.track.occurrences import Occurrences

POSTED_FROM = Severity.HIGH
"""A late finding milder than this is listed and counted, and no note is made of it."""

_DIGITS = 12


def line_digests(unit: Unit) -> tuple[str, ...]:
    """What the unit's changed lines are recognised by later, in their order."""
    marked = (entry for hunk in unit.hunks for entry in hunk.body if entry[:1] in "+-")
    return tuple(_digest(unit.file, entry) for entry in marked)


@dataclass(frozen=True)
class Rereading:
    """What was read at earlier heads beside what lies here; one for all findings of a run."""

    memory: Memory
    now: Occurrences
    _files: dict[str, _Digests] = field(default_factory=dict)

    def is_late(self, finding: Finding) -> bool:
        """Whether each of those who report it now had read all its changed lines at an earlier head.

        A line that stands in the change more often than it was read may be the new copy; then
        nobody is said to have missed anything.
        """
        readers = {self.now.readers.get(source, "") for source in finding.sources}
        if not self._read.keys() >= readers:
            return False
        places = [(each, found) for each in finding.evidence if (found := self._file(each))]
        wanted = {line for each, found in places for line in found.within(each)}
        about = {id(found): found for _, found in places}.values()
        counts = {line: sum(found.counts[line] for found in about) for line in wanted}
        return bool(wanted) and all(
            self._read[reader].get(line, 0) >= count
            for reader in readers
            for line, count in counts.items()
        )

    def _file(self, evidence: Evidence) -> _Digests | None:
        change = self.now.change
        known = change.by_path if evidence.side is Side.NEW else change.by_old_path
        file = known.get(evidence.path)
        if file is None:
            return None
        if file.path not in self._files:
            self._files[file.path] = _Digests.of(file)
        return self._files[file.path]

    @cached_property
    def _read(self) -> dict[str, dict[str, int]]:
        """For each reader how often one head showed it a line, at most."""
        texts = {unit.key: unit.lines for unit in self.memory.units if unit.lines}
        shown: dict[tuple[str, Id], Counter[str]] = {}
        for unit in self.memory.units:
            lines = texts.get(unit.key, ())
            shown.setdefault((unit.reader, unit.head), Counter()).update(lines)
        most: dict[str, dict[str, int]] = {}
        for (reader, _head), counts in shown.items():
            best = most.setdefault(reader, {})
            for line, count in counts.items():
                best[line] = max(count, best.get(line, 0))
        return most


def missed(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The open entries of the list of what was missed earlier: late, and too mild for a note."""
    return tuple(
        entry
        for entry in entries
        if entry.late and entry.state.is_open and not entry.finding.severity.at_least(POSTED_FROM)
    )


@dataclass(frozen=True)
class _Digests:
    """What the changed lines of one file are recognised by, by side and number, and how often."""

    lines: Mapping[Side, Mapping[int, str]]
    counts: Counter[str]

    @classmethod
    def of(cls, file: ChangedFile) -> _Digests:
        added = {line: _digest(file, f"+{text}") for line, text in file.added}
        removed = {line: _digest(file, f"-{text}") for line, text in file.removed}
        counts = Counter((*added.values(), *removed.values()))
        return cls({Side.NEW: added, Side.OLD: removed}, counts)

    def within(self, place: Evidence) -> Iterator[str]:
        """Those of the changed lines at a place; a place without lines has none."""
        if place.start is None:
            return
        known = self.lines[place.side]
        for line in range(place.start, (place.end or place.start) + 1):
            if line in known:
                yield known[line]


def _digest(file: ChangedFile, marked: str) -> str:
    """A rename on the way leaves a line what it was, so the older name counts."""
    name = file.old_path or file.path
    data = f"{name}\0{marked}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:_DIGITS]
