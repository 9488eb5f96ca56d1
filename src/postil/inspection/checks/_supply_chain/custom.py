"""What a project did before the change in places that it leaves alone: its custom, and no slip."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain.paths import is_fixture, is_vendored
from postil.inspection.checks._supply_chain.entries import (
    Lock,
    Manifest,
    Requirement,
    keeper_of,
)
from postil.inspection.checks._supply_chain.families import Family
from postil.inspection.checks._supply_chain.signs import OUTSIDE, Asked, Sign
from postil.inspection.outlines import Unreadable
from postil.ports import Tree

_CUSTOM = 2
"""So many packages of which the same could have been said make it a custom."""
_INSTALLERS = 3
_MOST_MANIFESTS = 20
_OF_NEIGHBOURS = frozenset(
    {Sign.PRERELEASE, Sign.DIGEST_LOST, Sign.LOCK_BEHIND, Sign.UNPINNED, Sign.DOWNGRADE}
)
"""What is nothing to speak of where the package stands in the same repository."""
_COUNTED = frozenset(
    {
        *(Sign.PRERELEASE, Sign.OUTSIDE_SOURCE, Sign.OUTSIDE_PATH, Sign.UNPINNED),
        Sign.LOCK_BEHIND,
    }
)


@dataclass(frozen=True, kw_only=True)
class Custom:
    """The manifests and locks of one kind before the change.

    `before` and `locks` are those of the folder in question; `asked` is what its manifest asks
    for by now.
    """

    base: Tree
    path: str
    family: Family
    before: Manifest | None
    locks: tuple[Lock, ...]
    asked: Mapping[str, Requirement]

    def covers(self, sign: Sign, name: str) -> bool:
        """Whether a sign that a package carries alone could be told of several others as well."""
        if sign in _OF_NEIGHBOURS and self._is_neighbour(name):
            return True
        if sign is Sign.INSTALL_SCRIPT:
            # One that a person asks for is theirs to look at; the others come along with it.
            known = name in self.asked or any(name in held for held in self._held)
            return not known and len(self._installers) >= _INSTALLERS
        if sign not in _COUNTED:
            return False
        return len(self._carriers.get(sign, frozenset()) - {name}) >= _CUSTOM

    def takes_from(self, keeper: str) -> bool:
        """Whether another manifest of the tree takes packages from the same keeper."""
        return any(
            keeper_of(registry.url) == keeper
            for _, manifest in self._others()
            for registry in manifest.registries
        )

    def knows(self, name: str) -> bool:
        """Whether a lock held the package before, or another manifest of the tree asks for it."""
        if any(name in held for held in self._held) or self._is_neighbour(name):
            return True
        return any(
            name == asked.name for _, manifest in self._others() for asked in manifest.requirements
        )

    def _is_neighbour(self, name: str) -> bool:
        """Whether the package is made in this very tree, in a folder that is called after it."""
        called = name.rpartition("/")[2]
        return any(
            found.name == name
            for path in self._manifests
            if posixpath.basename(posixpath.dirname(path)) == called
            and (found := self._read(path)) is not None
        )

    @cached_property
    def _held(self) -> list[frozenset[str]]:
        return [frozenset(entry.name for entry in lock.entries) for lock in self.locks]

    @cached_property
    def _installers(self) -> frozenset[str]:
        entries = (entry for lock in self.locks for entry in lock.entries)
        return frozenset(entry.name for entry in entries if entry.installs)

    @cached_property
    def _carriers(self) -> dict[Sign, frozenset[str]]:
        """The packages that carried each sign before, had they been new then."""
        found: dict[Sign, set[str]] = {}
        for sign, name in self._signs():
            found.setdefault(sign, set()).add(name)
        return {sign: frozenset(names) for sign, names in found.items()}

    def _signs(self) -> Iterator[tuple[Sign, str]]:
        folder = posixpath.dirname(self.path)
        manifests = [(folder, self.before, self.locks)] if self.before is not None else []
        manifests += [(posixpath.dirname(path), one, ()) for path, one in self._others()]
        for place, manifest, locks in manifests:
            for requirement, signal in Asked(place, manifest, None, locks).signals():
                yield signal.sign, requirement.name
        for lock in self.locks:
            for entry in lock.entries:
                if entry.source in OUTSIDE:
                    yield Sign.OUTSIDE_SOURCE, entry.name

    def _others(self) -> Iterator[tuple[str, Manifest]]:
        """Manifests of the same name elsewhere, the nearest first."""
        near = sorted(self._manifests, key=lambda path: (-_shared(path, self.path), path))
        for path in near[:_MOST_MANIFESTS]:
            manifest = self._read(path)
            if manifest is not None:
                yield path, manifest

    @cached_property
    def _manifests(self) -> list[str]:
        name = posixpath.basename(self.path)
        return [
            path
            for path in self.base.paths()
            if posixpath.basename(path) == name
            and path != self.path
            and not is_fixture(path)
            and not is_vendored(path)
        ]

    def _read(self, path: str) -> Manifest | None:
        text = self.base.read(path)
        try:
            return None if text is None else self.family.read(text)
        except Unreadable:
            return None


def _shared(one: str, other: str) -> int:
    return len(posixpath.commonprefix([one.split("/"), other.split("/")]))
