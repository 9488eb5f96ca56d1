"""The programs that are this project's own, by its manifests and by how its files are called."""

from __future__ import annotations

import json
import posixpath
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.ports import Hits, Tree

_MAJOR = re.compile(r"\A(?:v\d{1,4})\Z")
_GO_MODULE = re.compile(r"module (\S{1,200}?)(?:/v\d{1,4})?(?:\s|\Z)")
_TOO_LARGE = 200_000
_SHORTEST = 3
_LONGEST = 2_000
_STARTS = frozenset({"__main__.py", "cli.py", "cli.ts", "cli.js", "cli.mjs"})
"""Files that begin a program which is called like their folder."""
_SHELVES = frozenset({"bin", "exe", "cmd"})
"""Folders in which each entry is a program."""
_WITHOUT_PARSERS = frozenset({None, "yaml"})
"""Languages in which a name may be that of a step of the build."""
_NAMED = (
    r"(?:\bprog\s{0,4}=\s{0,4}|\.name\(\s{0,4}|\bUse:\s{0,20}|\bname\s{0,4}[:=]\s{0,4}|\.scriptName\("
    r"|\b(?:Command|App)::new\(|\bbanner\s{0,4}=\s{0,4}|\bUsage:? )[\"'`]?(?:Usage:? )?"
)


@dataclass(frozen=True)
class Programs:
    """What the manifests of a tree install, and what its folders and parsers are called."""

    head: Tree

    @cached_property
    def names(self) -> frozenset[str]:
        """Those that a manifest or the place of a file makes certain."""
        found = {*self._python(), *self._javascript(), *self._rust(), *self._go(), *self._placed()}
        return frozenset(name for name in found if len(name) >= _SHORTEST)

    @cached_property
    def titles(self) -> frozenset[str]:
        """What the manifests at the root call the whole project, without whose it is."""
        python, rust = self._toml("pyproject.toml"), self._toml("Cargo.toml")
        poetry = _table(_table(python, "tool"), "poetry")
        tables = (
            *(_table(python, "project"), poetry, _table(rust, "package")),
            *(self._json("package.json"), self._json("composer.json")),
        )
        named = [table.get("name") for table in tables]
        module = _GO_MODULE.match((self.head.read("go.mod") or "")[:_LONGEST])
        found = [name for name in (*named, module and module[1]) if isinstance(name, str)]
        return frozenset(name.rpartition("/")[2] for name in found)

    @cached_property
    def words(self) -> frozenset[str]:
        """What files and folders are called: a program of ours that no manifest names is one."""
        return frozenset(
            word.partition(".")[0]
            for path in self.head.paths()
            if not paths.is_vendored(path)
            for word in path.split("/")
        )

    def are_ours(self, name: str, found: Mapping[str, Hits]) -> bool:
        """Whether a parser of ours says that it is called so."""
        if name in self.names:
            return True
        named = re.compile(_NAMED + re.escape(name) + r"(?![\w-])")
        return any(
            named.search(hit.text[:_LONGEST])
            for hit in found[name].hits
            if paths.language_of(hit.path) not in _WITHOUT_PARSERS and not paths.is_doc(hit.path)
        )

    def _placed(self) -> Iterator[str]:
        for path in self.head.paths():
            folder, name = posixpath.split(path)
            above, last = posixpath.split(folder)
            if paths.is_test(path) or paths.is_vendored(path):
                continue
            if name in _STARTS and last not in {"src", "lib", "app", ""}:
                yield last
            if last in _SHELVES and paths.language_of(path) != "go":
                yield name.partition(".")[0]
            if posixpath.basename(above) == "cmd" and name == "main.go":
                yield last

    def _toml(self, path: str) -> Mapping[str, object]:
        text = self.head.read(path) or ""
        if len(text) > _TOO_LARGE:
            return {}
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError):
            return {}

    def _json(self, path: str) -> Mapping[str, object]:
        text = self.head.read(path) or ""
        try:
            read = json.loads(text) if 0 < len(text) <= _TOO_LARGE else {}
        except (ValueError, RecursionError):
            return {}
        return read if isinstance(read, dict) else {}

    def _python(self) -> Iterator[str]:
        read = self._toml("pyproject.toml")
        poetry = _table(_table(read, "tool"), "poetry")
        yield from _table(_table(read, "project"), "scripts")
        yield from _table(poetry, "scripts")

    def _javascript(self) -> Iterator[str]:
        read = self._json("package.json")
        programs, name = read.get("bin"), read.get("name")
        if isinstance(programs, dict):
            yield from programs
        elif programs and isinstance(name, str):
            yield name.rpartition("/")[2]

    def _rust(self) -> Iterator[str]:
        read = self._toml("Cargo.toml")
        name = _table(read, "package").get("name")
        if isinstance(name, str) and self.head.exists("src/main.rs"):
            yield name
        programs = read.get("bin")
        for program in programs if isinstance(programs, list) else ():
            name = program.get("name") if isinstance(program, dict) else None
            if isinstance(name, str):
                yield name

    def _go(self) -> Iterator[str]:
        first = (self.head.read("go.mod") or "").partition("\n")[0][:300].split()
        parts = first[1].split("/") if first[:1] == ["module"] and first[1:] else []
        if parts and _MAJOR.match(parts[-1]):
            parts.pop()
        if parts and (self.head.exists("main.go") or self.head.exists(f"cmd/{parts[-1]}")):
            yield parts[-1]


def _table(read: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = read.get(key)
    return value if isinstance(value, dict) else {}
