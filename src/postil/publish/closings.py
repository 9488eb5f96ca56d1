"""Which of our threads are to be resolved: by the policy, and never against a person's word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.document import ReviewDocument
from postil.domain.forge import ActorKind, Comment, Shown, Thread
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind
from postil.domain.ours import Ours
from postil.domain.policy import Threads
from postil.domain.publication import Closing

_FIXED = (State.LIKELY_FIXED, State.RESOLVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A thread that is to be closed, why, and the comment whose answer will say so."""

    thread: Thread
    entry: Entry
    event: Event
    to: str


def closings(document: ReviewDocument, shown: Shown, ours: Ours) -> tuple[Closing, ...]:
    """The threads to resolve now; carried out before the answers that tell of it.

    What we once said we closed and is open nevertheless, somebody opened again: it stays open.
    """
    return tuple(
        Closing(finding=each.entry.id, thread=each.thread.id)
        for each in due(document, shown, ours)
        if not each.thread.is_resolved and each.to not in ours.answered
    )


def due(document: ReviewDocument, shown: Shown, ours: Ours) -> Iterator[Due]:
    """Every thread of ours that the policy closes, those that are closed already included."""
    entries = {entry.id: entry for entry in document.memory.entries}
    for thread in shown.threads:
        entry = entries.get(ours.findings.get(thread.id, ""))
        # What is resolved cannot be resolved, so a forge does not say whether we might.
        if entry is None or not (thread.may_resolve or thread.is_resolved):
            continue
        is_older = ours.heads[thread.id] != document.subject.head
        if _covers(document.policy.threads, entry.state, is_older=is_older) and not _is_theirs(
            thread, entry, shown
        ):
            event = entry.events[-1]
            ids = {comment.id for comment in thread.comments}
            to = event.origin if event.origin in ids else thread.comments[0].id
            yield Due(thread=thread, entry=entry, event=event, to=to)


def people_in(thread: Thread, shown: Shown) -> tuple[Comment, ...]:
    """What people said in a thread; an account that is gone was a person's."""
    return tuple(
        comment
        for comment in thread.comments[1:]
        if not shown.is_mine(comment.author)
        and (comment.author is None or comment.author.kind is not ActorKind.BOT)
    )


def _covers(policy: Threads, state: State, *, is_older: bool) -> bool:
    if policy is Threads.RESOLVE_FIXED:
        return state in _FIXED
    if policy is Threads.RESOLVE_UNRETAINED:
        return not state.is_open
    # Our newest notes are there to be read.
    return policy is Threads.RESOLVE_ALL and (is_older or not state.is_open)


def _is_theirs(thread: Thread, entry: Entry, shown: Shown) -> bool:
    """Whether a person has a hand in it, and it was not the last of them who closed the finding."""
    if any(e.kind is EventKind.RETURNED and e.origin == thread.id for e in entry.events):
        return True
    said = people_in(thread, shown)
    if not said:
        return False
    last = said[-1].author
    return entry.state.is_open or last is None or last.login != entry.events[-1].who
