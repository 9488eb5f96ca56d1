"""Decides whether a file's public names are for this repository alone or for others too."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, field
from enum import Enum, auto

from postil.inspection.checks._dead_export.commands import Commands
from postil.inspection.checks._dead_export.conventions import family_of
from postil.inspection.checks._dead_export.entries import Entries
from postil.inspection.checks._dead_export.programs import is_program
from postil.inspection.standing import ancestors
from postil.ports import Tree

_ENTRY_FOLDERS = ("", "src", "lib", "source")
_BUILT = frozenset({"dist", "build", "out", "es", "esm", "cjs", "lib", "output"})
_MOST_CHARACTERS = 500_000
_PACKAGE = re.compile(r"^package (\w{1,100})", re.MULTILINE)


class Surface(Enum):
    """Who may use what a file exports: INSIDE only this repository, LISTED others by a list or by what it runs."""

    INSIDE = auto()
    LISTED = auto()
    OUTSIDE = auto()


@dataclass
class Surfaces:
    """The answer for each file, from the manifests above it."""

    head: Tree
    known: dict[tuple[str, str], Surface] = field(default_factory=dict)
    patterns: dict[str, tuple[str, ...] | None] = field(default_factory=dict)
    running: dict[str, bool] = field(default_factory=dict)
    entries: Entries = field(init=False)

    def __post_init__(self) -> None:
        self.entries = Entries(self.head)

    def of(self, path: str, text: str) -> Surface:
        family, folder = family_of(path), path.rpartition("/")[0]
        if family == "python" and _is_private(path):
            return Surface.INSIDE
        if family == "javascript":
            handed_out = self._is_entry(path) or self._is_published(path) or self.entries.hold(path)
            return Surface.OUTSIDE if handed_out else Surface.INSIDE
        if family == "go":
            return _go(path, text)
        if (family, folder) not in self.known:
            decide = self._python if family == "python" else self._rust
            self.known[family, folder] = decide(folder)
        return self.known[family, folder]

    def _read(self, folder: str, name: str) -> str | None:
        text = self.head.read(f"{folder}/{name}" if folder else name)
        return None if text is None else text[:_MOST_CHARACTERS]

    def _python(self, folder: str) -> Surface:
        built = [above for above in ancestors(folder) if self._is_packaged(above)]
        if not built:
            return Surface.INSIDE
        if all(self._is_for_running(above) for above in built):
            return Surface.LISTED
        listed = [
            "__all__" in text
            for above in ancestors(folder)[:-1]
            if (text := self._read(above, "__init__.py")) is not None
        ]
        return Surface.LISTED if listed and listed[-1] else Surface.OUTSIDE

    def _is_packaged(self, folder: str) -> bool:
        """Whether the folder is built into something that others install."""
        if self._read(folder, "setup.py") is not None:
            return True
        if "[metadata]" in (self._read(folder, "setup.cfg") or ""):
            return True
        text = self._read(folder, "pyproject.toml")
        if text is None:
            return False
        settings = _table(text)
        if settings is None:
            return True
        tools = settings.get("tool")
        tools = tools if isinstance(tools, dict) else {}
        switches = (("poetry", "package-mode"), ("uv", "package"))
        if any(_within(tools, tool).get(key) is False for tool, key in switches):
            return False
        is_built = "build-system" in settings or "poetry" in tools
        return is_built and not is_program(settings)

    def _is_for_running(self, folder: str) -> bool:
        """Whether those who install what the folder is built into are only told to run it."""
        if folder not in self.running:
            settings = _table(self._read(folder, "pyproject.toml") or "")
            self.running[folder] = Commands(self.head, folder, settings or {}).are_all()
        return self.running[folder]

    def _rust(self, folder: str) -> Surface:
        for above in ancestors(folder):
            text = self._read(above, "Cargo.toml")
            if text is None:
                continue
            library = f"{above}/src/lib.rs" if above else "src/lib.rs"
            settings = _table(text)
            if settings is None or "package" not in settings or "lib" in settings:
                return Surface.OUTSIDE
            return Surface.OUTSIDE if self.head.exists(library) else Surface.INSIDE
        return Surface.OUTSIDE

    def _is_published(self, path: str) -> bool:
        """Whether the package hands out its files by a pattern that covers this one."""
        folder = path.rpartition("/")[0]
        for above in ancestors(folder):
            if above not in self.patterns:
                self.patterns[above] = _patterns(self._read(above, "package.json"))
            patterns = self.patterns[above]
            if patterns is not None:
                inside = path[len(above) + 1 :] if above else path
                return any(_covers(pattern, inside) for pattern in patterns)
        return False

    def is_passed_on(self, path: str) -> bool:
        """Whether the entry of a published package takes something from this module for others."""
        for above in ancestors(path.rpartition("/")[0]):
            manifest = self._read(above, "package.json")
            if manifest is not None:
                start = f"{above}/" if above else ""
                inside = path.removeprefix(start).rpartition(".")[0]
                return _is_for_others(manifest) and any(
                    f"./{inside.removeprefix(folder)}{mark}" in (self._read(above, entry) or "")
                    for folder in ("", "src/", "lib/", "source/")
                    for entry in (f"{folder}index.ts", f"{folder}index.js", f"{folder}index.mjs")
                    for mark in ("'", '"', ".js'", '.js"')
                )
        return False

    def _is_entry(self, path: str) -> bool:
        """Whether it is the file that a package is imported by."""
        folder, _, name = path.rpartition("/")
        if name.partition(".")[0] not in ("index", "main", "mod"):
            return False
        if folder in _ENTRY_FOLDERS:
            return True
        package, _, last = folder.rpartition("/")
        roots = [folder, package] if last in _ENTRY_FOLDERS else [folder]
        return any(self._read(root, "package.json") is not None for root in roots)


def _is_for_others(manifest: str) -> bool:
    """Whether a package has an entry and is not kept from being published."""
    try:
        package = json.loads(manifest)
    except (ValueError, RecursionError):
        return False
    if not isinstance(package, dict) or package.get("private") is True:
        return False
    return any(key in package for key in ("main", "module", "exports", "types", "typings"))


def _patterns(manifest: str | None) -> tuple[str, ...] | None:
    """The files that the starred entries of a package's exports stand for; None without package."""
    if manifest is None:
        return None
    try:
        package = json.loads(manifest)
    except (ValueError, RecursionError):
        return ()
    exports = package.get("exports") if isinstance(package, dict) else None
    if not isinstance(exports, dict):
        return ()
    targets: list[object] = [value for key, value in exports.items() if "*" in key]
    named: list[str] = []
    while targets:
        target = targets.pop()
        if isinstance(target, dict):
            targets += target.values()
        elif isinstance(target, str) and "*" in target:
            named.append(target.removeprefix("./"))
    return tuple(named)


def _covers(pattern: str, inside: str) -> bool:
    """Whether a published pattern is this file, or what a build may make of it."""
    start = pattern.partition("*")[0]
    first, _, rest = start.partition("/")
    return inside.startswith(start) or (first in _BUILT and f"/{rest}" in f"/{inside}")


def _is_private(path: str) -> bool:
    return any(part.startswith("_") and not part.startswith("__") for part in path.split("/"))


def _go(path: str, text: str) -> Surface:
    folders = path.split("/")[:-1]
    package = _PACKAGE.search(text)
    if "internal" in folders or (package is not None and package[1] == "main"):
        return Surface.INSIDE
    # The package of commands that has a name of its own was named for those who import it.
    is_named = folders[-1:] == ["cmd"] and package is not None and package[1] != "cmd"
    return Surface.LISTED if "cmd" in folders and not is_named else Surface.OUTSIDE


def _table(text: str) -> dict[str, object] | None:
    """A TOML document; None when it cannot be read."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


def _within(table: dict[str, object], key: str) -> dict[str, object]:
    inner = table.get(key)
    return inner if isinstance(inner, dict) else {}
