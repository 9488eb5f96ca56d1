"""Joins lines of files with what stands around them into passages that do not overlap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from postil.inspection.tools import Excerpt


def passages(places: Iterable[tuple[str, int]], *, context: int) -> Iterator[Excerpt]:
    """Each place with lines around it; places come in order, and near ones share a passage.

    A passage may end after the last line of its file; nothing is shown there.
    """
    path, first, last = "", 0, 0
    for where, line in places:
        if where == path and line - context <= last + 1:
            last = line + context
            continue
        if path:
            yield Excerpt(path, first, last)
        path, first, last = where, max(1, line - context), line + context
    if path:
        yield Excerpt(path, first, last)
