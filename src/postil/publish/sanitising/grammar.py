"""Reads Markdown as a forge does and notes where each inline construct begins and ends.

HTML is not read at all: what we do not write ourselves will be escaped, and then a reader that
never knew it has read right. The folds of our layouts are the one exception.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_inline import StateInline, autolink, backtick, entity, escape, image, link
from markdown_it.token import Token

from postil.publish.sanitising.live import is_inert

_NESTING = 40
_OPENING, _CLOSING = "<details>", "</details>"
_SUMMARY = re.compile(r"\A<summary>((?:[^<>&`\\]|&(?:amp|lt|gt|quot);){1,200})</summary>\Z")

Rule = Callable[[StateInline, bool], bool]


@dataclass(frozen=True, slots=True)
class Span:
    """One inline construct by its place in the text of its block.

    `inner` is where a link's label ends, `address` where it leads; `text` is what a reader sees.
    """

    rule: str
    start: int
    end: int
    text: str = ""
    inner: int = 0
    address: str = ""


class _Reader(MarkdownIt):
    """Takes every address for a link, as a forge might, and leaves it as it is written."""

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802 - the library's name
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the library's name
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 - the library's name
        return link


def parse(body: str, lines: Sequence[str]) -> tuple[list[Token], dict[int, list[Span]]]:
    """The blocks, and the constructs of each block of text by the identity of its children."""
    spans: dict[int, list[Span]] = {}
    return _reader().parse(body, {"lines": lines, "spans": spans}), spans


def outline(body: str, lines: Sequence[str]) -> list[Token]:
    """The blocks alone, their text not looked into."""
    tokens: list[Token] = []
    reader = _reader()
    reader.block.parse(body, reader, {"lines": lines}, tokens)
    return tokens


@cache
def _reader() -> MarkdownIt:
    reader = _Reader("commonmark", {"html": False, "maxNesting": _NESTING})
    # Joining text would replace the children by whose identity the spans are found.
    reader.enable("strikethrough").disable(["table", "reference", "text_join"])
    # Forges ask whether a line begins any other block before they take it for a table's first.
    reader.block.ruler.before("lheading", "cells", table, {"alt": ["paragraph", "reference"]})
    reader.block.ruler.at("html_block", _fold, {"alt": ["paragraph", "reference", "blockquote"]})
    for rule in (escape, entity, link, image, autolink):
        reader.inline.ruler.at(rule.__name__, _noting(rule))
    reader.inline.ruler.at("backticks", _noting(backtick))
    return reader


def _noting(rule: Rule) -> Rule:
    def noted(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the library's signature
        start, before = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        # A run of backticks without a partner is consumed as text and makes no token.
        if not silent and len(state.tokens) > before:
            noted = state.env["spans"].setdefault(id(state.tokens), [])
            noted.append(_span(rule.__name__, state, start, before))
        return True

    return noted


def _span(name: str, state: StateInline, start: int, before: int) -> Span:
    made = state.tokens[before:]
    if name == "link":
        opened = next(token for token in made if token.type == "link_open")
        inner = state.md.helpers.parseLinkLabel(state, start, True)  # noqa: FBT003 - the library's signature
        address = str(opened.attrGet("href") or "")
        return Span(name, start, state.pos, inner=inner, address=address)
    last = made[-1]
    if name == "image":
        address = str(last.attrGet("src") or "")
        return Span(name, start, state.pos, text=last.content, address=address)
    if name == "autolink":
        return Span(name, start, state.pos, address=state.src[start + 1 : state.pos - 1])
    text = "\n" if last.type == "hardbreak" else last.content
    return Span(name, start, state.pos, text=text)


def _fold(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - see above
    """The lines by which our layouts fold: at the left margin, word for word, nothing else."""
    lines: Sequence[str] = state.env["lines"]
    opens = lines[start] == _OPENING and start + 1 < end and is_summary(lines[start + 1])
    if not (opens or lines[start] == _CLOSING):
        return False
    if silent:
        return True
    state.line = start + 2 if opens else start + 1
    token = state.push("fold_open" if opens else "fold_close", "", 0)
    token.map = [start, state.line]
    return True


def is_summary(line: str) -> bool:
    """Whether the line is a fold's title that no forge would act on."""
    title = _SUMMARY.match(line)
    return title is not None and is_inert(title[1].replace("&amp;", "&"))
