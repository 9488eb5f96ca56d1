"""The files that a change leaves as they are and that call what it changes, or are called by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change
from postil.inspection.checks._data_shape.modules import Module, alike
from postil.ports import Hits, Tree
from postil.syntax import supports

_GIVES_SIGN = re.compile(
    r"[\"'`](?:[-*+•>]\s|#{1,6}\s|\*\*|`|[$€£@])|(?:[%€£$]|\*\*|\\?`|\s(?:ms|[kMG]B|km|kg|EUR|USD))[\"'`]"
)
_MOST_CALLED = 30
_MOST_CALLING = 12
_MOST_ALIKE = 4
_MOST_NAMES = 20
_SHORTEST = 4
_MOST_HITS = 60


@dataclass(frozen=True)
class Neighbourhood:
    """The changed modules that render, and what stands around them."""

    change: Change
    head: Tree
    changed: Mapping[str, Module]

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.head.paths():
            if _is_code(path):
                name = path.rpartition("/")[2].partition(".")[0]
                found.setdefault(alike(name), []).append(path)
                if path.endswith(".go"):
                    found.setdefault(alike(path.rpartition("/")[0].rpartition("/")[2]), []).append(
                        path
                    )
        return found

    def called(self) -> dict[str, Module]:
        """The files that a changed line may lead to, by the names of files in imports and calls."""
        found: dict[str, Module] = {}
        for module in self.changed.values():
            if not module.writes_headings:
                continue
            for word in dict.fromkeys((*self._receivers(module), *sorted(module.brought))):
                places = self._by_stem.get(word, [])
                for path in places if len(places) <= _MOST_ALIKE else _nearest(places, module.path):
                    if path not in self.changed and len(found) < _MOST_CALLED:
                        found.setdefault(path, Module(path, self.head.read(path) or ""))
        return found

    def _receivers(self, module: Module) -> Iterator[str]:
        for function in module.functions:
            if module.writings(function):
                for call in module.calls(function):
                    yield alike(call.receiver or call.name)

    @cached_property
    def names(self) -> frozenset[str]:
        """The functions that newly write something; their callers are looked for."""
        found: list[str] = []
        for file in self.change.files:
            module = self.changed.get(file.path)
            if module is None:
                continue
            giving = {number for number, text in file.added if _GIVES_SIGN.search(text[:500])}
            if not (giving or module.writes_headings):
                continue
            for function in module.functions:
                lines = {each.line for each in module.writings(function)} & file.added_numbers
                span = range(function.line, function.end_line + 1)
                if lines or not giving.isdisjoint(span):
                    found.append(function.name)
        long = [name for name in found if len(name) >= _SHORTEST]
        return frozenset(long[:_MOST_NAMES])

    def calling(self, hits: Mapping[str, Hits]) -> dict[str, Module]:
        found: dict[str, Module] = {}
        for name in sorted(self.names):
            for hit in hits.get(name, Hits()).hits[:_MOST_HITS]:
                is_other = _is_code(hit.path) and hit.path not in self.changed
                if is_other and len(found) < _MOST_CALLING:
                    found.setdefault(hit.path, Module(hit.path, self.head.read(hit.path) or ""))
        return found


def _nearest(places: list[str], path: str) -> list[str]:
    folder = path.rpartition("/")[0]
    return [place for place in places if place.rpartition("/")[0] == folder][:_MOST_ALIKE]


def _is_code(path: str) -> bool:
    return supports(path) and not (
        paths.is_test(path)
        or paths.is_vendored(path)
        or paths.is_generated(path)
        or paths.is_minified(path)
    )
