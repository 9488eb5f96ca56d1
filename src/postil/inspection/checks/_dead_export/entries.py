"""The files that a JavaScript package is had by, and the modules that they hand on whole."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from postil.inspection.standing import ancestors, join
from postil.ports import Tree

_MOST_CHARACTERS = 500_000
_MOST_TARGETS = 200
_DEEPEST = 4
_NAMED_BY = ("main", "module", "browser", "exports")
_USUAL = "index"
_ENDINGS = ("", ".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx", "/index.js", "/index.ts")
_HANDED_ON = re.compile(
    r"\bexports {0,4}= {0,4}require\( {0,4}[\"'](\.[^\"'\n]{1,300})[\"'] {0,4}\)(?! {0,4}[.(\[])"
    r"|\.\.\.require\( {0,4}[\"'](\.[^\"'\n]{1,300})[\"'] {0,4}\)(?! {0,4}[.(\[])"
    r"|\bassign\((?:module\.)?exports, {0,4}require\( {0,4}[\"'](\.[^\"'\n]{1,300})[\"']"
    r"|\bexport \* from [\"'](\.[^\"'\n]{1,300})[\"']"
)


@dataclass
class Entries:
    """What each package of a tree gives to those who install it; a private one gives nothing."""

    head: Tree
    known: dict[str, frozenset[str] | None] = field(default_factory=dict)

    def hold(self, path: str) -> bool:
        """Whether others have a module by its package: as the entry, or through it as a whole."""
        for folder in ancestors(posixpath.dirname(path)):
            if folder not in self.known:
                self.known[folder] = self._of(folder)
            given = self.known[folder]
            if given is not None:
                return path in given
        return False

    def _of(self, folder: str) -> frozenset[str] | None:
        """The modules that a folder's package gives away; None where there is no package."""
        text = self.head.read(posixpath.join(folder, "package.json"))
        if text is None:
            return None
        given: set[str] = set()
        waiting = [
            (found, _DEEPEST)
            for target in _targets(text[:_MOST_CHARACTERS])
            if (found := self._resolved(folder, target)) is not None
        ]
        while waiting:
            path, depth = waiting.pop()
            if path not in given and depth:
                given.add(path)
                waiting += [(other, depth - 1) for other in self._handed_on(path)]
        return frozenset(given)

    def _handed_on(self, path: str) -> Iterator[str]:
        text = (self.head.read(path) or "")[:_MOST_CHARACTERS]
        for groups in _HANDED_ON.findall(text):
            found = self._resolved(posixpath.dirname(path), "".join(groups))
            if found is not None:
                yield found

    def _resolved(self, folder: str, target: str) -> str | None:
        plain = join(folder, target)
        if not plain:
            return None
        found = (plain + ending for ending in _ENDINGS)
        return next((path for path in found if self.head.read(path) is not None), None)


def _targets(manifest: str) -> Iterator[str]:
    """What a manifest names as its entries, without those that stand for many files."""
    try:
        package = json.loads(manifest)
    except (ValueError, RecursionError):
        return
    if not isinstance(package, dict) or package.get("private") is True:
        return
    waiting = [package[key] for key in _NAMED_BY if key in package] or [_USUAL]
    for _ in range(_MOST_TARGETS):
        if not waiting:
            return
        target = waiting.pop()
        if isinstance(target, dict):
            waiting += target.values()
        elif isinstance(target, str) and "*" not in target:
            yield target
