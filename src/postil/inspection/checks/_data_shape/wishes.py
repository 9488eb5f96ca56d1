"""Sentences that ask a writer for a heading and for a block below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._data_shape.blocks import FENCE, LONGEST_LINE
from postil.inspection.checks._data_shape.samples import Sample

_HEADING = re.compile(
    r"(?<!`)[`\"'“](?P<marked>#{1,6}\s[^`\"'\n“”]{2,60})[`\"'”]"
    r"|\bheading\s(?:called\s|named\s|of\s)?[`\"'“](?P<called>[^`\"'\n“”#<]{2,60})[`\"'”]"
    r"|[`\"'“](?P<named>[^`\"'\n“”#<]{2,60})[`\"'”]\sheading\b"
)
_BEGINS = re.compile(r"\A\s{0,12}(?:[-*+]\s|\d{1,2}[.)]\s|#{1,6}\s)")
_MORE = re.compile(
    r"\b(?:sentences?|paragraphs?|summary|prose|overview|bullets?|list|explain\w{0,6}|explanation|narrative)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:never|no|not|don't|without|instead of|avoid|omit)\b[^.;\n]{0,60}\Z", re.IGNORECASE)  # fmt: skip
_UNDER = re.compile(
    r"\b(?:under|below|beneath|after|following|follows|headed|preceded|introduced|titled)\b",
    re.IGNORECASE,
)
_LANGUAGES = {"json": "json", "yaml": "ya?ml", "yml": "ya?ml", "": r"(?:fenced|code)"}
_FAR = 200


@dataclass(frozen=True, slots=True)
class Wish:
    """The line that asks for a heading, and the heading as it will be written."""

    sample: Sample
    heading: str


def wished(mark: str, path: str, text: str) -> Wish | None:
    """The heading that a sentence wants above the block, with nothing else below it."""
    block = _spelled(mark)
    for first, passage in _passages(text.split("\n")):
        for heading in _HEADING.finditer(passage):
            if _NOT.search(passage[: heading.start()][-_FAR:]):
                continue
            after = block.search(passage, heading.end(), heading.end() + _FAR)
            between = passage[heading.end() : after.start()] if after else ""
            if after is None:
                before = list(
                    block.finditer(passage, max(0, heading.start() - _FAR), heading.start())
                )
                between = passage[before[-1].end() : heading.start()] if before else ""
                if not _UNDER.search(between):
                    continue
            if _HEADING.search(between) or _MORE.search(between):
                continue
            line = first + passage.count("\n", 0, heading.start())
            words = heading["marked"] or heading["called"] or heading["named"]
            row = text.split("\n")[line - 1]
            return Wish(Sample(path, line, row), words.strip())
    return None


def _spelled(mark: str) -> re.Pattern[str]:
    """How a sentence can name the block."""
    exact = re.escape(mark)
    if not mark.startswith(FENCE):
        return re.compile(exact)
    language = _LANGUAGES.get(mark.removeprefix(FENCE), re.escape(mark.removeprefix(FENCE)))
    return re.compile(
        rf"{exact}|\b{language}\s(?:code\s|fenced\s)?(?:block|fence)\b|\bfenced\s{language}\b",
        re.IGNORECASE,
    )


def _passages(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The paragraphs and the items of lists, each with the number of its first line."""
    first, held = 1, list[str]()
    for number, line in enumerate((*lines, ""), start=1):
        if held and (not line.strip() or _BEGINS.match(line)):
            yield first, "\n".join(held)
            held = []
        if line.strip():
            first = first if held else number
            held.append(line[:LONGEST_LINE])
