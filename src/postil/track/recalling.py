"""Entries from what somebody else wrote down of an earlier review, sparse as it may be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from postil.domain.change import Id, Side
from postil.domain.finding import Claim, Evidence, Finding
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Memory
from postil.domain.severity import (
    Basis,
    Blast,
    Dimension,
    Justification,
    Kind,
    Reversible,
    Root,
    Severity,
)
from postil.track.states import folded

UNKNOWN_SOURCE = "earlier review"
LONGEST_NAME = 64
_NUMBER = re.compile(r"\AF([1-9][0-9]{0,8})\Z")

_WORDS: dict[str, Severity] = {
    **{severity.value: severity for severity in Severity},
    "major": Severity.HIGH,
    "minor": Severity.LOW,
    "p0": Severity.CRITICAL,
    "p1": Severity.HIGH,
    "p2": Severity.MEDIUM,
    "q": Severity.LOW,
}

_PATHS: dict[State, tuple[EventKind, ...]] = {
    State.NEW: (),
    State.OPEN: (EventKind.SEEN_AGAIN,),
    State.UNTOUCHED: (EventKind.UNANSWERED,),
    State.LIKELY_FIXED: (EventKind.FIXED,),
    State.RESOLVED: (EventKind.RESOLVED,),
    State.REOPENED: (EventKind.FIXED, EventKind.RETURNED),
    State.DISPUTED: (EventKind.DISPUTED,),
    State.UPHELD: (EventKind.DISPUTED, EventKind.UPHELD),
    State.WITHDRAWN: (EventKind.DISPUTED, EventKind.WITHDRAWN),
    State.DISMISSED: (EventKind.DISMISSED,),
    State.WONTFIX: (EventKind.WONTFIX,),
    State.DEFERRED: (EventKind.DEFERRED,),
    State.SUPPRESSED: (EventKind.SUPPRESSED,),
}
"""The shortest life that ends in a state, for a record that tells only the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """A finding as somebody noted it; the word for its severity is any profile's."""

    id: str
    title: str
    path: str
    severity: str
    line: int | None = None
    slug: str = ""
    category: str = ""
    justification: Justification = Justification.REACHABLE
    head: Id = ""


def severity_of(word: str) -> Severity | None:
    """The severity a profile's word stands for; None when it is no such word."""
    return _WORDS.get(word.strip().casefold())


def life(state: State, head: Id) -> tuple[Event, ...]:
    """Events that lead to a state whose way there is not known."""
    kinds = (EventKind.RAISED, *_PATHS[state])
    note = "as the earlier report says"
    return tuple(Event(kind=kind, head=head, note=note) for kind in kinds)


def recalled(recollections: Sequence[Recollection]) -> Memory:
    """A memory of findings that were open; numbers they had are theirs, the others get the next."""
    return gathered([_entry(each) for each in recollections])


def gathered(entries: Sequence[Entry]) -> Memory:
    """The entries as a memory, each with a number and none with another's."""
    used = [value for entry in entries if (value := number_of(entry.finding.number))]
    after = max(used, default=0) + 1
    following = count(after)
    numbered = tuple(
        entry if _has_number(entry) else _numbered(entry, next(following)) for entry in entries
    )
    named = dict.fromkeys(event.head for entry in numbered for event in entry.events)
    # A head nobody named is still one that was reviewed.
    heads = tuple(head for head in named if head) or tuple(named)
    return Memory(entries=numbered, heads=heads, next_number=next(following))


def number_of(name: str) -> int | None:
    """The number in `F12`; None when it is another kind of name."""
    found = _NUMBER.match(name)
    return int(found[1]) if found else None


def is_name(name: str) -> bool:
    """Whether a reviewer can be asked about a finding of that name: one word, nothing hidden."""
    is_short = 0 < len(name) <= LONGEST_NAME
    return is_short and name.isprintable() and " " not in name


def _has_number(entry: Entry) -> bool:
    return number_of(entry.finding.number) is not None


def _numbered(entry: Entry, value: int) -> Entry:
    return replace(entry, finding=replace(entry.finding, number=f"F{value}"))


def is_sound(entry: Entry) -> bool:
    """Whether its events can have happened and lead to the state it claims to be in."""
    within = 0 <= entry.finding.anchor < len(entry.finding.evidence)
    return within and folded(entry.events) is entry.state


def _entry(noted: Recollection) -> Entry:
    severity = severity_of(noted.severity) or Severity.MEDIUM
    kind = Kind.QUESTION if noted.severity.strip().casefold() == "q" else Kind.DEFECT
    place = Evidence(
        path=noted.path,
        side=Side.NEW,
        revision=noted.head,
        text="",
        start=noted.line,
        end=noted.line,
    )
    finding = Finding(
        id=noted.id,
        number=noted.id if number_of(noted.id) else "",
        title=noted.title,
        slug=noted.slug,
        category=noted.category,
        dimension=Dimension.CORRECTNESS,
        severity=severity,
        base=severity,
        kind=kind,
        root=Root.CODE,
        confidence=65,
        basis=Basis.SELF,
        blast=Blast.LOCAL,
        justification=noted.justification,
        reversible=Reversible.UNKNOWN,
        claim=Claim(),
        evidence=(place,),
        failure_mode=noted.title,
        mitigation="",
        # A check is known by its category; anything else takes a reviewer to call it fixed.
        sources=(noted.category or UNKNOWN_SOURCE,),
        introduced=True,
    )
    return Entry(finding=finding, events=life(State.NEW, noted.head))
