"""Reads a body of flat second-level sections, and the rules that all such layouts share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.render._validate_body import Reading

_TITLE = re.compile(r"\A(.{1,200}?)(?: \(([0-9]{1,6})\))?$")
_LEVEL = 2


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its name without the number, the number, and its lines that say something."""

    name: str
    count: int
    lines: tuple[str, ...]
    depth: int


def sections_of(reading: Reading) -> tuple[Section, ...]:
    found = []
    for heading in reading.headings():
        title = _TITLE.match(heading.text)
        if heading.level <= _LEVEL and title:
            lines = tuple(line for line in reading.under(heading) if line)
            found.append(Section(title[1], int(title[2] or 0), lines, heading.depth))
    return tuple(found)


def section_problems(
    reading: Reading,
    sections: Sequence[Section],
    *,
    order: Sequence[str],
    required: Sequence[str],
) -> Iterator[str]:
    names = [section.name for section in sections]
    for name in required:
        if name not in names:
            yield f"section `{name}` is missing"
    for section in sections:
        if section.name not in order:
            yield f"unknown section `{section.name[:80]}`"
        if section.depth:
            yield f"`{section.name[:80]}` is folded; it must be flat"
        if not section.lines:
            yield f"nothing under `{section.name[:80]}`"
    if [name for name in order if name in names] != [name for name in names if name in order]:
        yield "the sections are not in order, each once"
    if any(heading.level > _LEVEL for heading in reading.headings()):
        yield "a heading stands below the level of sections"
