"""A Markdown document as a reader sees it: what it offers to link to, and what it links to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from urllib.parse import unquote

from postil.domain.paths.names import words
from postil.inspection.checks._doc_claims.headings import Heading, bare, headings_of
from postil.inspection.documents import LONGEST_LINE

LONGEST_SHEET = 400_000
_NEARBY = 2_000
_FENCE = re.compile(
    r"\A[ \t>]{0,40}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4}){0,3}(`{3,100}|~{3,100})[^`\n]{0,300}(`?)"
)
_FENCE_END = re.compile(r"\A[ \t>]{0,40}(`{3,100}|~{3,100})[ \t]{0,40}\Z")
_SPAN = re.compile(r"(`{1,3})[^`\n]{1,300}\1(?!`)")
_THANKED = ("ALL-CONTRIBUTORS-LIST:START", "ALL-CONTRIBUTORS-LIST:END")
"""Around a table whose links name nothing on purpose."""

_NAMED = (
    re.compile(r"\b(?:id|name)\s{0,3}=\s{0,3}\{?[\"'`]?([^\s\"'`<>{}]{1,200})"),
    re.compile(r"\{[^{}#\n]{0,100}#([\w:.-]{1,200})"),
    re.compile(r"(?m)^\s{0,8}\(([^()\s]{1,200})\)="),
    re.compile(r"(?m)^\s{0,8}\.\. _([^:\n]{1,200}):"),
    re.compile(r"[\\@](?:anchor|page|(?:sub){0,2}section|paragraph)\s{1,4}([\w-]{1,200})"),
)
"""The ways to give a place an anchor by hand."""

_MADE = re.compile(
    r"\{\{|\{%|<%|--8<--|\{!|^\s{0,8}<[A-Z]\w{0,60}[\s/>]|^\s{0,8}<<<|^\s{0,8}@\["
    r"|^\s{0,8}:{3,8}(?!\s{0,4}(?:tip|note|info|warning|danger|caution|important|details|success)\b"
    r"|\s{0,4}$)|^\s{0,8}(?:import|export)\s[^\n]{0,200}\sfrom\s{0,4}[\"']"
    r"|(?i:[@!$#]include\b|<include\b|\{include|\.\. include::|\[\[_?toc_?\]\])"
    r"|^\s{0,8}[*_]{0,2}(?i:(?:auto-?)?generated (?:by|with|using) \[)",
    re.MULTILINE,
)
_MADE_IN_COMMENT = re.compile(
    r"<!--\s{0,4}(?:[@#:]?\s{0,2}(?:include|import|embed|snippet|auto-?generated|automd|transclude)\b"
    r"|begin[_ -]tf)",
    re.IGNORECASE,
)
"""What brings in text that is not in the file."""

_LINK = re.compile(
    r"\]\([ \t]{0,4}<?([^()\s<>#\"']{0,300})#([^()\s<>\"'`]{1,200})>?"
    r"([ \t]{1,4}(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?[ \t]{0,4}\)"
)
_DEFINED = re.compile(
    r"\A[ \t>]{0,12}\[[^\[\]\n]{1,200}\]:[ \t]{1,8}<?([^\s<>#()]{0,300})#([^\s<>()\"'`]{1,200})()"
)
_HREF = re.compile(
    r"\bhref\s{0,2}=\s{0,2}[\"']([^\s\"'#<>]{0,300})#([^\s\"'#<>]{1,200})[\"'](\s{1,4}title=)?",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"!\[[^\[\]\n]{0,300}\]\([^()\n]{0,400}\)")
_ENDINGS = (".md", ".markdown")
_SCHEME = re.compile(r"\A(?:[A-Za-z][\w+.-]{0,20}:|//)")
_ODD = re.compile(
    r"[/!?=&:;,{}$*^|~@+\[\]\\]|\A(?:L\d|\d{1,12}\Z|user-content-|fn|footnote|ref-|cite)"
)
_ANYWHERE = frozenset(
    words(
        "top readme anchor anchors link links foo bar baz id url hash fragment heading section bookmark"
        " placeholder todo tbd fixme xxx example some-anchor some-heading my-anchor your-anchor target"
        " start-of-content slug void somewhere anything"
    )
)
"""Anchors that every page has, or that stand for any."""
_PREFIXES = ("", "markdown-header-", "header-", "heading-")
"""What some sites put before each anchor."""


def is_markdown(path: str) -> bool:
    return path.lower().endswith(_ENDINGS)


@dataclass(frozen=True)
class AnchorLink:
    """A link to a place in a document; `target` is empty where it is its own."""

    line: int
    target: str
    spelled: str

    @property
    def anchor(self) -> str:
        return unquote(self.spelled)

    @property
    def target_name(self) -> str:
        """The document's name without its folder, which changes when either document moves."""
        return posixpath.basename(self.target)

    def leads_to(self, path: str) -> str:
        """The document that is meant by such a link in the one at `path`; empty outside the tree."""
        if not self.target:
            return path
        folder = "" if self.target.startswith("/") else posixpath.dirname(path)
        meant = posixpath.normpath(posixpath.join(folder, unquote(self.target).lstrip("/")))
        return "" if meant.startswith("../") else meant


