"""What a re-review adds for a person at a terminal: what moved, what still stands, what was closed."""

from __future__ import annotations

from collections.abc import Sequence

from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.judgement import Outcome
from postil.domain.ledger import State
from postil.render._round import Round, Step, is_again, round_of, short
from postil.render._screen import Screen, shortened
from postil.render._status import in_order, is_question, standing, weight

_STANDS = {
    State.NEW: "not looked at again",
    State.OPEN: "still there",
    State.UNTOUCHED: "nobody answered about it",
    State.DISPUTED: "disputed",
    State.UPHELD: "disputed and upheld",
    State.REOPENED: "came back",
}


def moved(document: ReviewDocument) -> Round | None:
    """What this review changed; None for a first one, or when nothing was looked at again."""
    if not is_again(document) or document.outcome is Outcome.NOOP:
        return None
    return round_of(document)


def in_full(document: ReviewDocument, round_: Round | None) -> tuple[Finding, ...]:
    """The open findings to be shown with their code: in a re-review those that are new."""
    known = {step.entry.id for step in round_.still_open} if round_ else set()
    return tuple(finding for finding in standing(document) if finding.id not in known)


def since(screen: Screen, document: ReviewDocument, round_: Round | None) -> None:
    """The first lines of a re-review: since when, and how much of what."""
    if document.rewritten:
        screen.paragraph(document.rewritten, label="!", style="yellow")
    if round_ is None:
        return
    counts = (
        f"{len(round_.fresh)} new, {len(round_.closed)} closed, {len(round_.still_open)} still open"
    )
    late = sum(step.entry.late for step in round_.fresh)
    missed = f"; {late} of the new ones we missed earlier" if late else ""
    screen.paragraph(f"Since {short(document.previous_head)}: {counts}{missed}.", style="bold")


def still_open(screen: Screen, round_: Round | None) -> None:
    """What earlier reviews said and still holds: a title and a place each, no code again."""
    steps = _ordered(round_.still_open) if round_ else ()
    if not steps:
        return
    screen.blank()
    screen.rule(f"still open ({len(steps)})", "bold")
    for step in steps:
        finding = step.finding
        word = "question" if is_question(finding) else weight(finding).value
        screen.paragraph(finding.title, label=f"{finding.number} {word} ", indent=4)
        place = shortened(finding.place.place, screen.width - 4)
        screen.line(("    ", ""), (place, "underline"))
        screen.paragraph(_stands(step), style="dim", indent=4)


def _stands(step: Step) -> str:
    first = short(step.entry.first_head) or "an earlier head"
    return f"{_STANDS[step.entry.state]}; first seen at {first}"


def closed_now(screen: Screen, round_: Round | None) -> None:
    """What this push closed: one line each, with how and why."""
    steps = _ordered(round_.closed) if round_ else ()
    if not steps:
        return
    screen.blank()
    screen.rule(f"closed since then ({len(steps)})", "bold")
    for step in steps:
        finding, event = step.finding, step.entry.events[-1]
        who = f" by {event.who}" if event.who else ""
        note = f"; {event.note}" if event.note.strip() else ""
        words = f"{step.how_closed}{who}: {finding.title} ({finding.place.place}){note}"
        screen.paragraph(words, label=finding.number, indent=4)


def closed_before(document: ReviewDocument, round_: Round | None) -> list[Finding]:
    """The closed findings that are not told of as closed by this push."""
    now = {step.entry.id for step in round_.closed} if round_ else set()
    return [f for f in document.findings if not f.is_open and f.id not in now]


def _ordered(steps: Sequence[Step]) -> tuple[Step, ...]:
    by_id = {step.entry.id: step for step in steps}
    return tuple(by_id[finding.id] for finding in in_order(step.finding for step in steps))
