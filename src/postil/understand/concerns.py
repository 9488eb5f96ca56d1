"""The explicit concerns of author and operator, as rows that the review must answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain.brief import Concern
from postil.domain.change import Change
from postil.understand.prose import lines_of, sentences_of, shortened
from postil.understand.request import Request

MOST_ROWS = 50

_OPEN_BOX = re.compile(
    r"\A\s{0,20}(?:[-*+]|\d{1,3}[.)])[ \t]{1,8}\[ ?\][ \t]{1,8}(?P<text>\S[^\n]*)"
)
_DONE_BOX = re.compile(r"\A\s{0,20}(?:[-*+]|\d{1,3}[.)])[ \t]{1,8}\[[xX]\]")
_VERIFICATION = re.compile(
    r"\Atest\b|\b(?:verif(?:y|ies|ied|ication)|check(?:s|ed)?|confirm(?:s|ed)?|validate[sd]?"
    r"|manual(?:ly)?|make sure|ensure[sd]?|must not|does not break|still works?)\b",
    re.IGNORECASE,
)
_DECLARATION = re.compile(
    r"\A(?:I have|I've|I did|I am|I agree|my code|this pr (?:has|is))\b", re.IGNORECASE
)
_PLEA = re.compile(
    r"\b(?:please (?:double-?check|check|verify|confirm|validate|make sure|ensure|test|review whether)"
    r"|(?:must|should|needs? to) make sure|be sure (?:that|to)|needs? (?:verification|verifying|checking|to be verified)"
    r"|(?:concern(?:ed)?|worr(?:y|ied)|nervous|unsure|not sure) (?:about|that|whether|if)"
    r"|(?:must|should) not break|must not (?:change|regress|lose|block|leak))\b"
    r"|\Amake sure\b",
    re.IGNORECASE,
)


def concerns(change: Change, request: Request) -> tuple[Concern, ...]:
    """One row per stated concern, numbered; none stated means none invented."""
    rows: dict[str, tuple[str, str]] = {}
    for source, text in _sources(change, request):
        for stated in _stated(text):
            row = shortened(stated)
            rows.setdefault(row.casefold(), (row, source))
    kept = list(rows.values())[:MOST_ROWS]
    if len(rows) > MOST_ROWS:
        beyond = f"{len(rows) - MOST_ROWS} further concerns, beyond the {MOST_ROWS} listed"
        kept.append((beyond, "all sources"))
    return tuple(
        Concern(number=number, text=text, source=source)
        for number, (text, source) in enumerate(kept, start=1)
    )


def wants_verification(description: str) -> bool:
    """Whether a box that asks for verification stands unticked."""
    return any(_open_boxes(lines_of(description)))


def _sources(change: Change, request: Request) -> Iterator[tuple[str, str]]:
    yield "context", request.context
    yield "description", change.description
    for issue, text in request.issues:
        yield f"issue {issue}", text
    for commit in change.commits:
        yield f"commit {commit.oid[:7]}", commit.body


def _stated(text: str) -> Iterator[str]:
    lines = lines_of(text)
    yield from _open_boxes(lines)
    running = [line for line in lines if not _OPEN_BOX.match(line) and not _DONE_BOX.match(line)]
    yield from (sentence for sentence in sentences_of(running) if _PLEA.search(sentence))


def _open_boxes(lines: list[str]) -> Iterator[str]:
    """Boxes by which an author vouches for having done something are no questions to us."""
    for line in lines:
        found = _OPEN_BOX.match(line)
        if not found or _DECLARATION.match(found["text"]):
            continue
        if _VERIFICATION.search(found["text"]):
            yield found["text"]
