"""Notes what lets a finding be found again: the definition around it and a few lines on either side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from postil import syntax
from postil.domain.change import Side
from postil.domain.finding import Finding
from postil.pipeline.desk import Desk
from postil.syntax import Definition
from postil.track.occurrences import Sighting

AROUND = 3


def sightings(findings: tuple[Finding, ...], desk: Desk) -> tuple[Sighting, ...]:
    """Each finding with its surroundings; those of a file that cannot be read stay empty."""
    texts: dict[tuple[str, Side], _Text | None] = {}
    window = desk.past.window if desk.past else None
    return tuple(
        replace(
            _sighting(finding, desk, texts),
            only_known=window is not None and not window.shows(finding),
        )
        for finding in findings
    )


@dataclass(frozen=True)
class _Text:
    """One file, parsed once however many findings stand in it."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        return syntax.definitions(self.path, self.text)

    def symbol(self, line: int) -> str:
        """The name of the innermost definition of several lines around this one."""
        around = [
            found
            for found in self.definitions
            if found.line <= line <= found.end_line and found.end_line > found.line
        ]
        return max(around, key=lambda found: (found.line, -found.end_line)).name if around else ""


def _sighting(
    finding: Finding, desk: Desk, texts: dict[tuple[str, Side], _Text | None]
) -> Sighting:
    place = finding.place
    if place.start is None:
        return Sighting(finding=finding)
    key = (place.path, place.side)
    if key not in texts:
        read = (desk.head if place.side is Side.NEW else desk.base).read(place.path)
        texts[key] = None if read is None else _Text(place.path, read)
    text = texts[key]
    if text is None:
        return Sighting(finding=finding)
    end = place.end or place.start
    return Sighting(
        finding=finding,
        symbol=text.symbol(place.start),
        before=tuple(text.lines[max(0, place.start - 1 - AROUND) : place.start - 1]),
        after=tuple(text.lines[end : end + AROUND]),
    )
