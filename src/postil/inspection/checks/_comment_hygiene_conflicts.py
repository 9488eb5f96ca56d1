"""Merge conflict markers that a change commits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from postil.domain import paths
from postil.domain.change import ChangedFile
from postil.inspection.line_roles import LineRoles, can_tell

_OURS, _BETWEEN, _THEIRS = "<<<<<<<", "=======", ">>>>>>>"


def conflicts(
    file: ChangedFile, *, roles: Callable[[], LineRoles]
) -> Iterator[tuple[int, int, int]]:
    """The lines of the three markers of each conflict, in order, all of them added here."""
    if paths.is_fixture(file.path):
        return
    ours: int | None = None
    between: int | None = None
    for number, text in file.added:
        if not text.startswith((_OURS, _BETWEEN, _THEIRS)):
            continue
        line = text.rstrip()
        if _is_side(line, _OURS):
            ours, between = number, None
        elif line == _BETWEEN and ours is not None:
            between = number
        elif _is_side(line, _THEIRS) and ours is not None and between is not None:
            if not _is_shown(file, ours, roles()):
                yield ours, between, number
            ours = between = None


def _is_side(line: str, marker: str) -> bool:
    return line == marker or line.startswith(f"{marker} ")


def _is_shown(file: ChangedFile, number: int, roles: LineRoles) -> bool:
    """The markers are text about conflicts: in a string, or in a fenced sample of a document."""
    if can_tell(roles.language):
        return roles.is_string(number)
    before = roles.text.split("\n")[: number - 1]
    fences = sum(line.lstrip().startswith(("```", "~~~")) for line in before)
    literal = paths.is_doc(file.path) and any(line.rstrip().endswith("::") for line in before[-3:])
    return fences % 2 == 1 or literal
