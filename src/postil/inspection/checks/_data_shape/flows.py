"""A field that is rendered where it is loaded, and once more where it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change
from postil.domain.finding import Quote
from postil.inspection.checks._data_shape.templates import is_template
from postil.ports import Hits, Tree
from postil.syntax import imports, supports

_MADE = re.compile(
    r"(?:(?<=[{,(\s])[\"']?|[.>]|\[[\"':])(?P<field>[A-Za-z_]\w{1,40})[\"']?\]?\s{0,2}(?P<sign>:|=>|=)\s{0,2}(?:await\s)?"
    r"(?P<call>[A-Za-z_$][\w.$:]{1,60}(?:->\w{1,40})?)\((?!\s{0,2}[\"'`)])"
)
_SHOWN = re.compile(
    r"(?<![\w.$:])(?P<call>[A-Za-z_$][\w.$:]{1,60})\(\s{0,2}[&*]?(?:[\w$.?!]{1,60}(?:\.|->|\[[\"':]))?(?P<field>[A-Za-z_]\w{1,40})[\"']?\]?\s{0,2}[,)]"
    r"|<(?P<tag>[A-Z]\w{2,40})[^<>\n]{0,80}>\s{0,4}\{(?:[\w.?!]{1,60}\.)?(?P<held>[A-Za-z_]\w{1,40})\}"
    r"|\{\{-?\s?(?:[\w.$]{0,60}\.)?(?P<piped>[A-Za-z_]\w{1,40})\s?\|\s?(?P<filter>\w{2,40})"
)
_FAMILIES = (
    ("markdown", re.compile(r"markdown|\bmarked\b|commonmark|mistune|goldmark|kramdown|redcarpet|parsedown|showdown|md_?(?:to|2)_?html|\bmd\.render|render_?md", re.IGNORECASE)),
    ("escape", re.compile(r"escape_?html|html_?escape|html\.escape|htmlspecialchars|htmlentities|EscapeString|HtmlEncode", re.IGNORECASE)),
    ("lines", re.compile(r"nl2br|simple_format|line_?breaks", re.IGNORECASE)),
    ("links", re.compile(r"linkify|auto_?link|urlize", re.IGNORECASE)),
    ("url", re.compile(r"encodeURI|quote_plus|url_?encode|QueryEscape", re.IGNORECASE)),
    ("base64", re.compile(r"\bbtoa\b|b64encode|base64_encode|EncodeToString", re.IGNORECASE)),
    ("highlight", re.compile(r"highlight|textile|bb_?code|asciidoc", re.IGNORECASE)),
)  # fmt: skip
_LIKELY = re.compile(
    r"render|html|markup|markdown|marked|mistune|goldmark|kramdown|redcarpet|parsedown|showdown|md\W|escape|nl2br|format|breaks|link|urlize"
    r"|encode|Encode|quote_plus|QueryEscape|btoa|highlight|textile|bb_?code|asciidoc",
    re.IGNORECASE,
)
_RENDERS = re.compile(r"render|html|markup", re.IGNORECASE)
_SPELLED = {
    "markdown": ("ReactMarkdown", "Markdown", "markdown", "marked", "markdownify", "renderMarkdown", "render_markdown"),
    "escape": ("escapeHtml", "escape_html", "htmlspecialchars"),
    "lines": ("nl2br", "linebreaks", "simple_format"),
    "links": ("linkify", "urlize", "auto_link"),
}  # fmt: skip
_READY = re.compile(
    r"\{\{-?\s?(?:[\w.$]{0,60}\.)?(?P<piped>[A-Za-z_]\w{1,40})\s?\|\s?(?:safe|raw|safeHTML|html_safe)\b"
    r"|\{\{\{-?\s?(?:[\w.$]{0,60}\.)?(?P<triple>[A-Za-z_]\w{1,40})\s?\}\}\}|<%-\s?(?:[\w.$]{0,60}\.)?(?P<script>[A-Za-z_]\w{1,40})\s?%>"
    r"|<%==?\s?(?:raw\s)?[@\w.]{0,60}?(?P<ruby>[A-Za-z_]\w{1,40})(?:\.html_safe)?\s?%>"
)
"""What shows a field as it is: it was ready to be shown."""
_ASKS = re.compile(r"\A_{0,4}(?:is|has|can|should|needs|supports|contains)(?:_|[A-Z])")
"""What answers yes or no renders nothing."""
_PAGE = re.compile(r"\A_*(?:inner|outer)?html\Z", re.IGNORECASE)
_BOTH = re.compile(r"\b\w{3,60}")
_MOST_ENDS = 30
_MOST_HITS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """One end of a flow: the field, what renders it, and whether the result is the field again."""

    path: str
    line: int
    text: str
    field: str
    call: str
    is_made: bool

    @property
    def family(self) -> str:
        for name, about in _FAMILIES:
            if about.search(self.call):
                return name
        bare = re.split(r"[.:>]", self.call)[-1]
        return bare if _RENDERS.search(bare) and not _ASKS.match(bare) else ""

    def fits(self, other: End) -> bool:
        return (
            self.family == other.family
            and self.field.lower() == other.field.lower()
            and self.is_made != other.is_made
            and self.path != other.path
        )

    @property
    def quote(self) -> Quote:
        return Quote(path=self.path, text=self.text, line=self.line)


def ends(path: str, number: int, text: str) -> Iterator[End]:
    """What a line renders; a field that is made of itself is not shown there."""
    line = text[:1_000]
    made: dict[int, str] = {}
    for match in _MADE.finditer(line):
        is_held = match["sign"] != "=" or line[: match.start() + 1].endswith((".", ">", "["))
        if is_held and not _PAGE.search(match["field"]):
            made[match.start("call")] = match["field"]
            yield from _end(
                path, number, text, field=match["field"], call=match["call"], is_made=True
            )
    for match in _SHOWN.finditer(line):
        field = match["field"] or match["held"] or match["piped"]
        call = match["call"] or match["tag"] or match["filter"]
        if match["call"] is None or made.get(match.start("call")) != field:
            yield from _end(path, number, text, field=field, call=call, is_made=False)


def _end(
    path: str, number: int, text: str, *, field: str, call: str, is_made: bool
) -> Iterator[End]:
    end = End(path=path, line=number, text=text, field=field, call=call, is_made=is_made)
    if end.family:
        yield end


@dataclass(frozen=True)
class Flows:
    """The ends that a change adds, and the others of the tree."""

    change: Change
    head: Tree

    @cached_property
    def added(self) -> list[End]:
        found: list[End] = []
        for file in self.change.files:
            if _is_code(file.path):
                for number, text in file.added:
                    if _LIKELY.search(text):
                        found += ends(file.path, number, text)
        return found[:_MOST_ENDS]

    def needles(self) -> frozenset[str]:
        found: set[str] = set()
        for end in self.added:
            found.add(re.split(r"[.:>]", end.call)[-1])
            found.update(_SPELLED.get(end.family, ()))
        return frozenset(word for word in found if word)

    def twice(self, hits: Mapping[str, Hits]) -> Iterator[tuple[End, End]]:
        """The end that the change adds, and the one that does it again."""
        told: set[tuple[str, str]] = set()
        for end in self.added:
            words = (re.split(r"[.:>]", end.call)[-1], *_SPELLED.get(end.family, ()))
            for other in self._others(words, hits):
                made, shown = (end, other) if end.is_made else (other, end)
                if (
                    end.fits(other)
                    and (end.path, end.field) not in told
                    and self._meet(made, shown)
                ):
                    told.add((end.path, end.field))
                    yield end, other

    def _others(self, words: tuple[str, ...], hits: Mapping[str, Hits]) -> Iterator[End]:
        for word in dict.fromkeys(words):
            for hit in hits.get(word, Hits()).hits[:_MOST_HITS]:
                if _is_code(hit.path):
                    yield from ends(hit.path, hit.line, hit.text)

    def _meet(self, made: End, shown: End) -> bool:
        """Whether what is made in one file comes to the other."""
        stem = made.path.rpartition("/")[2].partition(".")[0]
        text = self.head.read(shown.path) or ""
        if supports(shown.path):
            if any(stem in _BOTH.findall(each.source) for each in imports(shown.path, text)):
                return True
        elif shown.path.rpartition("/")[2] in (self.head.read(made.path) or ""):
            return True
        if is_template(shown.path) and made.field in self._ready(shown.path):
            return True
        return any(
            end.field == made.field and not end.is_made and end.family == made.family
            for file in self.change.files
            if file.path != made.path and _is_code(file.path)
            for number, removed in file.removed
            for end in ends(file.path, number, removed)
        )

    def _ready(self, path: str) -> set[str]:
        """The fields that a template showed as they were, up to this change."""
        file = self.change.by_path.get(path)
        lines = [text[:1_000] for _, text in file.removed] if file else []
        found = (match for line in lines for match in _READY.finditer(line))
        return {name for match in found for name in match.groups() if name}


def _is_code(path: str) -> bool:
    return (supports(path) or is_template(path)) and not (
        paths.is_test(path) or paths.is_vendored(path) or paths.is_generated(path)
    )
