"""Whose word does what: the one table of people, aims and their effects."""

from __future__ import annotations

from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Standing
from postil.domain.replies import Aim, Reply
from postil.domain.severity import Severity
from postil.track.occurrences import Occurrences

_HEARD = (Standing.AUTHOR, Standing.MAINTAINER)
_BEGINNINGS = (EventKind.RAISED, EventKind.RETURNED)
_DECISIONS = {
    Aim.DISMISSES: EventKind.DISMISSED,
    Aim.WONTFIX: EventKind.WONTFIX,
    Aim.DEFERS: EventKind.DEFERRED,
}


def effect(reply: Reply, entry: Entry, now: Occurrences) -> EventKind | None:
    """What the reply does to the entry; None when it is only text."""
    if reply.is_text:
        return None
    if reply.by is Standing.POSTIL:
        is_due = reply.aim is Aim.RESOLVES and entry.state is State.LIKELY_FIXED
        return EventKind.RESOLVED if is_due else None
    if reply.by not in _HEARD:
        return None
    if reply.aim in _DECISIONS:
        return _decision(reply, entry, now)
    if reply.aim is Aim.RESOLVES and _may_resolve(reply, entry, now):
        return EventKind.RESOLVED
    if reply.aim in (Aim.RESOLVES, Aim.CLAIMS_FIXED):
        return _claim(entry, now)
    if reply.aim is Aim.REOPENS:
        return EventKind.RETURNED
    return _dispute(entry, now) if reply.aim is Aim.CONTESTS else None


def is_weighty(entry: Entry, block_at: Severity | None) -> bool:
    """Whether the author's word alone cannot close it: critical, or as bad as what blocks."""
    return entry.finding.severity.at_least(block_at or Severity.CRITICAL)


def _decision(reply: Reply, entry: Entry, now: Occurrences) -> EventKind | None:
    if reply.by is not Standing.MAINTAINER:
        return _dispute(entry, now)
    is_reasoned = bool(reply.text.strip()) and (
        reply.aim is not Aim.DEFERS or bool(reply.link.strip())
    )
    return _DECISIONS[reply.aim] if is_reasoned else None


def _may_resolve(reply: Reply, entry: Entry, now: Occurrences) -> bool:
    return (
        reply.by is Standing.MAINTAINER
        or entry.state is State.LIKELY_FIXED
        or not is_weighty(entry, now.block_at)
    )


def _dispute(entry: Entry, now: Occurrences) -> EventKind | None:
    """What was argued and answered once is not argued again over the same code."""
    if entry.state is State.UPHELD and not now.is_altered(entry):
        return None
    return EventKind.DISPUTED


def _claim(entry: Entry, now: Occurrences) -> EventKind | None:
    """A fix that is claimed and nowhere to be seen is answered once."""
    if now.is_altered(entry) or was_claimed(entry):
        return None
    return EventKind.CLAIMED_FIXED


def was_claimed(entry: Entry) -> bool:
    """Whether a claim of a fix was answered since the finding was last raised or came back."""
    kinds = [event.kind for event in entry.events]
    begun = max(at for at, kind in enumerate(kinds) if kind in _BEGINNINGS)
    return EventKind.CLAIMED_FIXED in kinds[begun:]


def event_of(reply: Reply, kind: EventKind, now: Occurrences) -> Event:
    note = f"{reply.text} ({reply.link})" if reply.link else reply.text
    return Event(
        kind=kind, head=now.head, by=reply.by, who=reply.who, note=note, origin=reply.origin
    )
