"""Sections that a sentence asks for in a row, by their titles, and which line leaves one of them out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.inspection.checks._prompt_consistency.passages import Sentence

_WRITES = (
    r"(?:includes?|contains?|writes?|produces?|outputs?|has|have|gives?|consists?\sof|renders?|emits?|adds?|fills?\sin"
    r"|generates?|returns?|provides?|creates?|covers?)"
)
_ANSWER = r"(?:answer|report|reply|response|output|review|message|summary|document|comment|mail|e-?mail|letter|page|notes?|file|description)"
_ORDERS = (
    r"(?:\A\W{0,12}(?:(?:please|always|then)\s)?"
    rf"|\b(?:must|shall|always|should|will|(?:has|have|need|needs)\sto)\s(?:always\s|also\s)?|\b(?:the|your|every|each)\s(?:[\w-]{{1,20}}\s)?{_ANSWER}\s)"
)
_MANY = r"(?:(?:exactly|only|just|all|of)\s){0,2}(?:(?:the|these|all)\s){0,2}(?:following\s)?(?:(?:\d|two|three|four|five|six|seven|eight)\s)?"
_KIND = r"(?:sections|headings|chapters)"
_ROWS = (
    re.compile(
        rf"(?i:{_ORDERS}{_WRITES}\s{_MANY}{_KIND}:?,?\s(?:called\s|named\s|titled\s)?)(?P<names>[^.;:()\n]{{3,300}})"
    ),
    re.compile(
        rf"(?i:{_ORDERS}{_WRITES}\s{_MANY})(?P<names>[A-Z`\"'“][^.;:()\n]{{3,300}}?)\s(?i:{_KIND})\b"
    ),
)
_SPLIT = re.compile(r"\s?,\s?(?:and\s|then\s)?|\s(?:and|plus|then|&)\s")
_TITLE = re.compile(r"\A[`\"'“](?P<quoted>[^`\"'“”]{2,60})[`\"'”]|\A(?P<plain>[A-Z][\w'’/&-]{1,30}(?:\s(?:[a-z]{1,10}\s)?[A-Z0-9][\w'’/&-]{0,30}|\s[a-z][\w'’/&-]{1,30}){0,4})\Z")  # fmt: skip
_CHOSEN = re.compile(
    r"\b(?:or|one\sof|any\sof|some\sof|such\sas|e\.g|for\sexample|optional\w{0,3}|where|whichever)\b|\betc\b",
    re.IGNORECASE,
)
_ENTIRELY = re.compile(
    r"(?:\bsections?|\bheadings?|\bchapters?)[`\"'”*]{0,3}"
    r"(?=\s{0,4}\Z|[.,;:!)]|\s[—–-]{1,2}\s|\s(?:is|are|must|should|has|gets|out|off|away|because|since|at\sall|any\s?more|any\slonger|whatsoever|ever|in\sthis\s(?:report|mail|answer|mode|version)|here)\b)",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\b(?:section|heading|chapter)", re.IGNORECASE)
_ARTICLE = re.compile(r"\A(?:the|an?|any)\s", re.IGNORECASE)
_MARKS = " .\"'`“”*"
_LEAST = 2


def titles(sentence: Sentence) -> tuple[int, Sequence[str]]:
    """The titles of the sections that a sentence asks for, and where it begins to; none for a choice."""
    for pattern in _ROWS:
        match = pattern.search(sentence.text)
        if match is not None and _CHOSEN.search(sentence.text) is None:
            found = list(_named(match["names"]))
            if len(found) >= _LEAST:
                return match.start("names"), found
    return 0, ()


def _named(names: str) -> Iterator[str]:
    """The titles at the beginning of a row; what follows the last of them says something else."""
    for name in _SPLIT.split(names):
        title = _TITLE.match(name.strip())
        if title is None:
            return
        yield title["quoted"] or title["plain"]


def as_title(text: str) -> str:
    """A text as it stands in a row of titles: without article, quotes and the point at its end."""
    return _ARTICLE.sub("", text.strip(_MARKS)).strip(_MARKS)


def leaves_out(line: str) -> bool:
    """Whether a line leaves a section out as a whole, as against how or when it is written."""
    plain = line.replace("*", "")
    return _CALLED.search(plain) is None or _ENTIRELY.search(plain) is not None
