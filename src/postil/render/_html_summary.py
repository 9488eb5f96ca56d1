"""The top of the page: the verdict, what was and was not seen, and the list of findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from postil.domain.document import ReviewDocument
from postil.domain.judgement import Coverage
from postil.domain.observation import Attendance, Gap
from postil.render._html_files import NOTE_LIMIT, FileView
from postil.render._html_note import LEVELS, Note, badge
from postil.render._html_round import since
from postil.render._html_text import Markup, element, joined, prose
from postil.render._status import UNREAD, Tone, counted, headline, tone

_SIGNS = {Tone.GOOD: "✓", Tone.NEUTRAL: "–", Tone.CAUTION: "!", Tone.BAD: "✕"}
_COVERAGE = {
    Coverage.FULL: "full coverage",
    Coverage.PARTIAL: "partial coverage",
    Coverage.NONE: "nothing covered",
}


def masthead(document: ReviewDocument) -> Markup:
    subject = document.subject
    range_ = element("code", f"{subject.base[:7]}…{subject.head[:7]}")
    return element(
        "header",
        element(
            "div",
            element("span", "Postil", class_="wordmark"),
            element("span", f"Automated review of {subject.head[:7]}", class_="strapline"),
            _button("?", "help", "Keyboard shortcuts"),
            _button("◐", "theme", "Switch between light and dark"),
            class_="bar",
        ),
        element("h1", prose(subject.title or subject.target)),
        element("p", prose(subject.target), " · ", range_, " · ", _size(document), class_="what"),
        class_="masthead",
    )


def _button(sign: str, name: str, label: str) -> Markup:
    return element(
        "button", sign, type="button", id=name, class_="tool", title=label, aria_label=label
    )


def _size(document: ReviewDocument) -> str:
    plus = sum(file.additions for file in document.files)
    minus = sum(file.deletions for file in document.files)
    return f"{counted(len(document.files), 'file')}, +{plus:,} −{minus:,}"


def verdict(document: ReviewDocument, notes: Sequence[Note]) -> Markup:
    mood = tone(document)
    sign = element("span", _SIGNS[mood], class_="sign", aria_hidden="true")
    return element(
        "section",
        element(
            "div",
            sign,
            element(
                "div",
                element("h2", headline(document), id="verdict-title"),
                element("p", " · ".join(_facts(document)), class_="facts"),
            ),
            class_=f"verdict {mood.value}",
        ),
        _counts(notes),
        since(document, {note.finding.id: note.anchor for note in notes[:NOTE_LIMIT]}),
        _notices(document.subject.notices),
        _gaps("Not seen", document.required_gaps, "gaps required"),
        aria_labelledby="verdict-title",
        class_="summary",
    )


def _facts(document: ReviewDocument) -> list[str]:
    reviewers = sum(
        record.kind != "check" and record.attendance is Attendance.RAN
        for record in document.inspectors
    )
    facts = [
        _COVERAGE[document.coverage],
        f"{counted(document.checks_run, 'check')} ran",
        f"{counted(reviewers, 'reviewer')} read it" if document.panel else UNREAD,
    ]
    if document.cost.usd is not None:
        facts.append(f"${document.cost.usd:.3f}")
    facts.append(f"{document.seconds:.1f} s")
    return facts


def _counts(notes: Sequence[Note]) -> str:
    found = Counter(note.level for note in notes if note.status == "open")
    del found["praise"]
    if not found:
        return ""
    rows = (
        element("li", element("b", f"{found[name]:,}"), badge(name))
        for name in LEVELS
        if found[name]
    )
    return element("ul", *rows, class_="counts", aria_label="Open findings by severity")


def _notices(notices: Sequence[str]) -> Markup:
    return joined(element("p", prose(notice), class_="notice") for notice in notices)


def _gaps(title: str, gaps: Sequence[Gap], name: str) -> str:
    if not gaps:
        return ""
    rows = (
        element(
            "li",
            element("b", gap.subject, class_="path"),
            ": ",
            prose(gap.reason),
            element("span", "→ ", prose(gap.remedy), class_="remedy") if gap.remedy else "",
        )
        for gap in gaps
    )
    return element("div", element("h3", title), element("ul", *rows), class_=name)


def index(notes: Sequence[Note], *, hidden: int) -> Markup:
    """Every finding on one line, worst first, with a link to its note."""
    title = element("h2", "Findings", id="findings-title")
    more = counted(hidden, "more finding")
    cut = element("p", f"{more} not on this page; the review document has all.", class_="absent")
    body = element("ol", *map(_entry, notes), class_="index") if notes else _nothing()
    return element(
        "section",
        title,
        _filters(notes) if notes else "",
        body,
        cut if hidden else "",
        id="findings",
        aria_labelledby="findings-title",
    )


def _nothing() -> Markup:
    return element("p", "Nothing stands against what was seen.", class_="absent")


def _entry(note: Note) -> Markup:
    finding = note.finding
    return element(
        "li",
        element(
            "a",
            element("span", note.number, class_="number"),
            badge(note.level),
            element("span", prose(finding.title), class_="title"),
            element("span", note.state, class_="state") if note.state else "",
            element("span", finding.place.place, class_="path"),
            href=f"#{note.anchor}",
        ),
        class_=note.status,
        data_level=note.level,
        data_status=note.status,
        data_note=note.anchor,
    )


def _filters(notes: Sequence[Note]) -> Markup:
    levels = Counter(note.level for note in notes)
    chips = (
        element(
            "button",
            badge(name),
            " ",
            element("span", f"{levels[name]:,}", class_="n"),
            type="button",
            class_="chip",
            aria_pressed="true",
            data_level=name,
        )
        for name in LEVELS
        if levels[name]
    )
    return element(
        "div",
        element("div", *chips, class_="chips", role="group", aria_label="Severity"),
        _status_choice(notes),
        element(
            "label",
            element("span", "Files", class_="label"),
            Markup(
                '<input id="filter" type="search" placeholder="part of a path" '
                'autocomplete="off" spellcheck="false">'
            ),
        ),
        element("p", id="shown", role="status", aria_live="polite"),
        class_="filters",
        role="search",
        aria_label="Filter findings",
    )


def _status_choice(notes: Sequence[Note]) -> Markup:
    states = Counter(note.status for note in notes)
    options = (
        ("", f"all {len(notes):,}"),
        *((name, f"{name} {states[name]:,}") for name in ("open", "closed")),
    )
    return element(
        "label",
        element("span", "Status", class_="label"),
        element(
            "select",
            *(element("option", words, value=name) for name, words in options),
            id="status",
        ),
    )


def file_list(files: Sequence[FileView], tallies: Sequence[str]) -> Markup:
    rows = (
        element(
            "li",
            element("a", _short(view.path), href=f"#file-{ordinal}", title=view.path),
            tally,
            data_file=f"file-{ordinal}",
            data_path=view.path,
        )
        for ordinal, (view, tally) in enumerate(zip(files, tallies, strict=True), start=1)
    )
    title = element("summary", f"{counted(len(files), 'file')}")
    return element(
        "nav", element("details", title, element("ul", *rows), open=True), aria_label="Files"
    )


def _short(path: str) -> Markup:
    folder, slash, name = path.rpartition("/")
    return joined((element("span", folder + slash, class_="folder"), element("bdi", name)))
