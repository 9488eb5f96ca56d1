"""A private git directory that reads a repository's objects and none of its settings.

Drivers, filters, hooks, attributes, grafts, replacements and remotes of the reviewed
repository do not exist here, and whatever is written stays here.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zlib
from collections.abc import Iterable
from dataclasses import replace
from types import TracebackType
from typing import Self

from postil.domain.errors import GitFailed
from postil.workspaces.git.command import Git, Program
from postil.workspaces.git.objects import Entry
from postil.workspaces.git.place import Place, read

_FOLDER_MODE = b"40000"


class Enclosure:
    """The private directory, the two ways of calling git, and a writer of objects."""

    def __init__(self, program: Program, place: Place) -> None:
        self.program = program
        self.place = place
        self._folder = tempfile.TemporaryDirectory(prefix="postil-", ignore_cleanup_errors=True)
        self.folder = self._folder.name
        self.home = os.path.join(self.folder, "home")
        self._directory = os.path.join(self.folder, "git")
        self._objects = os.path.join(self._directory, "objects")
        self._known: set[str] = set()
        for name in (self.home, os.path.join(self._objects, "info"), self._inside("refs")):
            os.makedirs(name)
        inside = Git(program=program, home=self.home, folder=self.home)
        self.names = replace(inside, variables={"GIT_DIR": place.git_dir})
        self.objects = replace(
            inside,
            variables={
                "GIT_DIR": self._directory,
                "GIT_OBJECT_DIRECTORY": self._objects,
                "GIT_ALTERNATE_OBJECT_DIRECTORIES": _quoted(place.objects),
            },
        )
        try:
            self.hash_name = self._hash_name()
        except GitFailed:
            self.close()
            raise
        self._furnish()

    def _inside(self, name: str) -> str:
        return os.path.join(self._directory, name)

    def _hash_name(self) -> str:
        return self.names.run("rev-parse", "--show-object-format").decode("ascii").strip()

    def _furnish(self) -> None:
        longer = self.hash_name != "sha1"
        settings = ["[core]", "bare = true", f"repositoryformatversion = {int(longer)}"]
        if longer:
            settings += ["[extensions]", f"objectformat = {self.hash_name}"]
        self.put("config", "\n".join([*settings, ""]).encode())
        self.put("HEAD", b"ref: refs/heads/none\n")
        if shallow := read(self.place.shared_dir, "shallow"):
            self.put("shallow", shallow)

    def put(self, name: str, data: bytes) -> str:
        """Write a file of the private git directory and answer where it is."""
        place = self._inside(name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(data)
        return place

    def write_tree(self, entries: Iterable[tuple[str, str, str]]) -> str:
        """The id of a new tree with exactly these entries: path, mode, object id."""
        folders: dict[bytes, dict[bytes, tuple[bytes, str]]] = {b"": {}}
        for path, mode, oid in entries:
            folder, _, name = path.encode("utf-8", "surrogateescape").rpartition(b"/")
            folders.setdefault(folder, {})[name] = (mode.encode(), oid)
        for folder in list(folders):
            _add_parents(folders, folder)
        deepest_first = sorted(folders, key=lambda folder: -len(folder))
        tree = ""
        for folder in deepest_first:
            tree = self._write("tree", _tree(folders[folder]))
            if folder:
                parent, _, name = folder.rpartition(b"/")
                folders[parent][name] = (_FOLDER_MODE, tree)
        return tree

    def write_folder(self, rows: Iterable[tuple[bytes, Entry]]) -> str:
        """The id of a new tree with these rows, in the order in which git keeps them."""
        return self._write("tree", b"".join(_row(name, entry) for name, entry in rows))

    def write_commit(self, tree: str, *, parent: str, subject: str) -> str:
        """The id of a new commit of a tree, made by nobody at the beginning of time."""
        before = f"parent {parent}\n" if parent else ""
        nobody = "nobody <> 0 +0000"
        header = f"tree {tree}\n{before}author {nobody}\ncommitter {nobody}\n"
        return self._write("commit", f"{header}\n{subject}\n".encode())

    def _write(self, kind: str, data: bytes) -> str:
        content = b"%s %d\0%s" % (kind.encode(), len(data), data)
        oid = hashlib.new(self.hash_name, content, usedforsecurity=False).hexdigest()
        if oid not in self._known:
            self._known.add(oid)
            self.put(os.path.join("objects", oid[:2], oid[2:]), zlib.compress(content, 1))
        return oid

    def close(self) -> None:
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _add_parents(folders: dict[bytes, dict[bytes, tuple[bytes, str]]], folder: bytes) -> None:
    while folder:
        folder = folder.rpartition(b"/")[0]
        if folder in folders:
            return
        folders[folder] = {}


def _tree(entries: dict[bytes, tuple[bytes, str]]) -> bytes:
    """A tree object; git sorts a folder as if its name ended with a slash."""
    ordered = sorted(
        entries.items(), key=lambda item: item[0] + b"/" * (item[1][0] == _FOLDER_MODE)
    )
    return b"".join(
        b"%s %s\0%s" % (mode, name, bytes.fromhex(oid)) for name, (mode, oid) in ordered
    )


def _row(name: bytes, entry: Entry) -> bytes:
    mode = entry.mode.lstrip("0").encode("ascii", "replace")
    return b"%s %s\0%s" % (mode, name, bytes.fromhex(entry.oid))


def _quoted(path: str) -> str:
    """A path for a list that is separated by colons and understands C-style quotes."""
    plain = os.fsencode(path)
    if not any(mark in plain for mark in b':"\\\n'):
        return path
    escaped = plain.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return os.fsdecode(b'"%s"' % escaped)
