"""What a re-review adds to the page: what moved since the last one, and each finding's life."""

from __future__ import annotations

from collections.abc import Sequence

from postil.domain.document import ReviewDocument
from postil.domain.memory import Entry, Event, EventKind
from postil.render._html_text import Markup, element, prose
from postil.render._round import CLOSING, Step, is_again, likely_fixed, round_of, short

LIFE_SHOWN = 8
"""So many events of a finding are shown: the first one and the latest."""

_LINKS_SHOWN = 50
_WORDS = {
    EventKind.RAISED: "raised",
    EventKind.SEEN_AGAIN: "seen again",
    EventKind.UNANSWERED: "not answered about",
    EventKind.RESOLVED: "resolved",
    EventKind.RETURNED: "came back",
    EventKind.DISPUTED: "disputed",
    EventKind.UPHELD: "upheld",
    EventKind.WITHDRAWN: "withdrawn",
    EventKind.DISMISSED: "dismissed",
    EventKind.WONTFIX: "will not be fixed",
    EventKind.DEFERRED: "deferred",
    EventKind.SUPPRESSED: "suppressed",
    EventKind.CLAIMED_FIXED: "called fixed",
}


def entries(document: ReviewDocument) -> dict[str, Entry]:
    """What is remembered of each finding, by its id; nothing in a first review."""
    return {entry.id: entry for entry in document.memory.entries} if is_again(document) else {}


def since(document: ReviewDocument, anchors: dict[str, str]) -> str:
    """What is new, closed and still open; `anchors` say where on the page a finding stands."""
    if not is_again(document):
        return ""
    moved = round_of(document)
    groups = (
        ("new", moved.fresh),
        ("closed", moved.closed),
        ("still open", moved.still_open),
    )
    return element(
        "div",
        element("h3", "Since ", element("code", short(document.previous_head))),
        element("ul", *(_group(word, steps, anchors) for word, steps in groups)),
        element("p", prose(document.rewritten), class_="notice") if document.rewritten else "",
        class_="since",
    )


def _group(word: str, steps: Sequence[Step], anchors: dict[str, str]) -> Markup:
    links = [_link(step, anchors) for step in steps[:_LINKS_SHOWN]]
    rest = len(steps) - len(links)
    more = [f" and {rest:,} more"] if rest else []
    return element("li", element("b", f"{len(steps):,} {word}"), *links, *more)


def _link(step: Step, anchors: dict[str, str]) -> Markup:
    number = step.finding.number
    anchor = anchors.get(step.entry.id)
    if anchor is None:
        return element("span", f" {number}")
    return element("a", number, href=f"#{anchor}", title=step.finding.title)


def life(entry: Entry | None) -> str:
    """A finding's events, the latest last; one that has only just been raised has none to tell."""
    if entry is None or (len(entry.events) == 1 and not entry.late):
        return ""
    first, later = entry.events[:1], entry.events[1:]
    left_out = max(0, len(later) - LIFE_SHOWN + 1)
    gap = element("li", f"{left_out:,} more", class_="gap") if left_out else ""
    late = element("li", "missed earlier", class_="gap") if entry.late else ""
    return element(
        "ol",
        late,
        *map(_event, first),
        gap,
        *map(_event, later[left_out:]),
        class_="life",
        aria_label=f"What happened to {entry.finding.number}",
    )


def _event(event: Event) -> Markup:
    words = _WORDS.get(event.kind) or likely_fixed(event)
    who = f" by {event.who}" if event.who else ""
    worse = f" as {event.severity}" if event.severity else ""
    note = element("span", prose(event.note), class_="said") if event.note.strip() else ""
    return element(
        "li",
        element("span", f"{words}{worse}{who}", class_="event"),
        " ",
        element("code", short(event.head)) if event.head else "",
        note,
        class_="shut" if event.kind in CLOSING else None,
    )
