"""Files that pass on what others define, so that an import reaches a definition through them."""

from __future__ import annotations

import json
import posixpath
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from postil.domain.change import Change
from postil.domain.paths import is_vendored
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.modules import (
    ENDINGS,
    ROOTS,
    absolute,
    family_of,
    without_ending,
)
from postil.inspection.checks._stale_reference.whence import folders_above
from postil.ports import Tree
from postil.syntax import Import, imports

_FURTHEST = 4
"""So many files pass a name on to each other, at most."""
_MANIFEST = "package.json"
_MOST_MANIFESTS = 200
_IN_PACKAGE = ("src/index", "index", "lib/index", "src/main")
_WITHIN = ("workspace:", "link:", "file:", "portal:", "*")
"""How a package of a tree says that it means another package of it as it stands there."""
_MARKS = "@#$~"
_OF_KIT = "$lib"
"""What SvelteKit calls a folder of the sources everywhere."""
_COMPILERS = ("tsconfig.json", "tsconfig.app.json", "tsconfig.base.json", "jsconfig.json")
_LONGEST = 20_000
_WORD = re.compile(r"[\w$]+")


@dataclass(frozen=True)
class _Passer:
    """A file that may pass names on."""

    path: str
    text: str

    @cached_property
    def entries(self) -> tuple[Import, ...]:
        return imports(self.path, self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.text))


