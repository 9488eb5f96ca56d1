"""The sticky's table of the last round: what became of each earlier finding."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.document import ReviewDocument
from postil.domain.ledger import State
from postil.domain.memory import Event, EventKind
from postil.render._markdown import Fold, Listing, cell, code, code_cell, escape, named
from postil.render._round import Step, is_again, likely_fixed, round_of, short
from postil.render._status import code_of, counted, is_question, slug_of

CHANGES = "🔄 Last iteration changes"
MISSED = "Missed earlier"
AWAITING = "awaiting spec author"

_WORDS = {
    EventKind.SEEN_AGAIN: "still present",
    EventKind.UNANSWERED: "untouched",
    EventKind.RESOLVED: "resolved",
    EventKind.RETURNED: "reopened",
    EventKind.DISPUTED: "disputed",
    EventKind.UPHELD: "upheld",
    EventKind.WITHDRAWN: "withdrawn",
    EventKind.DISMISSED: "dismissed",
    EventKind.WONTFIX: "will not be fixed",
    EventKind.DEFERRED: "deferred",
    EventKind.SUPPRESSED: "suppressed",
    EventKind.CLAIMED_FIXED: "called fixed",
}
_SPECIAL = {
    State.REOPENED: "reopened",
    State.DISPUTED: "disputed",
    State.UPHELD: "upheld",
}
_NOTE = 300


def last_iteration(document: ReviewDocument) -> Iterator[Listing]:
    """Only earlier findings whose state this push changed or confirmed; absent when none is."""
    if not is_again(document):
        return
    rows = tuple(_row(step) for step in round_of(document).known if step.now)
    if rows:
        lead = f"## {CHANGES}\n\n| Prior | Status |\n| --- | --- |\n"
        yield Listing(entries=rows, noun="change", lead=lead)


def _row(step: Step) -> str:
    finding = step.finding
    prior = f"{cell(finding.number)} {code_of(finding)} {code_cell(slug_of(finding))}"
    return f"| {prior} | {_status(step)} |"


def _status(step: Step) -> str:
    """What the round came to, who said so and why."""
    if is_question(step.finding) and step.finding.is_open:
        return AWAITING
    told = "; ".join(_told(event) for event in step.now)
    return told[0].upper() + told[1:]


def _told(event: Event) -> str:
    words = _WORDS.get(event.kind) or likely_fixed(event)
    if event.kind is EventKind.RETURNED and event.commit:
        words = f"{words} in {short(event.commit)}"
    who = f" by {cell(event.who, limit=100)}" if event.who else ""
    note = f" ({cell(event.note, limit=_NOTE)})" if event.note.strip() else ""
    return f"{words}{who}{note}"


def stands_as(document: ReviewDocument) -> dict[str, str]:
    """What is special about an open finding, by its id: it came back, is argued about, came late."""
    if not is_again(document):
        return {}
    told = {}
    for entry in document.memory.entries:
        words = [_SPECIAL[entry.state]] if entry.state in _SPECIAL else []
        words += ["missed earlier"] if entry.late else []
        told[entry.id] = ", ".join(words)
    return told


def missed_ids(document: ReviewDocument) -> frozenset[str]:
    """The findings that are explained in the block of what was missed earlier."""
    return frozenset(step.entry.id for step in _missed_steps(document))


def _missed_steps(document: ReviewDocument) -> tuple[Step, ...]:
    return round_of(document).missed if is_again(document) else ()


def missed_earlier(document: ReviewDocument) -> Iterator[Fold]:
    """What earlier reviews should have seen and is too mild to be explained above."""
    steps = _missed_steps(document)
    if steps:
        verb = "stands" if len(steps) == 1 else "stand"
        lead = f"{counted(len(steps), 'finding')} {verb} in lines that were reviewed before.\n\n"
        entries = tuple(_missed(step) for step in steps)
        yield Fold(MISSED, (Listing(entries=entries, noun="finding", lead=lead),))


def _missed(step: Step) -> str:
    finding = step.finding
    why = " ".join(part.strip() for part in (finding.failure_mode, finding.mitigation))
    return (
        f"- {escape(finding.number)} {code(slug_of(finding))} — {named(finding.place.place)}: "
        f"{named(finding.title)}. {escape(why)}".rstrip()
    )
