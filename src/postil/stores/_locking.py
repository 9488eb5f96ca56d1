"""Locks between processes that the system lets go of when their holder dies."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(path: Path, *, wait: bool) -> Iterator[bool]:
    """Hold the lock that the file at `path` stands for; False when another holds it.

    The file is there only while somebody holds or wants the lock.
    """
    descriptor = _held(path, wait=wait)
    if descriptor is None:
        yield False
        return
    try:
        yield True
    finally:
        # While it is still locked: who waits for this file finds it gone and makes a new one.
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _held(path: Path, *, wait: bool) -> int | None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            if isinstance(error, BlockingIOError):
                return None
            raise
        if _is_still(path, descriptor):
            return descriptor
        os.close(descriptor)


def _is_still(path: Path, descriptor: int) -> bool:
    """Whether the locked file is the one others would find; its last holder may have removed it."""
    try:
        there = path.stat(follow_symlinks=False)
    except FileNotFoundError:
        return False
    return os.path.samestat(there, os.fstat(descriptor))
