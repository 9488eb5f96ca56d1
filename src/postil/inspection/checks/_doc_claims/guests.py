"""Documents about somebody else's package, which a manifest of the tree asks for."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.ports import Tree

_TOO_LARGE = 200_000
_LONGEST = 400
_MOST_MANIFESTS = 40
_HEADING = re.compile(r"\A#{1,2} `?([\w@./-]{2,80})`?\s{0,8}#{0,2}\Z")
_FIRST = 40
_SHORTEST = 3
_LISTED = re.compile(r"\A\s{0,20}([A-Za-z][\w.-]{1,80})")
_ASKS = re.compile(r"(?i)dependencies\Z|\Arequire(?:-dev)?\Z|\Adependency-groups\Z")
_ASIDE = re.compile(r"(?i)(?:\A|/)(?:bench(?:marks?)?|examples?|docs?)/")
_DEEPEST = 4


@dataclass(frozen=True)
class Guests:
    """The packages that a tree asks for, and the documents that are called after one."""

    head: Tree

    def include(self, path: str) -> bool:
        """Whether a document is called after such a package and after nothing of this tree."""
        if not paths.is_doc(path):
            return False
        name = _stem(path)
        subjects = {name, *self._headed(path)}
        return any(
            len(one) >= _SHORTEST and one in self._asked and one not in self._ours
            for one in subjects
        )

    def _headed(self, path: str) -> Iterator[str]:
        """What the first heading consists of, where that is one word."""
        text = (self.head.read(path) or "")[:_TOO_LARGE]
        for line in text.split("\n", _FIRST)[:_FIRST]:
            if line.startswith("#"):
                found = _HEADING.match(line[:_LONGEST])
                if found is not None:
                    yield found[1].lower()
                return

    @cached_property
    def _ours(self) -> frozenset[str]:
        """What sources and their folders are called here, apart from what only tries things out."""
        sources = (
            path
            for path in self.head.paths()
            if paths.language_of(path) and not paths.is_doc(path) and not paths.is_test(path)
            if not _ASIDE.search(path[:_LONGEST])
        )
        return frozenset(
            word for path in sources for word in (*path.lower().split("/")[:-1], _stem(path))
        )

    @cached_property
    def _asked(self) -> frozenset[str]:
        manifests = [path for path in sorted(self.head.paths(), key=_depth) if _is_manifest(path)]
        found = (name for path in manifests[:_MOST_MANIFESTS] for name in self._named(path))
        return frozenset(name.lower() for name in found)

    def _named(self, path: str) -> Iterable[str]:
        text = self.head.read(path) or ""
        if not 0 < len(text) <= _TOO_LARGE:
            return ()
        if path.endswith(".txt"):
            return _names(text.split("\n"))
        try:
            read = tomllib.loads(text) if path.endswith(".toml") else json.loads(text)
        except (ValueError, RecursionError):
            return ()
        return _tables(read, _DEEPEST)


def _tables(read: object, depth: int) -> Iterator[str]:
    """The names in every table or list that is called after what it asks for."""
    for key, value in read.items() if isinstance(read, Mapping) else ():
        if not _ASKS.search(str(key)[:_LONGEST]):
            if depth:
                yield from _tables(value, depth - 1)
        elif isinstance(value, Mapping):
            for name, wanted in value.items():
                # A list is a group of its own, which the key only names.
                yield from _names(wanted) if isinstance(wanted, list) else (str(name),)
        elif isinstance(value, list):
            yield from _names(value)


def _names(entries: Iterable[object]) -> Iterator[str]:
    for entry in entries:
        found = _LISTED.match(entry[:_LONGEST]) if isinstance(entry, str) else None
        if found is not None:
            yield found[1]


def _is_manifest(path: str) -> bool:
    name = path.rpartition("/")[2]
    is_known = name in {"package.json", "composer.json", "pyproject.toml", "Cargo.toml"}
    is_list = name.startswith("requirements") and name.endswith(".txt")
    return (is_known or is_list) and not paths.is_vendored(path)


def _depth(path: str) -> tuple[int, str]:
    return path.count("/"), path


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].lower()