@dataclass(frozen=True)
class Sheet:
    """The text of one document at one revision."""

    text: str

    @cached_property
    def lines(self) -> list[str]:
        """Its lines; those of code blocks and comments are blank."""
        written = [line.removesuffix("\r") for line in self.text.split("\n")]
        return _without_comments("\n".join(_without_fences(written))).split("\n")

    @cached_property
    def prose(self) -> list[str]:
        """The same without code in the lines, and so without links that are only shown."""
        return [_SPAN.sub(" ", line[:LONGEST_LINE]) for line in self.lines]

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        return tuple(headings_of(self.lines))

    @cached_property
    def named(self) -> frozenset[str]:
        return frozenset(bare(name) for pattern in _NAMED for name in pattern.findall(self.text))

    @cached_property
    def _bare(self) -> frozenset[str]:
        return self.named.union(*(heading.bare for heading in self.headings))

    @cached_property
    def is_whole(self) -> bool:
        """Whether all that a reader of the page will see stands in the file."""
        if "\n" not in self.text.strip() or _MADE_IN_COMMENT.search(self.text):
            # One line alone is what a symbolic link reads as.
            return False
        return _MADE.search("\n".join(self.prose)) is None

    def has(self, anchor: str) -> bool:
        """Whether a site, of whatever kind, may have given a place of the page that anchor."""
        return any(bare(anchor.removeprefix(start)) in self._bare for start in _PREFIXES)

    @cached_property
    def links(self) -> tuple[AnchorLink, ...]:
        thanked = _between(self.text.split("\n"), *_THANKED)
        return tuple(
            link
            for number, line in enumerate(self.prose, start=1)
            if "#" in line and number not in thanked
            for link in _links_in(number, line)
        )


def _links_in(number: int, line: str) -> Iterator[AnchorLink]:
    text = _PICTURE.sub(" ", line)
    for found in chain(_LINK.finditer(text), _DEFINED.finditer(text), _HREF.finditer(text)):
        target, spelled, title = found.groups()
        if title and not target:
            # Tables of contributors write what somebody did into links that lead nowhere.
            continue
        if _SCHEME.match(target) or (target and not is_markdown(target)):
            continue
        link = AnchorLink(number, target, spelled)
        if bare(link.anchor) and not _is_odd(link.anchor):
            yield link


def _is_odd(anchor: str) -> bool:
    """Whether the anchor is one of a program, a route, a line or a note, not that of a heading."""
    return anchor.lower() in _ANYWHERE or _ODD.search(anchor) is not None


def _between(lines: list[str], first: str, last: str) -> set[int]:
    """The numbers of the lines from one that holds a mark to one that holds the other."""
    inside, found = False, set()
    for number, line in enumerate(lines, start=1):
        inside = inside or first in line
        if inside:
            found.add(number)
        inside = inside and last not in line
    return found


def _without_fences(lines: list[str]) -> list[str]:
    kept: list[str] = []
    fence, start = "", 0
    for index, line in enumerate(lines):
        if fence:
            end = _FENCE_END.match(line)
            kept.append("")
            if end and end[1].startswith(fence):
                fence = ""
            continue
        begin = _FENCE.match(line)
        # A backtick after three of them closes a span: this is code in a line of prose.
        if begin and not (begin[2] and begin[1].startswith("`")):
            fence, start = begin[1], index
        kept.append("" if fence else line)
    # One that is never closed was none, as far as anybody can tell.
    return [*kept[:start], *lines[start:]] if fence else kept


def _without_comments(text: str) -> str:
    kept: list[str] = []
    position, end = 0, 0
    while (start := text.find("<!--", position)) >= 0:
        end = end if end > start else text.find("-->", start)
        if end < 0:
            break
        nearby = max(position, start - _NEARBY)
        if text.count("`", max(nearby, text.rfind("\n", nearby, start)), start) % 2:
            # It stands in code, and so opens nothing.
            kept.append(text[position : start + 4])
            position = start + 4
            continue
        kept.append(text[position:start] + "\n" * text.count("\n", start, end))
        position = end + 3
    return "".join([*kept, text[position:]])
