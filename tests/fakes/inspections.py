"""Drives a check by hand: its one question to the tree is answered from memory."""

from __future__ import annotations

from collections.abc import Mapping

from postil.domain.finding import Remark
from postil.inspection.checks import Inspection, Needles

from fakes.trees import MemorySearch


def remarks(work: Inspection, head: Mapping[str, str]) -> list[Remark]:
    """All that the check says; anything but a remark is a mistake of the test."""
    found: list[Remark] = []
    item = next(work, None)
    while item is not None:
        if isinstance(item, Needles):
            try:
                item = work.send(MemorySearch(head).search(item.texts))
            except StopIteration:
                break
            continue
        assert isinstance(item, Remark)
        found.append(item)
        item = next(work, None)
    return found
