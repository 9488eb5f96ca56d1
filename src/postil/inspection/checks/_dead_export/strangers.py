"""Tells imports of other people's packages from imports of what stands in the tree."""

from __future__ import annotations

import json
import posixpath
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from postil.inspection.checks._dead_export.conventions import family_of
from postil.inspection.standing import ancestors
from postil.ports import Tree

_MOST_CHARACTERS = 500_000
_LISTS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_HERE = ("workspace:", "file:", "link:", "portal:", ".", "/")
"""How a version begins that means a package of the same tree."""
_ASSUMED = "@/~#$."
"""How an import begins that a tool may lead anywhere, if no manifest asks for it."""
_LONGEST_NAME = 100
_MOST_SETTINGS = 200
_SETTINGS = re.compile(
    r"(?:tsconfig|jsconfig|import_?map|deno|nx|workspace|project)[\w.-]{0,60}\.jsonc?"
    r"|package\.json|\.(?:babelrc|swcrc|npmrc)[\w.]{0,10}|[\w.-]{0,60}\.conf(?:ig)?(?:\.[\w-]{1,20})?\.[cm]?[jt]s"
)
"""Where a tool may be told what stands for a place of the tree."""
_SCOPED = re.compile(r"(@[\w-]{1,60})(/[\w.-]{1,100})?")


@dataclass
class Strangers:
    """The packages that the manifests of a tree ask for, and the names its own modules go by."""

    head: Tree
    asked: dict[str, frozenset[str]] = field(default_factory=dict)

    def bring(self, path: str, source: str) -> bool:
        """Whether an import in that file certainly takes from outside the tree."""
        if family_of(path) == "python":
            top = source.partition(".")[0]
            return bool(top) and (top in sys.stdlib_module_names or top not in self._own_words)
        if source.startswith("node:"):
            return True
        package = _package(source)
        if not package or package in self._own_packages:
            return False
        # A plain word that nothing here is called cannot be an alias for a place of the tree.
        unknown = "@" not in package and package.partition(".")[0] not in self._own_words
        return unknown or self._asks(path, package) or self._is_of_others(path, package)

    def _is_of_others(self, path: str, package: str) -> bool:
        """Whether nothing here goes by the words of a scoped package, and no setting leads it here."""
        scope, _, rest = package.partition("/")
        if not rest or not self._own_words.isdisjoint((scope[1:], rest.partition(".")[0])):
            return False
        return scope not in self._led and self._has_list(path)

    def _has_list(self, path: str) -> bool:
        """Whether a manifest above the file can be read and lists what it asks for."""
        return any(
            isinstance(_manifest(self.head, folder).get(key), dict)
            for folder in ancestors(posixpath.dirname(path))
            for key in _LISTS
        )

    @cached_property
    def _led(self) -> frozenset[str]:
        """The scopes that a manifest or a setting of a tool speaks of, other than as asked for."""
        found: set[str] = set()
        settings = (path for path in self.head.paths() if _is_setting(path))
        for path in islice(settings, _MOST_SETTINGS):
            folder, _, name = path.rpartition("/")
            if name == "package.json":
                manifest = _manifest(self.head, folder)
                strangers = frozenset(_wanted(manifest))
                text = json.dumps(manifest)
                found.update(
                    scope for scope, rest in _SCOPED.findall(text) if scope + rest not in strangers
                )
            else:
                text = (self.head.read(path) or "")[:_MOST_CHARACTERS]
                found.update(scope for scope, _ in _SCOPED.findall(text))
        return frozenset(found)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """What files and folders are called here: an import of ours that is no path begins with one."""
        return frozenset(
            word.partition(".")[0] for path in self.head.paths() for word in path.split("/")
        )

    @cached_property
    def _own_packages(self) -> frozenset[str]:
        found = (
            _manifest(self.head, posixpath.dirname(path)).get("name")
            for path in self.head.paths()
            if posixpath.basename(path) == "package.json" and "node_modules" not in path
        )
        return frozenset(name for name in found if isinstance(name, str))

    def _asks(self, path: str, package: str) -> bool:
        """Whether a manifest above the file asks for the package, and not from the same tree."""
        for folder in ancestors(posixpath.dirname(path)):
            if folder not in self.asked:
                self.asked[folder] = frozenset(_wanted(_manifest(self.head, folder)))
            if package in self.asked[folder]:
                return True
        return False


def _is_setting(path: str) -> bool:
    name = posixpath.basename(path)
    return len(name) <= _LONGEST_NAME and _SETTINGS.fullmatch(name) is not None


def _package(source: str) -> str:
    """The package that a bare import names; empty for a path and for what only a tool resolves."""
    scope, _, rest = source.partition("/")
    if scope.startswith("@") and len(scope) > 1 and rest:
        return f"{scope}/{rest.partition('/')[0]}"
    return "" if scope[:1] in _ASSUMED else scope


def _manifest(head: Tree, folder: str) -> dict[str, object]:
    text = head.read(posixpath.join(folder, "package.json")) or ""
    try:
        read = json.loads(text) if 0 < len(text) <= _MOST_CHARACTERS else {}
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _wanted(manifest: dict[str, object]) -> Iterator[str]:
    for key in _LISTS:
        listed = manifest.get(key)
        for name, version in listed.items() if isinstance(listed, dict) else ():
            if not str(version).startswith(_HERE):
                yield name
