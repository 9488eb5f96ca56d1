"""Whether a finding is late: on lines that its reviewer had read whole before, and nobody touched."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from postil.domain.change import Change, ChangedFile, Side
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


def is_late(finding: Finding, memory: Memory, now: Occurrences) -> bool:
    """Whether each of those who report it now had read all its changed lines at an earlier head.

    A line that stands in the change more often than it was read may be the new copy; then
    nobody is said to have missed anything.
    """
    known = {unit.reader for unit in memory.units}
    readers = {now.readers.get(source, "") for source in finding.sources}
    wanted = set(_changed_lines(finding.evidence, now.change)) if readers <= known else set()
    if not wanted:
        return False
    present = Counter(_all_digests(finding.evidence, now.change))
    counts = {line: present[line] for line in wanted}
    return all(_has_read(memory, reader, counts) for reader in readers)


def missed(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The open entries of the list of what was missed earlier: late, and too mild for a note."""
    return tuple(
        entry
        for entry in entries
        if entry.late and entry.state.is_open and not entry.finding.severity.at_least(POSTED_FROM)
    )


def _has_read(memory: Memory, reader: str, lines: Mapping[str, int]) -> bool:
    """Whether one earlier head showed this reader each of the lines so often."""
    by_head: dict[str, Counter[str]] = {}
    for unit in memory.units:
        if unit.reader == reader:
            by_head.setdefault(unit.head, Counter()).update(unit.lines)
    return all(
        any(read[line] >= count for read in by_head.values()) for line, count in lines.items()
    )


def _changed_lines(evidence: Iterable[Evidence], change: Change) -> Iterator[str]:
    for each in evidence:
        file = _file(each, change)
        if file is None or each.start is None:
            continue
        span = range(each.start, (each.end or each.start) + 1)
        mark, lines = ("+", file.added) if each.side is Side.NEW else ("-", file.removed)
        yield from (_digest(file, mark + text) for line, text in lines if line in span)


def _all_digests(evidence: Iterable[Evidence], change: Change) -> Iterator[str]:
    files = {id(file): file for each in evidence if (file := _file(each, change))}
    for file in files.values():
        yield from (_digest(file, f"+{text}") for _, text in file.added)
        yield from (_digest(file, f"-{text}") for _, text in file.removed)


def _file(evidence: Evidence, change: Change) -> ChangedFile | None:
    known = change.by_path if evidence.side is Side.NEW else change.by_old_path
    return known.get(evidence.path)


def _digest(file: ChangedFile, marked: str) -> str:
    """A rename on the way leaves a line what it was, so the older name counts."""
    name = file.old_path or file.path
    data = f"{name}\0{marked}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:_DIGITS]
