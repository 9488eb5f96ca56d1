"""Takes apart what authors write: lines outside code and comments, sections, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_TEXT = 100_000
MAX_LINE = 20_000
SHORT = 300

_CODE_SPAN = re.compile(r"`+[^`\n]*`+")
_FENCES = ("```", "~~~")
_HEADING = re.compile(r"\A {0,3}#{1,6}[ \t](?P<title>[^\n]*)")
_BOLD = re.compile(r"\A\s{0,8}(?:\*\*|__)(?P<title>[^*_\n]{1,80})(?:\*\*|__):?\s{0,8}\Z")
_LABEL = re.compile(r"\A\s{0,8}(?P<title>[A-Za-z][A-Za-z '-]{1,40}):(?!//)(?P<rest>[^\n]*)")
_BULLET = re.compile(r"\A\s{0,20}(?:[-*+]|\d{1,3}[.)])[ \t]{1,20}(?P<text>\S[^\n]*)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def lines_of(text: str) -> list[str]:
    """The lines a person wrote for people: no fenced code, no HTML comments, bounded in size."""
    kept: list[str] = []
    fence = ""
    for line in _without_comments(text[:MAX_TEXT]).splitlines():
        start = line.lstrip()[:3]
        if fence:
            fence = "" if start == fence else fence
        elif start in _FENCES:
            fence = start
        else:
            kept.append(line[:MAX_LINE])
    return kept


def _without_comments(text: str) -> str:
    """HTML comments are the hints of a template, not the author's words; an open one runs on."""
    kept: list[str] = []
    position = 0
    while (start := text.find("<!--", position)) >= 0:
        kept.append(text[position:start])
        end = text.find("-->", start)
        position = len(text) if end < 0 else end + 3
    return "".join([*kept, text[position:]])


def without_code_spans(line: str) -> str:
    return _CODE_SPAN.sub(" ", line)


def bullet_of(line: str) -> str | None:
    """The text of a list item; None when the line is none."""
    found = _BULLET.match(line)
    return found["text"].strip() if found else None


def sections_of(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each section as its title in lower case and its lines; what precedes the first has no title.

    A title is a heading, a bold line of its own, or a label before a colon.
    """
    title, body = "", list[str]()
    for line in lines:
        found = _HEADING.match(line) or _BOLD.match(line) or _LABEL.match(line)
        if found is None:
            body.append(line)
            continue
        yield title, body
        title, body = _words_of(found["title"]), [found.groupdict().get("rest", "")]
    yield title, body


def _words_of(title: str) -> str:
    return title.strip(" \t#*_:?!.").lower()


def sentences_of(lines: list[str]) -> Iterator[str]:
    """Sentences of running text and of list items; a blank line, an item or a heading ends one."""
    paragraph: list[str] = []
    for line in [*lines, ""]:
        item = bullet_of(line)
        stripped = line.strip()
        if item is not None or not stripped or _HEADING.match(line):
            yield from _split(paragraph)
            paragraph = []
        if item is not None:
            paragraph = [item]
        elif stripped and not _HEADING.match(line):
            paragraph.append(stripped)


def _split(paragraph: list[str]) -> Iterator[str]:
    return (part for part in _SENTENCE_END.split(" ".join(paragraph)) if part)


def shortened(text: str) -> str:
    """One line of at most 300 characters."""
    line = " ".join(text.split())
    return line if len(line) <= SHORT else line[: SHORT - 1].rstrip() + "…"
