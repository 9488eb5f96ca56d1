"""The headings of a Markdown document, and the anchors that GitHub and other sites make of them."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LONGEST_HEADING = 400
_BEFORE = r"\A[ \t>]{0,40}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4}){0,3}"
_ATX = re.compile(_BEFORE + r"(#{1,6})(?!#)[ \t]{0,20}(.{1,400})")
_CLOSING = re.compile(r"[ \t]#{1,6}\Z")
_UNDERLINE = re.compile(r"\A[ \t>]{0,40}(=|-)\1{0,400}[ \t]{0,20}\Z")
_LEADER = re.compile(_BEFORE)
_TAG = re.compile(r"<h([1-6])\b[^<>\n]{0,300}>", re.IGNORECASE)
_TAG_LINES = 5

_SPAN = re.compile(r"(`{1,3})([^`\n]{1,300})\1(?!`)")
_KEPT = re.compile(r"\ue000(\d{1,3})\ue001")
_IMAGE = re.compile(r"!\[[^\[\]\n]{0,300}\](?:\([^()\n]{0,400}\)|\[[^\[\]\n]{0,200}\])?")
_TARGET = re.compile(r"\](?:\([^()\n]{0,400}\)|\[[^\[\]\n]{0,200}\])")
_HTML = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>")
_ATTRIBUTES = re.compile(r"\{[:#. ][^{}\n]{0,200}\}")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_EMPHASIS = re.compile(r"(?<!\w)_{1,3}|_{1,3}(?!\w)")
_SHORTCODE = re.compile(r":[\w+-]{1,40}:")
_NUMBERS = re.compile(r"\A\d{1,40}")


@dataclass(frozen=True)
class Heading:
    """A heading, the anchor it has on GitHub, and how much of it every other site keeps as well."""

    line: int
    level: int
    slug: str
    bare: frozenset[str]


def headings_of(lines: Sequence[str]) -> Iterator[Heading]:
    """The headings of a document whose code blocks and comments are blank."""
    seen: Counter[str] = Counter()
    for line, level, raw in _written(lines):
        text = shown(raw)
        slug = slug_of(text)
        count = seen[slug]
        seen[slug] += 1
        own = f"{slug}-{count}" if count else slug
        yield Heading(line, level, own, _spellings(raw, text, own))


def bare(text: str) -> str:
    """What remains of an anchor or a heading when only letters and digits count."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in folded if letter.isalnum())


def slug_of(text: str) -> str:
    """The anchor that GitHub makes of a heading's text, were it the only one."""
    kept = (letter for letter in text.strip().lower() if _stays(letter))
    return "".join(kept).replace(" ", "-")


def shown(raw: str) -> str:
    """The words of a heading as a page shows them."""
    spans: list[str] = []

    def keep(span: re.Match[str]) -> str:
        spans.append(span[2])
        return f"\ue000{len(spans) - 1}\ue001"

    def give_back(mark: re.Match[str]) -> str:
        return spans[int(mark[1])] if int(mark[1]) < len(spans) else ""

    text = _SPAN.sub(keep, raw[:LONGEST_HEADING])
    for pattern in (_IMAGE, _TARGET, _HTML, _ATTRIBUTES):
        text = pattern.sub("", text)
    text = _EMPHASIS.sub("", html.unescape(_ESCAPED.sub(r"\1", text)))
    return _KEPT.sub(give_back, text)


def _stays(letter: str) -> bool:
    return letter.isalnum() or letter in "-_ " or unicodedata.category(letter).startswith("M")


def _spellings(raw: str, text: str, slug: str) -> frozenset[str]:
    """What the anchor may be, on whatever site: with numbers or without, with marks or in ASCII."""
    readings = {
        bare(slug),
        *map(bare, (raw, text, _SHORTCODE.sub("", text), text.replace("&", " and "))),
    }
    readings |= {_NUMBERS.sub("", one) for one in readings}
    readings |= {"".join(letter for letter in one if letter.isascii()) for one in readings}
    return frozenset(one for one in readings if one)


def _written(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Line, level and source of each heading; doubtful ones count, for an anchor too many is no harm."""
    for index, line in enumerate(lines):
        text = line[:LONGEST_HEADING].rstrip()
        if not text:
            continue
        atx = _ATX.match(text)
        if atx:
            yield index + 1, len(atx[1]), _CLOSING.sub("", atx[2].rstrip()).strip()
            continue
        underline = (
            _UNDERLINE.match(lines[index + 1][:LONGEST_HEADING]) if index + 1 < len(lines) else None
        )
        if underline and not _UNDERLINE.match(text):
            yield index + 1, 1 if underline[1] == "=" else 2, _LEADER.sub("", text).strip()
        yield from _tagged(lines, index)


def _tagged(lines: Sequence[str], index: int) -> Iterator[tuple[int, int, str]]:
    if "<h" not in lines[index] and "<H" not in lines[index]:
        return
    text = " ".join(line[:LONGEST_HEADING] for line in lines[index : index + _TAG_LINES])
    for tag in _TAG.finditer(text, 0, min(len(lines[index]), LONGEST_HEADING)):
        end = text.lower().find(f"</h{tag[1]}", tag.end())
        yield index + 1, int(tag[1]), text[tag.end() : end if end >= 0 else None].strip()
