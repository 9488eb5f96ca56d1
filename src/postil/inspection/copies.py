"""Tells a file that is kept as a copy of another file of the tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from postil.ports import Tree

_FEWEST_LINES = 8
_ALIKE = 0.7
"""Of its lines, so many stand in the other file too; imports and headers may differ."""
_MOST_OTHERS = 20


@dataclass(frozen=True)
class Copies:
    """The tree at head; its names are gathered when first asked for."""

    head: Tree

    def is_copy(self, path: str) -> bool:
        """Whether a file of the same name nearer to the root says nearly the same."""
        others = self._by_name.get(_name(path), ())
        before = sorted(other for other in others if _rank(other) < _rank(path))
        own = self._lines(path) if before else frozenset()
        if len(own) < _FEWEST_LINES:
            return False
        return any(
            len(own & self._lines(other)) >= _ALIKE * len(own) for other in before[:_MOST_OTHERS]
        )

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.head.paths():
            found.setdefault(_name(path), []).append(path)
        return found

    def _lines(self, path: str) -> frozenset[str]:
        text = self.head.read(path) or ""
        return frozenset(plain for line in text.split("\n") if (plain := line.strip()))


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _rank(path: str) -> tuple[int, str]:
    return path.count("/"), path
