"""Takes paths apart and tells sets of them by folder, whole name or the end of the name."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


class Place(NamedTuple):
    """A path taken apart once: its name, the name without regard to case, and its folders."""

    plain: str
    name: str
    stem: str
    ending: str
    folders: frozenset[str]


@lru_cache(maxsize=8192)
def place_of(path: str) -> Place:
    head, _, plain = path.rpartition("/")
    name = plain.lower()
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    return Place(plain, name, stem, dot + ending, _folders_of(head))


@lru_cache(maxsize=8192)
def _folders_of(head: str) -> frozenset[str]:
    """Shared by all files of a folder: a change may hold tens of thousands of them."""
    return frozenset(head.lower().split("/"))


class Names:
    """A set of paths told by folder, by whole name or by the end of the name."""

    def __init__(self, *, folders: str = "", names: str = "", ends: str = "") -> None:
        self._folders = frozenset(words(folders))
        self._names = frozenset(words(names))
        self._ends = words(ends)

    def __contains__(self, path: str) -> bool:
        return self.has_name(path) or not self._folders.isdisjoint(place_of(path).folders)

    def has_name(self, path: str) -> bool:
        """Whether the file's own name tells, whatever folder it stands in."""
        name = place_of(path).name
        return name in self._names or name.endswith(self._ends)
