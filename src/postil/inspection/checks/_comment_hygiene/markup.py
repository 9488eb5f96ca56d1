"""Markup in comments: whole elements of a page or a component that somebody switched off."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from postil.inspection.checks._comment_hygiene.dead_code import (
    LEAST_LINES,
    MAX_LINE,
    MOST_LINES,
    DeadCode,
    introduces,
)
from postil.inspection.line_roles import LineRoles

_IN_SCRIPTS = (
    re.compile(r"\A\s{0,200}\{\s?/\*(?!\*)\s{0,8}(?P<text>.*)"),
    re.compile(r"\*/\s?\}\s{0,8}\Z"),
    "*/",
)
_IN_PAGES = (
    re.compile(r"\A\s{0,200}<!--(?!\[)\s{0,8}(?P<text>.*)"),
    re.compile(r"-->\s{0,8}\Z"),
    "-->",
)
_MARKS = {
    **dict.fromkeys(("javascript", "tsx"), _IN_SCRIPTS),
    **dict.fromkeys(("html", "vue", "svelte"), _IN_PAGES),
}
OPENINGS = ("/*", "<!--")
CLOSINGS = ("*/", "-->")
_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z][\w.:-]{0,80})?"
    r"(?:\"[^\"]{0,500}\"|'[^']{0,500}'|\{(?:[^{}]|\{[^{}]{0,300}\}){0,500}\}|[^<>\"'{}]){0,500}>"
)
_HOLDS = re.compile(r"<[A-Za-z][\w.:-]{0,80} [^<>]{0,200}=|>[^<>]{0,200}<")
"""An attribute with a value, or something between two tags."""
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)  # fmt: skip
_LONGEST = 20_000
_NOTHING = " {}\t"


def dead_markup(
    lines: Sequence[str], *, added: Collection[int], roles: LineRoles
) -> Iterator[DeadCode]:
    """The comments whose two marks are on added lines and that hold nothing but whole elements."""
    if roles.language not in _MARKS:
        return
    opens, closes, end = _MARKS[roles.language]
    for first in sorted(added):
        opening = opens.match(_line(lines, first))
        if opening is None or roles.is_string(first):
            continue
        if end in opening["text"]:
            last, texts = first, _within(opening["text"], closes, end)
        else:
            last = _closing(lines, first, closes, end)
            if last not in added:
                continue
            texts = [opening["text"], *lines[first : last - 1], closes.sub("", _line(lines, last))]
        if not _is_switched_off(texts):
            continue
        if not introduces(said_above(first, lines, roles)):
            marks = sum(not texts[place].strip() for place in (0, -1)) if last > first else 0
            yield DeadCode(first, last, marks=marks, is_block=True)


def _within(opened: str, closes: re.Pattern[str], end: str) -> list[str]:
    """What a comment of one line holds; nothing where something stands behind it."""
    found = closes.search(opened)
    is_alone = found is not None and opened.count(end) == 1
    return [opened[: found.start()]] if found is not None and is_alone else []


def _is_switched_off(texts: Sequence[str]) -> bool:
    """Whether these are whole elements; one alone has to have more than its name, which is a heading."""
    filled = [text for text in texts if text.strip()]
    if not filled or not _is_whole("\n".join(texts)[:_LONGEST]):
        return False
    return len(filled) >= LEAST_LINES or _HOLDS.search(filled[0][:MAX_LINE]) is not None


def said_above(first: int, lines: Sequence[str], roles: LineRoles) -> list[str]:
    """The comments right above a line, as far as nothing else stands between."""
    found: list[str] = []
    for number in range(first - 1, max(0, first - MOST_LINES), -1):
        if roles.code(number).strip(_NOTHING) or not roles.comment(number):
            break
        found.append(_line(lines, number))
    return found


def _line(lines: Sequence[str], number: int) -> str:
    text = lines[number - 1] if number <= len(lines) else ""
    return text if len(text) <= MAX_LINE else ""


def _closing(lines: Sequence[str], first: int, closes: re.Pattern[str], end: str) -> int:
    """The line that ends the comment and holds nothing after it; 0 without one near."""
    for number in range(first + 1, min(first + MOST_LINES, len(lines)) + 1):
        if end in lines[number - 1]:
            return number if closes.search(_line(lines, number)) else 0
    return 0


def _is_whole(text: str) -> bool:
    """Whether every tag is closed and no words stand outside of all of them."""
    open_tags: list[str] = []
    at, count = 0, 0
    for tag in _TAG.finditer(text):
        if not open_tags and text[at : tag.start()].strip():
            return False
        at, count = tag.end(), count + 1
        name = tag["name"] or ""
        if tag["end"]:
            if not open_tags or open_tags.pop() != name:
                return False
        elif not (tag[0].endswith("/>") or name.lower() in _VOID):
            open_tags.append(name)
    return count > 0 and not open_tags and not text[at:].strip()
