"""Which lines at head were written in answer to an earlier review."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from postil.domain.change import ChangedFile
from postil.domain.stretch import Stretch
from postil.track.locating import Kind, Question, Sides, locate

MOST_LINES = 20_000
"""So many lines are followed to the head; beyond that nobody's fix is meant."""

_STANDING = (Kind.SAME, Kind.MOVED)


def fixes(files: Sequence[ChangedFile], sides: Sides, *, most: int = MOST_LINES) -> Stretch:
    """Where the lines that the fixes added stand now; `sides` are their last commit and the head.

    A line that was edited since is no longer theirs.
    """
    written = ((file.path, line) for file in files for line, _ in file.added)
    questions = [Question(path=path, start=line, end=line) for path, line in islice(written, most)]
    lines: dict[str, set[int]] = {}
    for answer in locate(questions, sides):
        if answer.kind in _STANDING:
            lines.setdefault(answer.path, set()).add(answer.start)
    added = {path: frozenset(numbers) for path, numbers in lines.items()}
    return Stretch(added=added, paths=frozenset(added))
