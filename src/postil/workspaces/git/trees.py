"""Reads a revision's files by path: from its whole listing, or folder by folder while there is none."""

from __future__ import annotations

import threading
from collections.abc import Collection
from contextlib import suppress
from functools import cached_property

from postil.domain.change import SUBMODULE
from postil.domain.errors import WorkspaceError
from postil.workspaces.git.command import Git
from postil.workspaces.git.listing import Listing, listed
from postil.workspaces.git.objects import FOLDER, Entry, Objects

_MOST_HELD = 100_000
"""Entries of folders that are remembered; a few files of a base commit lie in a few folders."""


class GitTree:
    """One revision as a `ports.Tree`; it reads only what the revision lists, by object id."""

    def __init__(self, git: Git, objects: Objects, oid: str) -> None:
        self._git = git
        self._objects = objects
        self._oid = oid
        self._lock = threading.RLock()
        self._whole: Listing | None = None
        self._early: threading.Thread | None = None
        self._folders: dict[str, dict[bytes, Entry]] = {}
        self._held = 0

    @property
    def oid(self) -> str:
        return self._oid

    def read(self, path: str) -> str | None:
        blob = self._blob(path)
        return None if blob is None else self._objects.text(blob)

    def read_long(self, path: str) -> str | None:
        blob = self._blob(path)
        return None if blob is None else self._objects.long_text(blob)

    def exists(self, path: str) -> bool:
        return not path or self._entry(path) is not None

    def paths(self) -> Collection[str]:
        return self.listing().paths()

    def list_early(self) -> None:
        """Begin to list every file while the caller does something else."""
        if self._early is None and self._whole is None:
            self._early = threading.Thread(target=self._list_quietly, daemon=True)
            self._early.start()

    def listing(self) -> Listing:
        """Every file and folder; made when first asked for."""
        with self._lock:
            if self._whole is None:
                self._whole = listed(self._git, self._oid)
                self._folders.clear()
            return self._whole

    def close(self) -> None:
        """Wait for a listing that nobody asked for in the end."""
        if self._early is not None:
            self._early.join()

    def _list_quietly(self) -> None:
        # Whoever needs the listing asks again, and is told then why there is none.
        with suppress(WorkspaceError):
            self.listing()

    def _blob(self, path: str) -> str | None:
        entry = self._entry(path)
        if entry is None or entry.is_folder or entry.mode == SUBMODULE:
            return None
        return entry.oid

    def _entry(self, path: str) -> Entry | None:
        if self._whole is None and self._early is None:
            with suppress(_OddName):
                return self._walked(path)
        return self.listing().entry(path)

    def _walked(self, path: str) -> Entry | None:
        """What stands at a path, by way of the folders above it."""
        try:
            names = path.encode("utf-8", "surrogateescape").split(b"/")
        except UnicodeEncodeError:
            return None
        with self._lock:
            entry: Entry | None = Entry(FOLDER, self._root)
            for name in names:
                if entry is None or not entry.is_folder:
                    return None
                entry = self._inside(entry.oid).get(name)
            return entry

    @cached_property
    def _root(self) -> str:
        return self._objects.root(self._oid)

    def _inside(self, folder: str) -> dict[bytes, Entry]:
        if folder not in self._folders:
            if self._held > _MOST_HELD:
                self._folders.clear()
                self._held = 0
            entries = self._objects.entries(folder)
            if any(b"/" in name for name in entries):
                raise _OddName
            self._folders[folder] = entries
            self._held += len(entries)
        return self._folders[folder]


class _OddName(Exception):
    """A crafted folder holds a name with a slash, which only the listing shows as git does."""
