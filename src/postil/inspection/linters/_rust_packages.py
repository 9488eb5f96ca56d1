"""Which packages `cargo fmt` formats: the members of the workspace and what they name by path."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain.paths import matches
from postil.inspection.linters import Refused
from postil.inspection.linters._tables import below, texts, toml_table
from postil.ports import Tree

_MANIFEST = "Cargo.toml"
_PATH = re.compile(r"\bpath[ \t]{0,9}=[ \t]{0,9}[\"']([\w./-]{1,200})[\"']")
_MOST_MANIFESTS = 400
_RUN = re.compile(r"\bcargo (?:\+\S{1,40} )?fmt\b|\bcommand: fmt\b")
_GOES = ("cd ", "pushd ", "working-directory:", "dir:", "args:")
_LINES_AROUND = 4
_BY_HAND = re.compile(
    r"\brustfmt[ \t]{1,9}(?:--?(?:check|edition|config|emit|write)|[^\n]{0,200}?\.rs\b)"
    r"|\bxargs\b[^\n]{0,100}?\brustfmt\b|\bentry: {0,9}[\"']?rustfmt\b"
)


def names_files(scripts: Mapping[str, str]) -> bool:
    """Whether a build script gives rustfmt the files, and does not leave the choice to cargo."""
    return any(_BY_HAND.search(text) for text in scripts.values())


@dataclass
class Packages:
    """The packages of one tree, and the build scripts that format some of them."""

    tree: Tree
    scripts: Mapping[str, str]

    def are_formatted(self, folder: str) -> bool:
        """Whether the package in a folder is, as far as the manifest of the repository tells."""
        table = self._root
        if not folder or table is None or any(folder in spoken for spoken in self._near_runs):
            return True
        workspace = below(table, "workspace")
        listed = _fits(texts(below(workspace, "members")), folder)
        left_out = _fits(texts(below(workspace, "exclude")), folder)
        return (listed and not left_out) or folder in self._named_by_path

    @cached_property
    def _near_runs(self) -> list[str]:
        """The lines that run it, and those around them that go to another folder for it."""
        near: list[str] = []
        for text in self.scripts.values():
            lines = text.split("\n")
            for at, line in enumerate(lines):
                if _RUN.search(line[:1_000]):
                    around = lines[max(0, at - _LINES_AROUND) : at + _LINES_AROUND + 1]
                    near += [
                        line,
                        *(each for each in around if each.lstrip(" \t-").startswith(_GOES)),
                    ]
        return near

    @cached_property
    def _root(self) -> Mapping[str, object] | None:
        text = self.tree.read(_MANIFEST)
        try:
            return None if text is None else toml_table(_MANIFEST, text)
        except Refused:
            return None

    @cached_property
    def _named_by_path(self) -> frozenset[str]:
        """The folders that a member, or a package it needs, names."""
        members = texts(below(self._root, "workspace", "members"))
        waiting = ["", *(member.strip("/") for member in members if "*" not in member)]
        if any("*" in member for member in members):
            ends = f"/{_MANIFEST}"
            folders = (path.removesuffix(ends) for path in self.tree.paths() if path.endswith(ends))
            waiting += [folder for folder in folders if _fits(members, folder)]
        named: set[str] = set()
        seen = set(waiting)
        for folder in waiting:
            manifest = self.tree.read(posixpath.join(folder, _MANIFEST)) or ""
            for path in _PATH.findall(manifest):
                place = posixpath.normpath(posixpath.join(folder, path))
                named.add(place)
                if place not in seen and len(waiting) < _MOST_MANIFESTS:
                    seen.add(place)
                    waiting.append(place)
        return frozenset(named)


def _fits(globs: list[str], folder: str) -> bool:
    """Whether one of the patterns means the folder itself, not only one around it."""
    return any(
        matches(f"/{plain}", folder) and ("**" in plain or plain.count("/") == folder.count("/"))
        for plain in (glob.removeprefix("./").strip("/") for glob in globs)
    )
