"""What one more review says about each earlier finding, for a program that waits for an answer."""

from __future__ import annotations

from typing import Literal, NamedTuple

from postil.domain.document import ReviewDocument
from postil.domain.judgement import Outcome
from postil.domain.memory import EventKind, Transition
from postil.render._round import Step, likely_fixed, round_of

Word = Literal["yes", "unclear", "no"]

_WORDS: dict[EventKind, Word] = {
    EventKind.FIXED: "yes",
    EventKind.RESOLVED: "yes",
    EventKind.SEEN_AGAIN: "no",
    EventKind.RETURNED: "no",
    EventKind.UPHELD: "no",
}
_UNANSWERED = "nobody answered about it in this review"
_NOTES = {
    EventKind.SEEN_AGAIN: "seen again",
    EventKind.UNANSWERED: _UNANSWERED,
    EventKind.WITHDRAWN: "withdrawn by the reviewer who answered the dispute",
}


class Answered(NamedTuple):
    """The answer about one finding; the last thing that happened to it in this round counts."""

    step: Step
    word: Word
    note: str


def verified(document: ReviewDocument) -> tuple[Answered, ...]:
    """An answer about every finding that was open before; none without an earlier review."""
    if document.transition is Transition.FIRST or document.outcome is Outcome.NOOP:
        return ()
    return tuple(_answered(step) for step in round_of(document).known if _is_asked(step))


def _is_asked(step: Step) -> bool:
    return step.was_open or bool(step.now)


def _answered(step: Step) -> Answered:
    if not step.now:
        return Answered(step, "unclear", _UNANSWERED)
    event = step.now[-1]
    parts = [likely_fixed(event)] if event.kind is EventKind.FIXED else []
    parts += [event.note] if event.note else []
    note = ": ".join(parts) or _NOTES.get(event.kind, event.kind.value)
    return Answered(step, _WORDS.get(event.kind, "unclear"), note)
