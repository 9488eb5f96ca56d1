"""One finding as a note in the margin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import Side
from postil.domain.finding import Evidence, Finding
from postil.domain.ledger import State
from postil.domain.memory import Entry
from postil.domain.severity import Kind, Reversible
from postil.domain.wording import BLAST_WORDS, confidence_word
from postil.render._html_round import life
from postil.render._html_text import Markup, element, joined, prose, quote_text

LEVELS = ("critical", "high", "medium", "low", "nit", "question", "preference", "praise")
"""What the page sorts and filters by, worst first: a severity, or the kind where that says more."""

_SYMBOLS = {
    "critical": "◆",
    "high": "▲",
    "medium": "●",
    "low": "○",
    "nit": "·",
    "question": "?",
    "preference": "~",
    "praise": "+",
}
_BY_KIND = {
    Kind.QUESTION: "question",
    Kind.SPEC_GAP: "question",
    Kind.PREFERENCE: "preference",
    Kind.PRAISE: "praise",
}
_PLACES_SHOWN = 3
_REVERSIBLE = {Reversible.YES: "can be undone", Reversible.NO: "cannot be undone"}


@dataclass(frozen=True, slots=True)
class Note:
    """A finding with its place in reading order, counted from 1.

    `entry` is what is remembered of it; None in a first review.
    """

    finding: Finding
    ordinal: int
    entry: Entry | None = None

    @property
    def anchor(self) -> str:
        return f"note-{self.ordinal}"

    @property
    def number(self) -> str:
        return self.finding.number or f"F{self.ordinal}"

    @property
    def level(self) -> str:
        return level(self.finding)

    @property
    def state(self) -> str:
        """Its state in words; in a first review that everything is new need not be said."""
        is_plain = self.finding.status is State.NEW and self.entry is None
        return "" if is_plain else self.finding.status.value.replace("-", " ")

    @property
    def status(self) -> str:
        return "open" if self.finding.is_open else "closed"


def level(finding: Finding) -> str:
    return _BY_KIND.get(finding.kind, finding.severity.value)


def badge(name: str) -> Markup:
    """A level as symbol and word, so that colour is never the only sign."""
    symbol = element("span", _SYMBOLS[name], class_="symbol", aria_hidden="true")
    return element("span", symbol, f" {name.capitalize()}", class_=f"badge {name}")


def article(note: Note, *, beside: bool) -> Markup:
    """The note; `beside` when the quoted line stands next to it and need not be repeated."""
    finding = note.finding
    title = f"{note.anchor}-title"
    return element(
        "article",
        _header(note, beside=beside),
        element("h4", prose(finding.title), id=title),
        element("p", prose(finding.failure_mode), class_="why"),
        _labelled("Do", finding.mitigation, "do"),
        _labelled("Caveat", finding.caveat, "caveat"),
        _quotes(finding, beside=beside),
        _suggestion(finding),
        _adjustments(finding),
        life(note.entry),
        _more(finding),
        class_=f"note {note.level} {note.status}",
        id=note.anchor,
        tabindex="-1",
        aria_labelledby=title,
        data_level=note.level,
        data_status=note.status,
    )


def _header(note: Note, *, beside: bool) -> Markup:
    shown = element("span", note.state, class_="state") if note.state else ""
    link = element("a", note.number, class_="number", href=f"#{note.anchor}")
    place = _lines(note.finding.anchored) if beside else ""
    return element("header", link, badge(note.level), shown, element("span", place, class_="at"))


def _lines(evidence: Evidence) -> str:
    """`line 12`, `lines 12–14`; the path is known from where the note stands."""
    if evidence.end in (None, evidence.start):
        return f"line {evidence.start}"
    return f"lines {evidence.start}–{evidence.end}"


def _labelled(label: str, words: str, name: str) -> str:
    return element("p", element("b", label), " ", prose(words), class_=name) if words else ""


def _quotes(finding: Finding, *, beside: bool) -> Markup:
    others = [
        evidence
        for index, evidence in enumerate(finding.evidence)
        if not (beside and index == finding.anchor)
    ]
    first, rest = others[:_PLACES_SHOWN], others[_PLACES_SHOWN:]
    shown = joined(map(_quote, first))
    if not rest:
        return shown
    summary = element("summary", f"{len(rest):,} more places")
    return joined((shown, element("details", summary, *map(_quote, rest), class_="places")))


def _quote(evidence: Evidence) -> Markup:
    before = " before this change" if evidence.side is Side.OLD else ""
    caption = element("figcaption", element("span", evidence.place, class_="path"), before)
    code = element("pre", element("code", quote_text(evidence.text))) if evidence.text else ""
    return element("figure", caption, code, class_="quote")


def _suggestion(finding: Finding) -> str:
    suggestion = finding.suggestion
    if suggestion is None:
        return ""
    lines = f"{suggestion.path}:{suggestion.start}-{suggestion.end}"
    tried = "tried by code" if suggestion.proved else "not tried"
    caption = element("figcaption", "Replace ", element("span", lines, class_="path"), f", {tried}")
    code = element("pre", element("code", quote_text(suggestion.replacement)))
    return element("figure", caption, code, class_="quote suggestion")


def _adjustments(finding: Finding) -> str:
    if not finding.adjustments:
        return ""
    rows = (
        element("li", f"{step.before} → {step.after} ({step.step}): ", prose(step.reason))
        for step in finding.adjustments
    )
    return element("ul", *rows, class_="adjusted", aria_label="Adjustments")


def _more(finding: Finding) -> Markup:
    facts = joined(
        element("div", element("dt", name), element("dd", value))
        for name, value in _facts(finding)
        if value
    )
    details = element("p", prose(finding.details), class_="detail") if finding.details else ""
    summary = element("summary", finding.slug, " · ", finding.dimension.value)
    return element("details", summary, details, element("dl", facts), class_="more")


def _facts(finding: Finding) -> Iterator[tuple[str, str]]:
    sure = f"{confidence_word(finding.confidence)} ({finding.confidence}), by {finding.basis.value}"
    yield "Confidence", sure
    yield "Reach", BLAST_WORDS[finding.blast]
    yield "Why it counts", finding.justification.value
    yield "Cause", finding.root.value
    yield "Once shipped", _REVERSIBLE.get(finding.reversible, "")
    if finding.race is not None:
        race = finding.race
        yield "Race", f"{race.window} window, {race.damage}, {race.recovery} recovery"
    yield "Category", finding.category
    yield "Seen by", ", ".join(finding.sources)
    yield "Related", ", ".join(finding.related)
    yield "Key", finding.id
    yield "Introduced here", "yes" if finding.introduced else "no, it was there before"
