"""Lets go of mirrors nobody used for long, so that a cache folder does not grow for ever."""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

MOST = 20
"""So many mirrors are kept, those used last."""

LONGEST = 30 * 24 * 3600.0
"""Seconds after which a mirror that nobody used goes."""

_LOCK, _GONE = ".lock", ".gone"


@contextmanager
def held(folder: str) -> Iterator[int]:
    """Hold the folder's lock beside others and note that it is in use; gone when we die.

    Whoever lets go of a mirror takes its lock file away, so a lock counts only while it is
    the one that stands there.
    """
    path = f"{folder}{_LOCK}"
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH)
            if _is_there(descriptor, path):
                os.utime(descriptor)
                yield descriptor
                return
        finally:
            os.close(descriptor)


def prune(shelf: str, *, most: int = MOST, longest: float = LONGEST) -> None:
    """Remove what is over the bound from a folder of mirrors; never one that is in use.

    What cannot be removed stays: a full cache is no reason for a review to fail.
    """
    try:
        found = sorted(_used(shelf), reverse=True)
    except OSError:
        return
    oldest = time.time() - longest
    for place, (used, folder) in enumerate(found):
        if place >= most or used < oldest:
            _remove(folder)


def _used(shelf: str) -> Iterator[tuple[float, str]]:
    """When each mirror was used last; what another run was removing when it died is oldest."""
    with os.scandir(shelf) as entries:
        for entry in entries:
            if entry.name.endswith(_LOCK) and entry.is_file(follow_symlinks=False):
                used = entry.stat(follow_symlinks=False).st_mtime
                yield used, entry.path.removesuffix(_LOCK)
            elif entry.name.endswith(_GONE):
                shutil.rmtree(entry.path, ignore_errors=True)


def _remove(folder: str) -> None:
    path = f"{folder}{_LOCK}"
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not _is_there(descriptor, path):
            return
        if os.path.isdir(folder):
            # Out of the way first: a mirror that is only half there would pass for a whole one.
            os.rename(folder, f"{folder}{_GONE}")
        os.unlink(path)
    except OSError:
        return
    finally:
        os.close(descriptor)
    shutil.rmtree(f"{folder}{_GONE}", ignore_errors=True)


def _is_there(descriptor: int, path: str) -> bool:
    """Whether the file that was opened is the one that stands there now."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except OSError:
        return False
