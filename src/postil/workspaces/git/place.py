"""Finds the git directory that belongs to a folder, without asking its configuration."""

from __future__ import annotations

import os
from dataclasses import dataclass

from postil.domain.errors import UserError

_POINTER = b"gitdir:"
_POINTER_LIMIT = 8_192


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a repository lies; `work_tree` is empty for a bare one.

    `git_dir` and `shared_dir` differ only in a linked worktree, which has its own HEAD and
    index and shares everything else.
    """

    git_dir: str
    shared_dir: str
    work_tree: str

    @property
    def objects(self) -> str:
        return os.path.join(self.shared_dir, "objects")

    @property
    def index(self) -> str:
        return os.path.join(self.git_dir, "index")

    def shallow(self) -> frozenset[str]:
        """The commits whose parents were not fetched; empty for a whole clone."""
        return frozenset(read(self.shared_dir, "shallow").decode("ascii", "replace").split())


def find(path: str) -> Place:
    """The repository that `path` is in: the nearest `.git` above it, or a bare one at it.

    A bare repository is taken only where it is named, never found on the way up: a tree
    under review can hold one.
    """
    start = os.path.abspath(path)
    if not os.path.isdir(start):
        raise UserError(f"`{path}` is not a folder; give the folder of a repository with `--repo`.")
    folder = start
    while True:
        git_dir = _git_dir(os.path.join(folder, ".git"))
        if git_dir:
            return _place(git_dir, work_tree=folder)
        if folder == start and _is_git_dir(folder):
            # Started inside `.git` itself, or in a bare repository: no working tree either way.
            return _place(folder, work_tree="")
        above = os.path.dirname(folder)
        if above == folder:
            raise UserError(
                f"`{path}` is not in a git repository; run this in one or name it with `--repo`."
            )
        folder = above


def read(folder: str, name: str) -> bytes:
    """A small file of a git directory; empty when there is none."""
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _git_dir(entry: str) -> str:
    """The git directory behind a `.git` entry, which may be a file that points to it."""
    if _is_git_dir(entry):
        return entry
    if not os.path.isfile(entry):
        return ""
    with open(entry, "rb") as file:
        said = file.read(_POINTER_LIMIT)
    if not said.startswith(_POINTER):
        return ""
    target = os.fsdecode(said.removeprefix(_POINTER).strip())
    pointed = os.path.normpath(os.path.join(os.path.dirname(entry), target))
    return pointed if _is_git_dir(pointed) else ""


def _is_git_dir(folder: str) -> bool:
    if not os.path.isfile(os.path.join(folder, "HEAD")):
        return False
    shared = _shared(folder)
    return all(os.path.isdir(os.path.join(shared, name)) for name in ("objects", "refs"))


def _shared(git_dir: str) -> str:
    pointer = os.fsdecode(read(git_dir, "commondir").strip())
    return os.path.normpath(os.path.join(git_dir, pointer)) if pointer else git_dir


def _place(git_dir: str, *, work_tree: str) -> Place:
    return Place(git_dir=git_dir, shared_dir=_shared(git_dir), work_tree=work_tree)
