"""What tools look at, made from dictionaries: files, and a history somebody thought up."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from postil.inspection.tools import Ground
from postil.ports import Link, Origin, Step

from fakes.trees import MemorySearch, MemoryTree

FIRST = Origin("1" * 40, "2024-01-02", "Begin")
SECOND = Origin("2" * 40, "2024-03-04", "Check the total")


@dataclass
class MemoryHistory:
    """Says of every stretch what it was told; `asked` keeps the stretches."""

    lines: Sequence[Origin] = ()
    newest: Sequence[Step] = ()
    links: Mapping[str, Sequence[Link]] = field(default_factory=dict)
    asked: list[tuple[str, int, int]] = field(default_factory=list)

    def origins(self, path: str, first: int, last: int) -> Sequence[Origin]:
        self.asked.append((path, first, last))
        return self.lines[first - 1 : last]

    def steps(self, path: str, first: int, last: int) -> Sequence[Step]:
        self.asked.append((path, first, last))
        return self.newest

    def since(self, earlier: str, paths: Collection[str] = ()) -> Sequence[Link]:
        del paths
        return self.links.get(earlier, ())


def ground(files: Mapping[str, str], history: MemoryHistory | None = None) -> Ground:
    return Ground(
        head=MemoryTree(files), search=MemorySearch(files), history=history or MemoryHistory()
    )
