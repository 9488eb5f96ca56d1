"""Findings, entries and runs of tests about memory, each as plain as can be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from postil.domain.change import Change, Id, Revision, Side
from postil.domain.finding import Claim, Evidence, Finding, Shape
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Memory, Standing
from postil.domain.replies import Aim, Reply
from postil.domain.report import PriorAnswer
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
from postil.track.locating import Answer, How
from postil.track.locating import Kind as Went
from postil.track.occurrences import Answered, Occurrences, Sighting, Watch, Whereabouts
from postil.track.recalling import life

from fakes.changes import change_between

FIRST = "1" * 40
SECOND = "2" * 40
ROLE = "security"
CHECK = "a-check"
ID = "00000001"


def at(head: Id, change: Change | None = None) -> Change:
    """A change at that head; one that touches `a.py` when none is given."""
    plain = change or change_between({"a.py": "one\n"}, {"a.py": "two\n"})
    return replace(plain, head=Revision(name="topic", oid=head))


def place(**fields: Any) -> Evidence:
    plain = Evidence(
        path="a.py", side=Side.NEW, revision=FIRST, text="send(order)", start=10, end=10
    )
    return replace(plain, **fields)


def finding(**fields: Any) -> Finding:
    plain = Finding(
        title="The order is sent before it is checked",
        slug="order-of-steps",
        category="E1",
        dimension=Dimension.CORRECTNESS,
        severity=Severity.MEDIUM,
        base=Severity.MEDIUM,
        kind=Kind.DEFECT,
        root=Root.CODE,
        confidence=80,
        basis=Basis.SELF,
        blast=Blast.LOCAL,
        justification=Justification.REACHABLE,
        reversible=Reversible.UNKNOWN,
        claim=Claim(Shape.OTHER, "send"),
        evidence=(place(),),
        failure_mode="An unchecked order is sent.",
        mitigation="Check first.",
        sources=(ROLE,),
        introduced=True,
    )
    return replace(plain, **fields)


def by_check(**fields: Any) -> Finding:
    return finding(**{"sources": (CHECK,), "basis": Basis.RULE, **fields})


def entry(state: State = State.NEW, **fields: Any) -> Entry:
    """An entry in that state, first seen at the first head."""
    made = finding(**{"id": ID, "number": "F1", **fields})
    return Entry(finding=replace(made, status=state), events=life(state, FIRST))


def memory(*entries: Entry) -> Memory:
    return Memory(entries=entries, heads=(FIRST,), next_number=len(entries) + 1)


def went(kind: Went, *, commit: str = "", **fields: Any) -> Whereabouts:
    """Where the one quote of an entry is now."""
    is_found = kind in (Went.SAME, Went.MOVED, Went.EDITED)
    where = {"path": "a.py", "start": 10, "end": 10} if is_found else {}
    answer = Answer(**{"kind": kind, "how": How.LINE_MAP, "confidence": 95, **where, **fields})
    return Whereabouts(answers={0: answer}, commit=commit)


def seen(**fields: Any) -> Sighting:
    """The plain finding seen at the second head."""
    return Sighting(finding=finding(**{"evidence": (place(revision=SECOND),), **fields}))


def run(head: Id = SECOND, **fields: Any) -> Occurrences:
    """A run at the second head in which the quoted lines stand where they stood."""
    places = {"places": {ID: went(Went.SAME)}}
    return Occurrences(change=at(head), **{**places, **fields})


def answer(kind: PriorAnswer, **fields: Any) -> Answered:
    shown = (place(text="check(order)", start=9, end=9, revision=SECOND),)
    return Answered(**{"id": ID, "answer": kind, "note": "Look.", "evidence": shown, **fields})


def reply(aim: Aim, by: Standing = Standing.AUTHOR, **fields: Any) -> Reply:
    return Reply(**{"finding": ID, "aim": aim, "by": by, "who": "ann", "text": "So.", **fields})


def ran(name: str = CHECK, **fields: Any) -> Watch:
    return Watch(**{"name": name, "ran": True, **fields})


def kinds(each: Entry) -> list[EventKind]:
    return [event.kind for event in each.events]


def last(each: Entry) -> Event:
    return each.events[-1]
