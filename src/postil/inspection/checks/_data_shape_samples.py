"""Examples of the text a function is given, and what stands right above the part it strips."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._data_shape_strips import LONGEST_LINE, Strip

_NEIGHBOUR = re.compile(
    r"\A\s{0,40}(?:#{1,6}\s[^\n]{1,120}|\*\*[^*\n]{2,60}\*\*:?|(?:-{3,}|\*{3,}|={3,}))\s{0,8}\Z"
)
_INSTRUCTS = re.compile(
    r"\b(?:output|format|schema|examples?|response|input|json|yaml|template|answer|reply|usage|installation|config\w{0,10})\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\b(?:form|format|answer|respond|reply|output)\b", re.IGNORECASE)
_REACH = 6
_NEAR = 4


@dataclass(frozen=True, slots=True)
class Sample:
    """A line of an example, and its number in its file."""

    path: str
    line: int
    text: str


def neighbour(strip: Strip, path: str, text: str, *, is_own: bool) -> Sample | None:
    """The heading, label or separator right above a block that the strip takes.

    In the file of the strip itself (`is_own`) only what a prompt asks the writer for counts:
    the headings of the prompt are not part of the answer.
    """
    lines = [line[:LONGEST_LINE] for line in text.split("\n")]
    pieces = list(_pieces(lines))
    for at, (number, piece) in enumerate(pieces):
        if not _opens(piece, strip.mark) or (is_own and number == strip.line):
            continue
        above = next(
            (near for near in range(at - 1, max(-1, at - _NEAR), -1) if pieces[near][1].strip()),
            None,
        )
        if above is None:
            continue
        place, bare = pieces[above][0], pieces[above][1].strip().lstrip("\"'`")
        if _NEIGHBOUR.match(bare) and (not is_own or _is_asked_for(pieces, above, bare)):
            return Sample(path, place, lines[place - 1])
    return None


def _opens(piece: str, mark: str) -> bool:
    return piece.strip().replace("\\`", "`").lstrip("\"'").startswith(mark)


def _is_asked_for(pieces: Sequence[tuple[int, str]], at: int, heading: str) -> bool:
    introduced = any(_ASKS.search(text) for _, text in pieces[max(0, at - _REACH) : at])
    return introduced and _INSTRUCTS.search(heading) is None


def _pieces(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines, those with written line feeds cut there, each with the number of its line."""
    for number, line in enumerate(lines, start=1):
        for piece in line.split("\\n"):
            yield number, piece


def holding(mark: str, path: str, text: str) -> Sample | None:
    """The first line that holds a mark."""
    for number, line in enumerate(text.split("\n"), start=1):
        if mark in line[:LONGEST_LINE].replace("\\`", "`"):
            return Sample(path, number, line)
    return None
