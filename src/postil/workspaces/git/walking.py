"""Lists the paths that differ between two trees and stops at a bound.

Git itself gathers all pairs before it prints the first, so a few crafted trees that
unfold into billions of files would fill the memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import ChangedFile, FileStatus
from postil.domain.diff import text
from postil.workspaces.git.objects import Entry, Objects

FILES = 60_000
FOLDERS = 60_000
_KIND = 3
"""How many digits of a mode tell a file from a link and a submodule."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The changed files in the order of their paths; `cut` when there are more."""

    files: tuple[ChangedFile, ...]
    cut: bool


def walk(objects: Objects, base: str, head: str) -> Walk:
    """What differs between two commits or trees, renames not looked for."""
    files: list[ChangedFile] = []
    folders = [(b"", objects.root(base), objects.root(head))]
    visited = 0
    while folders and visited < FOLDERS and len(files) <= FILES:
        visited += 1
        prefix, old_folder, new_folder = folders.pop()
        old, new = objects.entries(old_folder), objects.entries(new_folder)
        for name in sorted(old.keys() | new.keys()):
            before, after = old.get(name), new.get(name)
            if before == after:
                continue
            path = prefix + name
            if _is_folder(before) or _is_folder(after):
                folders.append((path + b"/", _folder(before), _folder(after)))
            files.extend(_files(text(path), _file(before), _file(after)))
    cut = bool(folders) or len(files) > FILES
    files.sort(key=lambda file: file.path.encode("utf-8", "surrogateescape"))
    return Walk(tuple(files[:FILES]), cut)


def _is_folder(entry: Entry | None) -> bool:
    return entry is not None and entry.is_folder


def _folder(entry: Entry | None) -> str:
    return entry.oid if entry is not None and entry.is_folder else ""


def _file(entry: Entry | None) -> Entry | None:
    return None if entry is None or entry.is_folder else entry


def _files(path: str, old: Entry | None, new: Entry | None) -> Iterator[ChangedFile]:
    if old and new and old.mode[:_KIND] == new.mode[:_KIND]:
        yield ChangedFile(path, FileStatus.MODIFIED, path, old.mode, new.mode, old.oid, new.oid)
        return
    if old:
        yield ChangedFile(path, FileStatus.DELETED, path, old_mode=old.mode, old_blob=old.oid)
    if new:
        yield ChangedFile(path, FileStatus.ADDED, None, new_mode=new.mode, new_blob=new.oid)
