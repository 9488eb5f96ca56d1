"""The lines of a change by number, each file taken apart once however often it is asked about."""

from __future__ import annotations

from postil.domain.change import Change, Line, Side

Place = tuple[tuple[Line, ...], int]
"""All lines of the hunk a line belongs to, and where among them it stands."""


class Pages:
    def __init__(self, change: Change) -> None:
        self._change = change
        self._known: dict[tuple[str, Side], dict[int, Place]] = {}

    def places(self, path: str, side: Side) -> dict[int, Place]:
        """Every line of that version of the file that the change shows, by its number."""
        if (path, side) not in self._known:
            self._known[path, side] = self._taken_apart(path, side)
        return self._known[path, side]

    def _taken_apart(self, path: str, side: Side) -> dict[int, Place]:
        files = self._change.by_path if side is Side.NEW else self._change.by_old_path
        places: dict[int, Place] = {}
        for hunk in files[path].hunks if path in files else ():
            lines = tuple(hunk.lines())
            for position, line in enumerate(lines):
                number = line.new if side is Side.NEW else line.old
                if number is not None:
                    places[number] = (lines, position)
        return places
