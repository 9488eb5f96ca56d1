"""Where imports of JavaScript lead that begin with an alias of a folder instead of a dot."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field

from postil.inspection.outlines import EMPTY, Unreadable, items, read_json
from postil.inspection.standing import ancestors, join
from postil.ports import Tree

_SETTINGS = ("tsconfig.json", "jsconfig.json", "tsconfig.app.json", "tsconfig.base.json")
_CUSTOMARY = frozenset({"@", "~", "#"})
"""Aliases that bundlers are mostly told to follow to the sources of the package."""
_SOURCES = ("src", "app", "")
_MOST_ALIASES = 60

_Alias = tuple[str, str]


@dataclass(frozen=True)
class Aliases:
    """The aliases that the settings of a tree's compilers declare; each file is read once."""

    tree: Tree
    read: dict[str, tuple[_Alias, ...]] = field(default_factory=dict)

    def places(self, source: str, path: str) -> Iterator[str]:
        """What the source may mean, without an ending, by the nearest settings above the importer."""
        for folder in ancestors(posixpath.dirname(path)):
            declared = [
                alias
                for name in _SETTINGS
                for alias in self._declared(posixpath.join(folder, name))
            ]
            found = [place for alias in declared for place in _followed(source, alias)]
            if found:
                yield from found
                return
        alias, slash, rest = source.partition("/")
        if slash and alias in _CUSTOMARY:
            for folder in ancestors(posixpath.dirname(path)):
                if self.tree.exists(posixpath.join(folder, "package.json")):
                    yield from (posixpath.join(folder, root, rest) for root in _SOURCES)
                    return

    def _declared(self, path: str) -> tuple[_Alias, ...]:
        """Each alias with the place it stands for, from the root of the tree."""
        if path not in self.read:
            self.read[path] = tuple(self._parsed(path))[:_MOST_ALIASES]
        return self.read[path]

    def _parsed(self, path: str) -> Iterator[_Alias]:
        text = self.tree.read(path)
        try:
            options = read_json(text).table("compilerOptions") if text else EMPTY
        except Unreadable:
            return
        root = join(posixpath.dirname(path), options.text("baseUrl") or ".")
        if root is None:
            return
        for alias in options.table("paths"):
            places = (join(root, target.text) for target in items(alias.value))
            yield from ((alias.key, place) for place in places if place is not None)


def _followed(source: str, alias: _Alias) -> Iterator[str]:
    spelled, place = alias
    start, star, _ = spelled.partition("*")
    if star and source.startswith(start):
        yield place.replace("*", source.removeprefix(start))
    elif source == spelled:
        yield place
