"""What somebody says in a comment: their own words, without quotes, code and hidden parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MOST = 65_536
_MOST_LINES = 5_000
_LONGEST = 20_000
_QUOTE = re.compile(r"\A {0,3}>")
_FENCE = re.compile(r"\A {0,3}(`{3,100}|~{3,100})")
_OPENS, _CLOSES = "<!--", "-->"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a comment; `trails` says that it goes on a quote without a blank line between."""

    text: str
    trails: bool = False


def own_lines(body: str) -> tuple[Line, ...]:
    """The lines that are the writer's own, as they stand."""
    lines: list[Line] = []
    is_trailing = False
    for text in _unfenced(body):
        is_quote = bool(_QUOTE.match(text))
        is_trailing = is_quote or (is_trailing and bool(text.strip()))
        if not is_quote:
            lines.append(Line(text, is_trailing))
    shown = _uncovered("\n".join(line.text for line in lines)).split("\n")
    return tuple(Line(text, line.trails) for text, line in zip(shown, lines, strict=False))


def quoted_lines(body: str) -> tuple[str, ...]:
    """What somebody else wrote, as far as it is quoted here."""
    quoted = (text.partition(">")[2].strip() for text in _unfenced(body) if _QUOTE.match(text))
    return tuple(text for text in quoted if text)


def _unfenced(body: str) -> Iterator[str]:
    """The lines outside code blocks; one that is never closed goes to the end."""
    fence = ""
    text = body[:_MOST].replace("\r\n", "\n").replace("\r", "\n")
    for whole in text.split("\n", _MOST_LINES)[:_MOST_LINES]:
        line = whole[:_LONGEST]
        mark = _FENCE.match(line)
        if fence:
            is_over = mark and mark[1].startswith(fence) and not line.strip().strip(fence[0])
            fence = "" if is_over else fence
        elif mark:
            fence = mark[1]
        else:
            yield line


def _uncovered(text: str) -> str:
    """The text without hidden comments, on as many lines; one that is never closed is no comment."""
    parts: list[str] = []
    start = 0
    while (opened := text.find(_OPENS, start)) >= 0:
        closed = text.find(_CLOSES, opened)
        if closed < 0:
            break
        parts += (text[start:opened], "\n" * text.count("\n", opened, closed))
        start = closed + len(_CLOSES)
    return "".join((*parts, text[start:]))
