"""The lock files of the folders above a manifest, where a workspace keeps one for all its members."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import Change
from postil.inspection.checks._supply_chain.entries import Lock
from postil.inspection.checks._supply_chain.families import Family
from postil.inspection.outlines import Unreadable
from postil.inspection.standing import ancestors
from postil.ports import Tree

_MEMBER = {"pnpm-lock.yaml": "\n  {0}:\n", "package-lock.json": '\n    "{0}": {{\n'}
"""How a lock lists the folder of a member."""


@dataclass(frozen=True)
class Workspace:
    """What may stand above one manifest."""

    change: Change
    head: Tree
    folder: str
    family: Family

    def locks(self) -> Iterator[Lock]:
        """Those that name this folder as one of their members."""
        for folder in self._above:
            member = posixpath.relpath(self.folder, folder or ".")
            for name in _MEMBER.keys() & self.family.locks.keys():
                text = self.head.read_long(posixpath.join(folder, name))
                if text is not None and _MEMBER[name].format(member) in text:
                    try:
                        yield self.family.locks[name](text)
                    except Unreadable:
                        # A change of the lock itself is told as a gap; here it settles nothing.
                        continue

    def settles(self, name: str) -> bool:
        """Whether the change writes the package into the lock of a folder above, which is the one in use."""
        for folder in self._above:
            for lock in self.family.locks:
                path = posixpath.join(folder, lock)
                text = self.head.read_long(path) if self.change.touches(path) else None
                if text is not None and f'"{name}"' in text:
                    return True
        return False

    @property
    def _above(self) -> tuple[str, ...]:
        return tuple(ancestors(posixpath.dirname(self.folder))) if self.folder else ()
