"""Grows a unit's hunks to the definitions around them, as far as the tokens for it go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from postil import syntax
from postil.domain.change import FileStatus, Hunk
from postil.domain.conversation import tokens
from postil.domain.unit import Unit
from postil.inspection.prompt.guise import Guise
from postil.inspection.prompt.numbered import cut
from postil.ports import Tree

MOST_LINES = 120
"""A definition longer than this is not shown whole; a reviewer can look it up."""


def around(unit: Unit, head: Tree, guise: Guise, *, room: int) -> str:
    """The unchanged lines of the definitions a unit changes, at most `room` tokens; empty for none."""
    if unit.file.status in (FileStatus.ADDED, FileStatus.DELETED) or not unit.hunks:
        return ""
    text = head.read(unit.path)
    if text is None:
        return ""
    lines = text.split("\n")
    numbers = sorted(set(_wanted(unit, text)) - _shown(unit.hunks))
    shown = guise.lines([lines[number - 1].removesuffix("\r") for number in numbers])
    kept: list[str] = []
    for number, line in zip(numbers, shown, strict=True):
        entry = f"{number}  {cut(line)}"
        room -= tokens(entry)
        if room < 0:
            return ""
        kept.append(entry)
    return "\n".join(kept)


def _wanted(unit: Unit, text: str) -> Iterator[int]:
    for hunk in unit.hunks:
        for line in _changed(hunk):
            found = syntax.enclosing(unit.path, text, line)
            if found is not None and found.end_line - found.line < MOST_LINES:
                yield from range(found.line, found.end_line + 1)


def _changed(hunk: Hunk) -> Iterator[int]:
    """The first and last lines at head that the hunk adds, or the place where it only removes."""
    added = [line.new for line in hunk.lines() if line.mark == "+" and line.new is not None]
    yield from {added[0], added[-1]} if added else {max(hunk.new_start, 1)}


def _shown(hunks: Sequence[Hunk]) -> set[int]:
    return {line.new for hunk in hunks for line in hunk.lines() if line.new is not None}
