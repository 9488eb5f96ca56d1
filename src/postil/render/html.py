"""The whole review as one self-contained page: verdict, diff with notes in the margin, record."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files

from postil.domain.change import Change
from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.severity import Kind
from postil.render import Style
from postil.render._html_diff import file_section, tally
from postil.render._html_files import NOTE_LIMIT, Pages, arrange
from postil.render._html_note import Note
from postil.render._html_record import record, set_aside
from postil.render._html_round import entries
from postil.render._html_summary import file_list, index, masthead, verdict
from postil.render._html_text import Markup, element
from postil.render._masking import masked
from postil.render._status import counted, in_order, is_partial

NAME = "html"
MEDIA_TYPE = "text/html"

_SHORTCUTS = (
    ("j", "next finding"),
    ("k", "previous finding"),
    ("n", "next file"),
    ("p", "previous file"),
    ("f", "filter by path"),
    ("t", "light or dark"),
    ("?", "this help"),
)


def render(document: ReviewDocument, change: Change | None, *, style: Style) -> str:
    """A page that needs no network and runs nothing but its own script.

    A page has no width and brings its own colours, so nothing of `style` applies.
    """
    del style
    css, script = _part("page.css"), _part("page.js")
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_policy(css, script)}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark">'),
        Markup('<meta name="referrer" content="no-referrer">'),
        element("title", f"Postil: {document.subject.title or document.subject.target}"),
        Markup(f"<style>{css}</style>"),
    )
    body = element("body", *_body(document, change), Markup(f"<script>{script}</script>"))
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _body(document: ReviewDocument, change: Change | None) -> tuple[Markup | str, ...]:
    ordered = sorted(in_order(_speaking(document)), key=_asks_for_nothing)
    known = entries(document)
    notes = [Note(each, at, known.get(each.id)) for at, each in enumerate(ordered, start=1)]
    shown, hidden = notes[:NOTE_LIMIT], len(notes[NOTE_LIMIT:])
    pages = arrange(document, masked(document, change) if change else None, shown)
    return (
        element("a", "Skip to the findings", href="#findings", class_="skip"),
        masthead(document),
        element(
            "main",
            verdict(document, notes),
            index(shown, hidden=hidden),
            _changes(pages),
            set_aside(document),
            record(document),
        ),
        element("footer", f"Written by Postil {document.postil}; made to be read offline."),
        _help(),
    )


def _speaking(document: ReviewDocument) -> list[Finding]:
    """Every finding; a review that saw only a part praises nothing."""
    silent = is_partial(document)
    return [f for f in document.findings if not (silent and f.kind is Kind.PRAISE)]


def _asks_for_nothing(finding: Finding) -> tuple[bool, bool]:
    """What needs no attention comes last: praise, and at the very end what is closed."""
    return not finding.is_open, finding.kind is Kind.PRAISE


def _changes(pages: Pages) -> str:
    if not pages.files:
        return ""
    sections = [file_section(view, ordinal=at) for at, view in enumerate(pages.files, start=1)]
    return element(
        "section",
        element("h2", "Changes", id="changes-title"),
        _away(pages),
        element(
            "div",
            file_list(pages.files, [tally(view) for view in pages.files]),
            element("div", *sections, class_="files"),
            class_="columns",
        ),
        aria_labelledby="changes-title",
        class_="changes",
    )


def _away(pages: Pages) -> str:
    away = [
        counted(number, noun)
        for number, noun in ((pages.hidden_lines, "diff line"), (pages.hidden_files, "file"))
        if number
    ]
    if not away:
        return ""
    return element(
        "p", f"Not on this page, to keep it usable: {' and '.join(away)}.", class_="absent"
    )


def _help() -> Markup:
    rows = (
        element("div", element("dt", element("kbd", key)), element("dd", words))
        for key, words in _SHORTCUTS
    )
    title = element("h2", "Keyboard", id="help-title")
    close = element("button", "Close", type="button", id="close", class_="tool")
    return element(
        "dialog", title, element("dl", *rows), close, id="shortcuts", aria_labelledby="help-title"
    )


def _part(name: str) -> str:
    return files("postil.render").joinpath("page", name).read_text(encoding="utf-8").strip()


def _policy(css: str, script: str) -> str:
    """Nothing may load; only this page's own style and script, known by their hash, may act."""
    return (
        f"default-src 'none'; style-src '{_digest(css)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