@dataclass(frozen=True)
class Barrels:
    """The tree before and after a change, in which an import by name is followed to its file."""

    change: Change
    base: Tree
    head: Tree
    had: dict[str, _Passer | None] = field(default_factory=dict, compare=False)
    has: dict[str, _Passer | None] = field(default_factory=dict, compare=False)
    """What was read, by path: a change that removes very many names asks the same files for each."""

    def lacking(self, lost: Lost, source: str, from_path: str) -> str:
        """The file that an import reads, if it had the lost name from the lost file and has no more.

        Else empty: also where it is not known which file that is, or what the file may give.
        """
        for path in self._read_by(source, from_path):
            if not self.head.exists(path):
                continue
            if path == lost.path and lost.family == "python":
                # What names a module itself is read with more care.
                return ""
            # Whoever went on using the file reads it as it stands in both trees.
            had = self._leads(lost, path, lost.name, _FURTHEST)
            return path if had and not self._may_give(path, lost.name, _FURTHEST) else ""
        return ""

    def _leads(self, lost: Lost, path: str, name: str, left: int) -> bool:
        """Whether a file had the name from the lost one before the change."""
        old = self._old_path(path)
        if old == lost.subject.cause.path:
            return True
        passer = self._before(old) if left else None
        return passer is not None and any(
            self._leads(lost, source, name, left - 1)
            for entry in passer.entries
            if _brings(entry, name) or _brings_default(entry, name, passer.text)
            for source in self._sources(entry, old, self.base)
        )

    def _may_give(self, path: str, name: str, left: int) -> bool:
        """Whether a file may give others the name now, by itself or from elsewhere."""
        passer = _known(self.has, self.head, path)
        if passer is None or not left or not passer.words.isdisjoint((name, "__getattr__")):
            return True
        before = self._before(self._old_path(path))
        stars = [entry.source for entry in before.entries if entry.name == "*"] if before else []
        for entry in passer.entries:
            if entry.name == "*":
                known = list(self._sources(entry, path, self.head))
                if known and self._may_give(known[0], name, left - 1):
                    return True
                if not known and entry.source not in stars:
                    return True
        return False

    def _before(self, old_path: str) -> _Passer | None:
        return _known(self.had, self.base, old_path)

    def _old_path(self, path: str) -> str:
        file = self.change.by_path.get(path)
        return (file.old_path or path) if file is not None else path

    def _sources(self, entry: Import, path: str, tree: Tree) -> Iterator[str]:
        source = entry.source
        if family_of(path) == "python" and source.strip(".") == "" and entry.name != "*":
            return
        for found in self._read_by(source, path):
            if tree.exists(found):
                yield found
                return

    def _read_by(self, source: str, from_path: str) -> Iterator[str]:
        """The files that an import may read, the likeliest first."""
        if family_of(from_path) == "python":
            yield from self._modules(source, from_path)
        elif family_of(from_path) == "javascript":
            for stem in self._stems(source, from_path):
                yield from (f"{stem}{ending}" for ending in ("", *ENDINGS) if ending or "." in stem)
                yield from (f"{stem}/index{ending}" for ending in ENDINGS)

    def _modules(self, source: str, from_path: str) -> Iterator[str]:
        wanted = absolute(source, from_path)
        if not wanted or wanted.partition(".")[0] in sys.stdlib_module_names:
            return
        stem = wanted.replace(".", "/")
        roots = [""]
        if not source.startswith("."):
            # Inside of a package no plain import looks beside itself.
            above = [*folders_above(from_path), *sorted(ROOTS)]
            roots = [root for root in above if not self.head.exists(f"{root}/__init__.py")]
        for root in roots:
            yield from (posixpath.join(root, f"{stem}{form}") for form in (".py", "/__init__.py"))

    def _stems(self, source: str, from_path: str) -> Iterator[str]:
        if source.startswith("."):
            here = posixpath.normpath(posixpath.join(posixpath.dirname(from_path), source))
            yield here
            yield without_ending(here)
            return
        name, below = _split(source)
        if name in self._packages:
            folder = self._packages[name]
            if self._is_linked(name, folder, from_path):
                ways = [f"src/{below}", below] if below else _IN_PACKAGE
                yield from (posixpath.join(folder, way) for way in ways)
            return
        alias, _, rest = source.partition("/")
        if not self._is_alias(alias, from_path):
            return
        spelled = [rest] if not alias.strip(_MARKS) else [source.lstrip(_MARKS), rest]
        for folder in folders_above(from_path):
            for root in ("src", "app", "lib", ""):
                yield from (posixpath.join(folder, root, tail) for tail in spelled)

    def _is_alias(self, alias: str, from_path: str) -> bool:
        """Whether what an import begins with is a folder to the compiler, and not a library."""
        if not alias.strip(_MARKS) or alias == _OF_KIT:
            return True
        for folder in folders_above(from_path):
            for name in _COMPILERS:
                said = (self.head.read(posixpath.join(folder, name)) or "")[:_LONGEST]
                if f'"{alias}/*"' in said or f'"{alias}"' in said:
                    return True
                if '"baseUrl"' in said and alias[:1] not in _MARKS:
                    return True
        return False

    @cached_property
    def _packages(self) -> Mapping[str, str]:
        """The folders of the tree's own packages, by name."""
        paths = [
            path
            for path in self.head.paths()
            if path.rpartition("/")[2] == _MANIFEST and not is_vendored(path)
        ]
        stated = {posixpath.dirname(path): self._stated(path) for path in paths[:_MOST_MANIFESTS]}
        return {str(said.get("name")): at for at, said in stated.items() if said.get("name")}

    def _stated(self, path: str) -> dict[str, object]:
        try:
            said = json.loads(self.head.read(path) or "{}")
        except (ValueError, RecursionError):
            return {}
        return said if isinstance(said, dict) else {}

    def _is_linked(self, name: str, folder: str, from_path: str) -> bool:
        """Whether a file reads a package as it stands in the tree, and not one that was released."""
        for above in folders_above(from_path):
            manifest = posixpath.join(above, _MANIFEST)
            if self.head.exists(manifest):
                said = self._stated(manifest)
                asked = [
                    versions.get(name)
                    for kind in ("dependencies", "devDependencies", "peerDependencies")
                    if isinstance(versions := said.get(kind), dict)
                ]
                linked = any(str(version).startswith(_WITHIN) for version in asked if version)
                return above == folder or linked
        return False


def _known(read: dict[str, _Passer | None], tree: Tree, path: str) -> _Passer | None:
    if path not in read:
        text = tree.read(path)
        read[path] = None if text is None else _Passer(path, text)
    return read[path]


def _brings(entry: Import, name: str) -> bool:
    return entry.name in (name, "*") and entry.local in (name, "")


def _brings_default(entry: Import, name: str, text: str) -> bool:
    """Whether a script passes on what another gives by default, under this name."""
    line = text.split("\n")[entry.line - 1]
    return entry.name == "default" and f"default as {name} " in line.replace(",", " ")


def _split(source: str) -> tuple[str, str]:
    """The name of a package and the way below it."""
    parts = source.split("/")
    size = 2 if source.startswith("@") and len(parts) > 1 and parts[0] != "@" else 1
    return "/".join(parts[:size]), "/".join(parts[size:])
