"""Whether a path that some file names is there, is gone, or is made by a build."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from enum import Enum, auto

from postil.domain.paths import matches
from postil.ports import Tree

_MOST_RULES = 2_000
_LONGEST_PATH = 1_000
_BUILD_FOLDERS = frozenset(
    {
        *("dist", "build", "out", "output", "target", "lib", "libs", "es", "esm", "cjs", "umd"),
        *("bin", "obj", "gen", "generated", "node_modules", "coverage", "release", "releases"),
        *("tmp", "temp", "types", "typings", "bundle", "bundles", "artifacts", "artifact", "pkg"),
        *("publish", "deploy", "vendor", "public", "static", "site", "html", "www", "_site"),
        *("dst", "compiled", "prebuilds", "wheelhouse", "debug", "storybook-static", "reports"),
    }
)


class Standing(Enum):
    """What can be said about a path from one revision, with the one before it at hand.

    REMOVED: the earlier revision has it and this one does not. ABSENT: neither has it and
    nothing suggests that a build makes it. UNKNOWN: a build may make it, or it lies outside.
    """

    PRESENT = auto()
    REMOVED = auto()
    ABSENT = auto()
    UNKNOWN = auto()


def join(folder: str, relative: str) -> str | None:
    """The path in the repository that `relative` names from a folder; None when it leads outside."""
    path = posixpath.normpath(posixpath.join(folder, relative))
    if path == ".." or path.startswith(("../", "/")):
        return None
    return "" if path == "." else path


def ancestors(folder: str) -> tuple[str, ...]:
    """The folder and those above it, ending with the root, which is the empty text."""
    parts = folder.split("/") if folder else []
    return tuple("/".join(parts[:count]) for count in range(len(parts), -1, -1))


@dataclass
class Ground:
    """One revision, the one before it (None when this is the earlier one), and its ignore rules."""

    tree: Tree
    before: Tree | None = None
    rules: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def read(self, path: str | None) -> str | None:
        return None if path is None else self.tree.read(path)

    def has(self, path: str | None) -> bool:
        """Whether this revision or the one before it has the path."""
        trees = (self.tree, self.before)
        return path is not None and any(tree.exists(path) for tree in trees if tree is not None)

    def standing(self, path: str | None) -> Standing:
        if path is None or _is_odd(path):
            return Standing.UNKNOWN
        if path == "" or self.tree.exists(path):
            return Standing.PRESENT
        if self._is_elsewhere(path) or self.is_ignored(path):
            return Standing.UNKNOWN
        if self.before is not None and self.before.exists(path):
            return Standing.REMOVED
        return Standing.UNKNOWN if self._is_built(path) else Standing.ABSENT

    def any_standing(self, paths: tuple[str | None, ...]) -> Standing:
        """What can be said of a name that may mean several paths: present if one of them is."""
        found = {self.standing(path) for path in paths}
        for outcome in (Standing.PRESENT, Standing.UNKNOWN, Standing.REMOVED):
            if outcome in found:
                return outcome
        return Standing.ABSENT

    def is_ignored(self, path: str) -> bool:
        """Whether the repository's ignore files leave the path out, so that it is made elsewhere."""
        ignored = False
        for folder in reversed(ancestors(posixpath.dirname(path))):
            inside = path[len(folder) + 1 :] if folder else path
            for rule in self._rules(folder):
                negated = rule.startswith("!")
                if ignored is negated and matches(rule[negated:], inside):
                    ignored = not negated
        return ignored

    def _rules(self, folder: str) -> tuple[str, ...]:
        if folder not in self.rules:
            text = self.tree.read(f"{folder}/.gitignore" if folder else ".gitignore") or ""
            lines = (line.strip() for line in text.split("\n")[:_MOST_RULES])
            self.rules[folder] = tuple(line for line in lines if line and line[0] != "#")
        return self.rules[folder]

    def _is_elsewhere(self, path: str) -> bool:
        """Whether a symlink or a submodule stands on the way, behind which nothing is known."""
        above = ancestors(posixpath.dirname(path))[:-1]
        if any(self.tree.read(folder) is not None for folder in above if self.tree.exists(folder)):
            return True
        modules = self.tree.read(".gitmodules") or ""
        named = {line.partition("=")[2].strip() for line in modules.split("\n") if "path" in line}
        return bool(named & {path, *above})

    def _is_built(self, path: str) -> bool:
        """Whether the first missing folder on the way has a name that builds write to."""
        parts = path.split("/")
        for count in range(1, len(parts) + 1):
            if not self.tree.exists("/".join(parts[:count])):
                return parts[count - 1].lower() in _BUILD_FOLDERS or parts[count - 1][:1] == "."
        return False


def _is_odd(path: str) -> bool:
    return (
        any(mark in path for mark in "$*?{}<>~\n\0")
        or "node_modules/" in path
        or len(path) > _LONGEST_PATH
    )
