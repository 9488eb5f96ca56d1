"""Examples of the text a function is given, and what stands right above the part it strips."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._data_shape.blocks import FENCE, LONGEST_LINE

_NEIGHBOUR = re.compile(
    r"\A\s{0,40}(?:#{1,6}\s[^\n]{1,120}|\*\*[^*\n]{2,60}\*\*:?|(?:-{3,}|\*{3,}|={3,}))\s{0,8}\Z"
)
_INSTRUCTS = re.compile(
    r"\b(?:output|format|schema|examples?|response|input|json|yaml|template|answer|reply|usage|installation|config\w{0,10})\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:form|format|answers?|respond|reply|replies|output|write|writes|return|returns|shape|structure|template|look\slike|looks\slike)\b",
    re.IGNORECASE,
)
_SHAPED = re.compile(r"\b(?:shape|form|exactly|structure|template|like\sthis|as\sfollows|following)\b[^\n]{0,40}:\W{0,4}\Z", re.IGNORECASE)  # fmt: skip
_HEADING = re.compile(r"\A\s{0,40}#{1,6}\s")
_NO_TEXT = re.compile(r"\A[\s\"'`;,)\]}+#|r]{0,40}\Z")
_ENDS = re.compile(
    r"\A\s{0,40}(?:#{1,6}\s|-{3,}|\*{3,}|={3,}|\"\"\"|'''|[\"'`][;,)#]|[\"'`]\Z|PROMPT\b|EOF\b|EOS\b|[A-Z]{3,12};?\Z)"
)
_QUOTES = re.compile(r"[\"'`]\W{0,6}\Z")
_REACH = 6
_FAR = 40
_NEAR = 4
_LONGEST_BLOCK = 200


@dataclass(frozen=True, slots=True)
class Sample:
    """A line of an example, and its number in its file."""

    path: str
    line: int
    text: str


def neighbour(mark: str, path: str, text: str, *, is_asked: bool, but: int = 0) -> Sample | None:
    """The heading, label or separator right above a block that would have nothing left below it.

    With `is_asked` only what the text asks a writer for counts: the headings of a prompt are not
    part of the answer. The line `but` is the strip itself.
    """
    lines = [line[:LONGEST_LINE] for line in text.split("\n")]
    pieces = list(_pieces(lines))
    for at, (number, piece) in enumerate(pieces):
        if not _opens(piece, mark) or number == but or _is_followed(pieces, at, mark):
            continue
        above = next(
            (near for near in range(at - 1, max(-1, at - _NEAR), -1) if pieces[near][1].strip()),
            None,
        )
        if above is None:
            continue
        place, bare = pieces[above][0], pieces[above][1].strip().lstrip("\"'`")
        if _NEIGHBOUR.match(bare) and (not is_asked or _is_asked_for(pieces, above, bare)):
            return Sample(path, place, lines[place - 1])
    return None


def _opens(piece: str, mark: str) -> bool:
    return piece.strip().replace("\\`", "`").lstrip("\"'").startswith(mark)


def _is_followed(pieces: Sequence[tuple[int, str]], at: int, mark: str) -> bool:
    """Whether something stands between the end of the block and the next part of the text."""
    close = (
        FENCE
        if mark.startswith(FENCE)
        else "-->"
        if mark.startswith("<!")
        else mark.replace("<", "</")
    )
    end = at
    if close not in pieces[at][1].replace("\\`", "`").strip()[len(mark) :]:
        end = next(
            (
                near
                for near in range(at + 1, min(len(pieces), at + _LONGEST_BLOCK))
                if close in pieces[near][1].replace("\\`", "`")
            ),
            len(pieces),
        )
    if end < len(pieces) and _QUOTES.search(pieces[end][1].replace("\\`", "`").replace(FENCE, "")):
        return False
    for _, piece in pieces[end + 1 :]:
        if not _NO_TEXT.match(piece):
            return _ENDS.match(piece) is None
        if piece.strip():
            return False
    return False


def _is_asked_for(pieces: Sequence[tuple[int, str]], at: int, heading: str) -> bool:
    near = [text for _, text in pieces[max(0, at - _REACH) : at]]
    if _INSTRUCTS.search(heading) is None and any(_ASKS.search(text) for text in near):
        return True
    far = [text for _, text in pieces[max(0, at - _FAR) : at]]
    shaped = [
        place for place, text in enumerate(far) if _SHAPED.search(text) and _ASKS.search(text)
    ]
    if not shaped:
        return False
    between = far[shaped[-1] + 1 :]
    return _INSTRUCTS.search(heading) is None or any(_HEADING.match(text) for text in between)


def _pieces(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines, those with written line feeds cut there, each with the number of its line."""
    for number, line in enumerate(lines, start=1):
        for piece in line.split("\\n"):
            yield number, piece


def holding(mark: str, path: str, text: str) -> Sample | None:
    """The last line that holds a mark: what closes a text stands at its end."""
    lines = [line[:LONGEST_LINE] for line in text.split("\n")]
    for number in range(len(lines), 0, -1):
        if mark in lines[number - 1].replace("\\`", "`"):
            return Sample(path, number, lines[number - 1])
    return None
