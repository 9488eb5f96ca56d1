"""Keeps the objects of repositories that are not here, one folder each, made anew when broken."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from postil.domain.errors import WorkspaceError
from postil.workspaces.git.command import Git, Program
from postil.workspaces.git.fetching import Broken, Ends, Remote, fetch, holds
from postil.workspaces.git.place import Place
from postil.workspaces.git.pruning import held, prune

_LONG_ID = 64


@contextmanager
def mirrored(program: Program, remote: Remote, ends: Ends, *, folder: str) -> Iterator[Place]:
    """A bare repository that holds both ends; it stays as it is while the block runs.

    `folder` is where it is kept for the next time, empty to keep nothing. Runs that share it
    read side by side; one that finds it broken makes it anew when nobody else is in it, and
    else works in a folder of its own.
    """
    if folder:
        with _shared(folder) as lock:
            if _fill(program, remote, ends, folder=folder, lock=lock):
                yield _place(folder)
                prune(os.path.dirname(folder))
                return
    with tempfile.TemporaryDirectory(prefix="postil-", ignore_cleanup_errors=True) as own:
        _make(own, ends)
        fetch(_git(program, own), remote, ends)
        yield _place(own)


def mirror_folder(cache: str, key: str) -> str:
    """Where the repository of that key is kept under a cache folder; empty without one."""
    if not cache:
        return ""
    return os.path.join(cache, "mirrors", hashlib.sha256(key.encode()).hexdigest()[:32])


def _fill(program: Program, remote: Remote, ends: Ends, *, folder: str, lock: int) -> bool:
    """Fetch into the kept folder; False when it is broken and somebody else is reading in it."""
    git = _git(program, folder)
    if not os.path.exists(os.path.join(folder, "HEAD")):
        _make(folder, ends)
    elif holds(git, ends):
        return True
    try:
        fetch(git, remote, ends)
    except Broken:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        shutil.rmtree(folder)
        _make(folder, ends)
        fetch(git, remote, ends)
        fcntl.flock(lock, fcntl.LOCK_SH)
    return True


@contextmanager
def _shared(folder: str) -> Iterator[int]:
    """Hold the folder beside others; it is there while the block runs."""
    with ExitStack() as stack:
        try:
            os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
            descriptor = stack.enter_context(held(folder))
            os.makedirs(folder, mode=0o700, exist_ok=True)
        except OSError as error:
            raise WorkspaceError(
                f"`{folder}` cannot be used ({error.strerror}); check its permissions."
            ) from None
        yield descriptor


def _make(folder: str, ends: Ends) -> None:
    """The least that git takes for a repository; `HEAD` comes last and says it is all there."""
    for name in ("objects/info", "objects/pack", "refs"):
        os.makedirs(os.path.join(folder, name), mode=0o700, exist_ok=True)
    is_long = len(ends.head) == _LONG_ID
    settings = ["[core]", "bare = true", f"repositoryformatversion = {int(is_long)}"]
    if is_long:
        settings += ["[extensions]", "objectformat = sha256"]
    for name, content in (("config", "\n".join([*settings, ""])), ("HEAD", "ref: refs/heads/x\n")):
        path = os.path.join(folder, name)
        fresh = f"{path}.{os.getpid()}"
        with open(fresh, "w", encoding="utf-8") as file:
            file.write(content)
        os.replace(fresh, path)


def _git(program: Program, folder: str) -> Git:
    return Git(program=program, home=os.devnull, folder=folder, variables={"GIT_DIR": folder})


def _place(folder: str) -> Place:
    return Place(git_dir=folder, shared_dir=folder, work_tree="")
