"""Reviews after which there is something to say: a document whose memory a test chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from postil.domain.document import ReviewDocument
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Memory, Standing
from postil.domain.policy import PROFILES, Profile, Threads
from talks import EARLIER, HEAD
from track.lives import entry, memory, place

from samples import CLEAN

COMMIT = "c" * 40


def event(kind: EventKind, **fields: Any) -> Event:
    return Event(**{"kind": kind, "head": HEAD, **fields})


def by_max(kind: EventKind, **fields: Any) -> Event:
    return event(kind, **{"by": Standing.MAINTAINER, "who": "max", **fields})


def by_ann(kind: EventKind, **fields: Any) -> Event:
    return event(kind, **{"by": Standing.AUTHOR, "who": "ann", **fields})


FIXED = event(
    EventKind.FIXED, note="It is checked now", commit=COMMIT, evidence=(place(text="check(order)"),)
)


def lived(state: State, *events: Event, **fields: Any) -> Entry:
    """An entry in that state after these events."""
    raised = Event(kind=EventKind.RAISED, head=EARLIER)
    return replace(entry(state, **fields), events=(raised, *events))


def document(
    *entries: Entry, threads: Threads = Threads.RESOLVE_UNRETAINED, **fields: Any
) -> ReviewDocument:
    remembered: Memory = memory(*entries)
    plain = replace(
        CLEAN.document,
        memory=remembered,
        findings=tuple(each.finding for each in entries),
        policy=replace(PROFILES[Profile.GUIDED], threads=threads),
        subject=replace(CLEAN.document.subject, head=HEAD),
    )
    return replace(plain, **fields)
