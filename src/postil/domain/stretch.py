"""Lines of a change's files, picked out by when they were written or removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from postil.domain.change import Change, Side
from postil.domain.finding import Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """`added` are line numbers at head by path, `removed` those at base by the path there.

    `paths` are the files that something happened to, by either of their names.
    """

    added: Mapping[str, frozenset[int]] = field(default_factory=dict)
    removed: Mapping[str, frozenset[int]] = field(default_factory=dict)
    paths: frozenset[str] = frozenset()

    def lines(self, path: str, side: Side) -> frozenset[int]:
        return (self.added if side is Side.NEW else self.removed).get(path, frozenset())

    def meets(self, evidence: Evidence) -> bool:
        """Whether any of the quoted lines is among these; of a whole file, whether it is touched."""
        if evidence.start is None:
            return evidence.path in self.paths
        return not self.lines(evidence.path, evidence.side).isdisjoint(_span(evidence))

    def holds(self, evidence: Evidence, change: Change) -> bool:
        """Whether the change wrote some of the quoted lines, and all it wrote of them is here."""
        written = {
            line for line in _span(evidence) if change.changes(evidence.path, evidence.side, line)
        }
        return bool(written) and written <= self.lines(evidence.path, evidence.side)


def _span(evidence: Evidence) -> range:
    start = evidence.start or 0
    return range(start, (evidence.end or start) + 1)
