"""Puts a file in its place whole and for good, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

PART = ".part"
"""What a file is called until it is whole; one that was left by a killed run is written over."""


def make_folder(folder: Path) -> None:
    """Make a private folder that is still there after a power cut."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    _settle(folder.parent)


def put(path: Path, data: bytes) -> None:
    """Replace or make the file at `path`; one process at a time may write to a folder."""
    part = path.with_name(PART)
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """A name is on disk only when its folder is."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
