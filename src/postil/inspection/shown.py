"""Writes what a tool found the way the change itself is shown: masked, numbered, cut to size."""

from __future__ import annotations

from collections.abc import Iterator

from postil.inspection.prompt.guise import Guise
from postil.inspection.tools import Excerpt, Found, Wording
from postil.ports import Tree

MOST_CHARACTERS = 30_000
LINE_CHARACTERS = 500
CUT = "(cut here; ask for fewer lines)"
_LOOKED_AT = 4_000
"""So much of a line is searched for secrets; of what follows nothing is shown."""
_AROUND = 200
"""A key of many lines is only known by its first; so many lines before a part are looked at."""


def shown(found: Found, head: Tree, guise: Guise) -> str:
    """The whole answer as text, still to be fenced."""
    rows, room = [], MOST_CHARACTERS
    for row in _rows(found, head, guise):
        room -= len(row) + 1
        if room < 0:
            rows.append(CUT)
            break
        rows.append(row)
    return "\n".join(rows)


def sentence(text: str, guise: Guise) -> str:
    """One line of ours with foreign names in it; a value that was masked anywhere is masked."""
    return guise.masked(guise.one_line(text))


def _rows(found: Found, head: Tree, guise: Guise) -> Iterator[str]:
    yield sentence(found.heading, guise)
    before: Excerpt | None = None
    for part in found.parts:
        if isinstance(part, Wording):
            yield from _wording(part, guise)
            continue
        if before is None or before.path != part.path or part.remark:
            remark = f" ({part.remark})" if part.remark else ""
            yield sentence(f"=== {part.path}{remark}", guise)
        else:
            yield "..."
        yield from _excerpt(part, head, guise)
        before = part


def _wording(part: Wording, guise: Guise) -> Iterator[str]:
    if part.title:
        yield sentence(f"=== {part.title}", guise)
    texts = _masked([text for _, text in part.lines], guise)
    for (mark, _), text in zip(part.lines, texts, strict=True):
        yield f"{mark}{text}"


def _excerpt(part: Excerpt, head: Tree, guise: Guise) -> Iterator[str]:
    lines = (head.read(part.path) or "").removesuffix("\n").split("\n")
    start = max(0, part.first - 1 - _AROUND)
    texts = _masked(lines[start : part.last + _AROUND], guise)
    for number in range(part.first, min(part.last, len(lines)) + 1):
        yield f"{number}  {texts[number - 1 - start]}"


def _masked(lines: list[str], guise: Guise) -> list[str]:
    """The lines as they are shown; a value that was masked anywhere is masked here too."""
    looked_at = [line.removesuffix("\r")[:_LOOKED_AT] for line in lines]
    return [
        _cut(guise.masked(text), more=len(line) - _LOOKED_AT)
        for line, text in zip(lines, guise.lines(looked_at), strict=True)
    ]


def _cut(text: str, *, more: int) -> str:
    """A long line with how much of it is not shown; `more` characters were not looked at."""
    if len(text) <= LINE_CHARACTERS and more <= 0:
        return text
    rest = max(0, len(text) - LINE_CHARACTERS) + max(0, more)
    return f"{text[:LINE_CHARACTERS]}⟦{rest:,} more characters⟧"
