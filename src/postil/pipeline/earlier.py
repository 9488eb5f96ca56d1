"""What earlier runs left on a pull request, and how far it may be believed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from postil.domain.document import ReviewDocument
from postil.domain.forge import Shown
from postil.domain.ledger import State
from postil.domain.marks import Seal, Stage
from postil.domain.memory import Entry, EventKind, Memory
from postil.publish.recognising import Own, recognise
from postil.publish.state import unpacked

LEASE = 300
"""Seconds after which an opening is taken for that of a run that died; writing takes less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The last review that stands, if any.

    `is_trusted`: its state is signed with our key; otherwise it only prevents repetition.
    `is_unfinished`: its result is whole and not yet all written, for the head that is there.
    `is_busy`: another run opened here a moment ago and is writing.
    """

    own: Own
    document: ReviewDocument | None = None
    is_trusted: bool = False
    is_unfinished: bool = False
    is_busy: bool = False


def earlier(shown: Shown, seal: Seal, *, run: str) -> Earlier:
    """Read what stands; `run` is this run's name, which holds when it began."""
    own = recognise(shown, seal)
    bodies = [
        *(each.review.body for each in own.reviews),
        *(each.comment.body for each in (*own.overflow, *own.summaries)),
    ]
    state = unpacked(bodies, seal)
    last = own.summaries[0].mark if own.summaries else None
    is_opening = last is not None and last.stage is Stage.OPENING
    if state is None:
        return Earlier(own=own, is_busy=is_opening and last is not None and _is_fresh(last.id, run))
    document = state.document if state.is_trusted else disbelieved(state.document)
    return Earlier(
        own=own,
        document=document,
        is_trusted=state.is_trusted,
        is_unfinished=state.is_trusted
        and is_opening
        and state.document.subject.head == shown.pull.head,
        is_busy=is_opening and last is not None and _is_fresh(last.id, run),
    )


def run_name(nonce: str, now: float) -> str:
    """A name for a run that says when it began."""
    return f"{nonce}-{int(now)}"


def later(run: str, seconds: int) -> str:
    """The name that run would have if it had begun so much later."""
    nonce, _, began = run.rpartition("-")
    return f"{nonce}-{int(began) + seconds}"


def disbelieved(document: ReviewDocument) -> ReviewDocument:
    """The document as far as anybody may be believed: which findings there were, all open.

    Nobody signed it, so it must not close or lower a finding, or spare reading anything.
    """
    memory = document.memory
    return replace(
        document,
        memory=Memory(
            entries=tuple(map(_reopened, memory.entries)),
            heads=memory.heads,
            next_number=memory.next_number,
        ),
        findings=tuple(
            finding if finding.is_open else replace(finding, status=State.OPEN)
            for finding in document.findings
        ),
    )


def _reopened(entry: Entry) -> Entry:
    if entry.state.is_open:
        return entry
    events = tuple(each for each in entry.events if each.kind is EventKind.RAISED)
    finding = replace(entry.finding, status=State.OPEN)
    return replace(entry, finding=finding, events=events[:1] or entry.events[:1])


def _is_fresh(theirs: str, ours: str) -> bool:
    began, now = theirs.rpartition("-")[2], ours.rpartition("-")[2]
    if theirs == ours or not (began.isdecimal() and now.isdecimal()):
        return False
    return 0 <= int(now) - int(began) < LEASE
