"""Asks the tree whether another file takes a name from the one that imports it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from postil.domain.paths import language_of
from postil.ports import Hits, Tree
from postil.syntax import imports

_MOST_READ = 40


@dataclass(frozen=True)
class Users:
    """The other files of a Python project, of which only those are read that speak of the module."""

    head: Tree
    _texts: dict[str, str] = field(default_factory=dict)

    def needles(self, path: str, name: str) -> frozenset[str]:
        """What other files hold if they take the name from the file."""
        stem = _stem(path)
        return frozenset({*_by_name(stem, name), *_by_module(stem)})

    def take(self, path: str, name: str, found: Mapping[str, Hits]) -> bool:
        """Whether one of them does; also when that cannot be told."""
        stem = _stem(path)
        wanted = self.needles(path, name)
        if any(needle not in found for needle in wanted):
            return True
        if any(found[needle].total > len(found[needle].hits) for needle in wanted):
            return True
        if any(_others(path, found, needle) for needle in _by_name(stem, name)):
            return True
        speaking = {other for needle in _by_module(stem) for other in _others(path, found, needle)}
        if len(speaking) > _MOST_READ:
            return True
        return any(self._takes(other, stem, name) for other in sorted(speaking))

    def _takes(self, other: str, stem: str, name: str) -> bool:
        if language_of(other) != "python":
            return False
        text = self._read(other)
        for entry in imports(other, text):
            last = entry.source.rpartition(".")[2]
            if last == stem and entry.name in (name, "*"):
                return True
            if stem in (entry.name, last) and _is_reached(text, entry.local, name):
                return True
        return False

    def _read(self, path: str) -> str:
        if path not in self._texts:
            self._texts[path] = self.head.read(path) or ""
        return self._texts[path]


def _is_reached(text: str, module: str, name: str) -> bool:
    """Whether the name is taken from the module by a dot, or handed to something by its spelling."""
    spelled = re.escape(name)
    taken = re.search(rf"\b{re.escape(module)}\.{spelled}\b", text)
    return taken is not None or re.search(rf"[\"']{spelled}[\"']", text) is not None


def _others(path: str, found: Mapping[str, Hits], needle: str) -> list[str]:
    return [hit.path for hit in found[needle].hits if hit.path != path]


def _stem(path: str) -> str:
    return posixpath.basename(path).rpartition(".")[0]


def _by_name(stem: str, name: str) -> tuple[str, ...]:
    return f"{stem}.{name}", f"{stem}:{name}"


def _by_module(stem: str) -> tuple[str, ...]:
    return f"{stem} import", f"{stem} as", f"import {stem}"
