"""Where a path that is not spelled from the root would be looked for."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from postil.inspection.checks._stale_reference_modules import ROOTS
from postil.ports import Tree


def is_whole(tail: str, path: str, from_path: str) -> bool:
    """Whether the path is meant from a folder above the place, or below a root of sources."""
    if any(posixpath.join(folder, tail) == path for folder in _above(from_path)):
        return True
    return any(f"{root}/{tail}" == path for root in ROOTS if root)


def starts_elsewhere(tail: str, path: str, from_path: str, head: Tree) -> bool:
    """Whether a folder above the place has what the path begins with, so that it means a file there."""
    first = tail.partition("/")[0]
    return any(
        head.exists(posixpath.join(folder, first)) and not path.startswith(f"{folder}/{first}/")
        for folder in _above(from_path)
        if folder
    )


def _above(path: str) -> Iterator[str]:
    folder = posixpath.dirname(path)
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield ""
