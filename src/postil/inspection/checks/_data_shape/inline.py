"""Pairs within a line, and references whose target stands elsewhere in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

_PAIRS = re.compile(
    r"(?P<bold>\*\*)(?=\S)(?P<in_bold>[^*\n]{1,120})(?P<bold_end>\*\*)"
    r"|(?P<struck>~~)(?=\S)(?P<in_struck>[^~\n]{1,120})(?P<struck_end>~~)"
    r"|(?P<tag><(?P<name>b|i|u|em|strong|code|kbd|sub|sup|mark|small|del|ins|span|font|a|q)(?:\s[^<>\n]{0,200})?>)"
    r"(?P<in_tag>[^<>\n]{1,200})(?P<tag_end></(?P=name)>)"
    r"|(?<!!)(?P<link>\[)(?P<in_link>[^\[\]\n]{1,120})(?P<link_end>\]\((?:https?|mailto|/|\.|#)[^()\n]{0,200}\))"
)  # fmt: skip
_KINDS = ("bold", "struck", "tag", "link")
_NOTE = re.compile(r"^\[\^(?P<id>[\w-]{1,30})\]:[^\n]{1,400}", re.MULTILINE)
_CITED = re.compile(r"\[\^(?P<id>[\w-]{1,30})\](?!:)")
_MOST = 60

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The places in a text of what opens, what stands between and what closes."""

    noun: str
    open: Span
    inner: Span
    close: Span


def pairs(text: str) -> Iterator[Pair]:
    """The pairs of markup within the lines of an example."""
    for match in islice(_PAIRS.finditer(text), _MOST):
        kind = next(each for each in _KINDS if match[each])
        noun = "mark" if kind != "tag" else "tag"
        yield Pair(
            noun=noun, open=match.span(kind), inner=match.span(f"in_{kind}"),
            close=match.span(f"{kind}_end"),
        )  # fmt: skip


def notes(text: str) -> Iterator[tuple[Span, Span]]:
    """The references to footnotes, each with the place of the note."""
    there = {match["id"]: match.span() for match in islice(_NOTE.finditer(text), _MOST)}
    for match in islice(_CITED.finditer(text), _MOST if there else 0):
        if match["id"] in there:
            yield match.span(), there[match["id"]]
