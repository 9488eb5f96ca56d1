"""What a publication still owes its readers, so that a run with nothing new makes up for it."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.document import ReviewDocument
from postil.domain.marks import MarkKind, Stage
from postil.domain.publication import Carrier, Note, Refusal
from postil.publish.carrying_out import CONVERSATION, LABEL, Unplaced
from postil.publish.recognising import Own

_FOR_GOOD = frozenset({Refusal.INVALID, Refusal.TOO_MANY, Refusal.GONE})
"""A note refused so will never stand; the summary is the place for its finding."""

_NOT_TAKEN = (
    "GitHub failed to take the notes of some findings; they are said in the summary, and the "
    "next run tries again."
)
_ANOTHER_PENDING = (
    "A review that was begun and not submitted by the account Postil writes with holds back "
    "notes on lines; submit or discard it."
)


_LOCKED = (
    "The conversation is locked, so nothing could be written there; unlock it and run this again."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Owing:
    """Findings whose notes are missing and may still come, and a sentence why.

    `is_held_back` says that another review of our account has to be out of the way first,
    `is_locked` that nothing at all can be said in the conversation.
    """

    findings: tuple[str, ...] = ()
    is_held_back: bool = False
    is_locked: bool = False

    @property
    def troubles(self) -> tuple[str, ...]:
        if self.is_locked:
            return (_LOCKED,)
        if not self.findings:
            return ()
        return (_ANOTHER_PENDING if self.is_held_back else _NOT_TAKEN,)


def owing(notes: tuple[Note, ...], own: Own, unplaced: Unplaced) -> Owing:
    """What is owed of the notes that could stand, given what stands and what was not taken."""
    missing = tuple(note.finding for note in notes if note.finding not in own.threads)
    findings = unplaced.keys() - {CONVERSATION, LABEL}
    failed = [id_ for id_ in findings if unplaced[id_] not in _FOR_GOOD]
    if CONVERSATION in unplaced:
        return Owing(findings=(*missing, *sorted(failed)), is_locked=True)
    if is_held_back(own):
        return Owing(findings=missing, is_held_back=True)
    return Owing(findings=tuple(sorted(failed)))


def is_held_back(own: Own) -> bool:
    """Whether a review that a person began with our account keeps ours from being posted."""
    return own.pending is not None and not own.pending_is_ours


def is_owing(last: ReviewDocument, own: Own, carrier: Carrier) -> bool:
    """Whether the last review of this head did not wholly reach its readers and now can."""
    record = last.delivery
    if record is None:
        return False
    if set(record.owed) - own.threads.keys():
        return not is_held_back(own)
    return not record.is_confirmed and not _has_summary(last, own, carrier)


def _has_summary(last: ReviewDocument, own: Own, carrier: Carrier) -> bool:
    head = last.subject.head
    if carrier is Carrier.NOTHING:
        return True
    if carrier is Carrier.REVIEW:
        return any(
            each.mark.kind is MarkKind.SUMMARY and each.mark.head == head for each in own.reviews
        )
    marks = [each.mark for each in own.summaries]
    return any(mark.head == head and mark.stage is Stage.FINAL for mark in marks)
