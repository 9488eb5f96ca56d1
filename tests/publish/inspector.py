"""Looks at a body as GitHub would show it, with another renderer than ours, and says what is live."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from cmarkgfm.cmark import Options, markdown_to_html_with_extensions

EXTENSIONS = ("table", "autolink", "strikethrough", "tasklist")
SENTINEL = "The sentinel stands alone."
_MENTION = re.compile(r"@\w")
_REFERENCE = re.compile(r"[#!&][0-9]|(?<![0-9A-Za-z])GH-[0-9]", re.IGNORECASE)
_COMMAND = re.compile(r"^(?:/[A-Za-z]|bors\b|r\+$|LGTM$)", re.MULTILINE)
_MARK = re.compile(r"<!--\s*postil", re.IGNORECASE)
_QUIET = ("code", "pre", "a")
_MADE = frozenset(
    {
        *("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code"),
        *("em", "strong", "del", "hr", "br", "table", "thead", "tbody", "tr", "th", "td", "a"),
        *("details", "summary", "sub", "sup", "small", "section"),
    }
)
_VOID = ("br", "hr", "img", "input")


class _Page(HTMLParser):
    def __init__(self, hosts: frozenset[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.hosts = hosts
        self.open: list[str] = []
        self.problems: list[str] = []
        self.sentinel_in: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _MADE:
            self.problems.append(f"tag <{tag}>")
        if tag == "a":
            self._link(dict(attrs))
        allowed = {"a": ("href", "class", "id", "aria-label"), "td": ("align",), "th": ("align",), "pre": ("lang",), "ol": ("start",), "li": ("id",), "code": ("class",), "section": ("class",), "sup": ("class",)}  # fmt: skip
        for name, _ in attrs:
            if name not in allowed.get(tag, ()) and not name.startswith("data-footnote"):
                self.problems.append(f"attribute {name} of <{tag}>")
        if tag not in _VOID:
            self.open.append(tag)

    def _link(self, attrs: dict[str, str | None]) -> None:
        address = attrs.get("href") or ""
        match = re.match(r"https://([^/?#]+)/", address)
        if not (match and match[1] in self.hosts and "?" not in address):
            self.problems.append(f"link to {address!r}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.problems.append(f"</{tag}> in {self.open[-3:]}")
            return
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if SENTINEL in data:
            self.sentinel_in = list(self.open)
        if any(tag in _QUIET for tag in self.open):
            return
        if _MENTION.search(data):
            self.problems.append(f"mention in {data[:60]!r}")
        if _REFERENCE.search(data):
            self.problems.append(f"reference in {data[:60]!r}")

    def handle_comment(self, data: str) -> None:
        self.problems.append(f"comment {data[:40]!r}")

    def handle_decl(self, decl: str) -> None:
        self.problems.append(f"declaration {decl[:40]!r}")

    def unknown_decl(self, data: str) -> None:
        self.problems.append(f"declaration {data[:40]!r}")

    def handle_pi(self, data: str) -> None:
        self.problems.append(f"instruction {data[:40]!r}")


def shown(body: str, *, footnotes: bool = False) -> str:
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_GITHUB_PRE_LANG
    options |= Options.CMARK_OPT_FOOTNOTES if footnotes else 0
    whole = body.encode("utf-8", "replace").decode("utf-8")
    return str(markdown_to_html_with_extensions(whole, options=options, extensions=EXTENSIONS))


def problems(body: str, *, hosts: frozenset[str] = frozenset()) -> Iterator[str]:
    """What is live or broken in a body that must hold no mark of ours."""
    for footnotes in (False, True):
        page = _Page(hosts)
        page.feed(shown(f"{body}\n\n{SENTINEL}\n", footnotes=footnotes))
        page.close()
        yield from page.problems
        if page.sentinel_in != ["p"]:
            yield f"what follows stands in {page.sentinel_in}"
    if _COMMAND.search(body):
        yield f"command {_COMMAND.search(body)!r}"
    if _MARK.search(body):
        yield "a mark of ours"
