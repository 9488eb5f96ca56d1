"""The draft a person decides about: what they may change, and what they must decide first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postil.domain.errors import UserError
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Memory
from postil.domain.panel import PanelRecord
from postil.domain.publication import ReviewEvent
from postil.domain.severity import Kind, Severity
from postil.publish.draft import Doubt, Draft, drafted, unattended, word
from publish.drafts import ADVICE, DRAFT, NOTE, crossed, numbered, reviewed

COMMENT, APPROVE, REFUSE = ReviewEvent


def test_open_findings_are_notes_or_advice() -> None:
    praise = numbered(3, kind=Kind.PRAISE)
    gone = numbered(4, status=State.RESOLVED, inline=True)
    draft = drafted(reviewed(ADVICE, NOTE, praise, gone), APPROVE)
    assert (draft.inline, draft.advisory, draft.removed) == ((NOTE,), (ADVICE,), ())
    assert (draft.event, draft.allowed, draft.limit) == (APPROVE, (COMMENT, APPROVE, REFUSE), "")
    assert draft.findings == (NOTE, ADVICE)


PARTIAL = {"coverage": Coverage.PARTIAL, "verdict": Verdict.NOTES}


@pytest.mark.parametrize(
    ("fields", "where", "allowed", "limit"),
    [
        ({}, {"is_own": True}, (COMMENT,), "this is your own pull request"),
        (PARTIAL, {}, (COMMENT,), "not everything was looked at"),
        (
            {**PARTIAL, "verdict": Verdict.BLOCKED},
            {},
            (COMMENT, REFUSE),
            "not everything was looked at",
        ),
        ({"coverage": Coverage.NONE}, {}, (COMMENT,), "not everything was looked at"),
        ({"panel": False}, {}, (COMMENT, REFUSE), "no reviewer read this change"),
        ({"outcome": Outcome.NOOP}, {}, (COMMENT, REFUSE), "no reviewer read this change"),
    ],
)
def test_which_events_can_be_chosen(
    fields: dict[str, Any],
    where: dict[str, bool],
    allowed: tuple[ReviewEvent, ...],
    limit: str,
) -> None:
    draft = drafted(reviewed(NOTE, **fields), APPROVE, **where)
    assert (draft.event, draft.allowed, draft.limit) == (COMMENT, allowed, limit)
    with pytest.raises(UserError, match=f"The event cannot be `APPROVE`: {limit}."):
        draft.choose(APPROVE)


def test_an_event_can_be_chosen() -> None:
    assert DRAFT.choose(REFUSE).event is REFUSE
    assert [word(event) for event in ReviewEvent] == ["COMMENT", "APPROVE", "REQUEST_CHANGES"]


def test_moving_there_and_back() -> None:
    moved = DRAFT.move("F1")
    assert (moved.inline, moved.advisory) == ((), (NOTE, ADVICE))
    assert moved.move("f1") == DRAFT
    assert DRAFT.move("F2").inline == (NOTE, ADVICE)


def test_removing_keeps_it_in_mind() -> None:
    assert DRAFT.remove("F1").removed == (NOTE,)
    assert DRAFT.remove("F1").remove("F2").findings == ()


def test_rewording() -> None:
    for number in ("F1", "F2"):
        other = replace(DRAFT.called(number), title="Other words")
        assert DRAFT.reword(other).called(number).title == "Other words"
        assert len(DRAFT.reword(other).findings) == 2


@pytest.mark.parametrize("number", ["F9", "", "1"])
def test_a_number_the_draft_does_not_have(number: str) -> None:
    for change in (DRAFT.move, DRAFT.remove):
        with pytest.raises(UserError, match=f"The draft has no finding `{number}`."):
            change(number)


@pytest.mark.parametrize("name", ["F1", NOTE.id, NOTE.handle])
def test_a_grave_finding_an_arbiter_doubts_must_be_decided_about(name: str) -> None:
    draft = drafted(reviewed(NOTE, ADVICE, reviewers=crossed(finding=name)), COMMENT)
    doubt = Doubt(NOTE.id, "an arbiter takes it for wrong: the guard is above")
    assert draft.unsettled == ((NOTE, doubt),)
    assert draft.settle(NOTE.id).unsettled == ()
    assert draft.move("F1").unsettled == ()
    assert draft.remove("F1").unsettled == ()


@pytest.mark.parametrize(
    "record", [None, PanelRecord(), crossed(acknowledge=False), crossed(finding="F7")]
)
def test_anything_else_leaves_no_doubt(record: PanelRecord | None) -> None:
    assert drafted(reviewed(NOTE, reviewers=record), COMMENT).doubts == ()


@pytest.mark.parametrize(
    ("severity", "count"),
    [(Severity.CRITICAL, 1), (Severity.HIGH, 1), (Severity.MEDIUM, 0)],
)
def test_a_grave_finding_people_contest_must_be_decided_about(
    severity: Severity, count: int
) -> None:
    contested = replace(NOTE, severity=severity, status=State.DISPUTED)
    assert len(drafted(reviewed(contested), COMMENT).unsettled) == count


def test_what_an_approval_would_pass_over() -> None:
    question = numbered(3, severity=Severity.CRITICAL, kind=Kind.QUESTION)
    draft = drafted(reviewed(NOTE, ADVICE, question), COMMENT)
    assert draft.grave == (NOTE,)
    assert draft.move("F1").grave == (NOTE,)
    assert draft.remove("F1").grave == (NOTE,)


@pytest.mark.parametrize("event", list(ReviewEvent))
def test_without_a_person_it_is_a_comment_with_every_doubt_left_open(event: ReviewEvent) -> None:
    contested = replace(NOTE, status=State.DISPUTED)
    draft = replace(drafted(reviewed(contested), event), with_advisory=True)
    alone: Draft = unattended(draft)
    assert (alone.event, alone.with_advisory) == (COMMENT, False)
    assert (alone.inline, alone.settled) == ((contested,), frozenset())


def test_the_document_as_the_person_left_it() -> None:
    gone = numbered(4, status=State.RESOLVED)
    third = numbered(3, inline=True)
    known = tuple(
        Entry(finding=each, events=(Event(kind=EventKind.RAISED, head="1" * 40),))
        for each in (NOTE, ADVICE, third, gone)
    )
    review = replace(reviewed(NOTE, ADVICE, third, gone), memory=Memory(entries=known))
    other = replace(ADVICE, title="Other words")
    draft = drafted(review, COMMENT).move("F1").reword(other).move("F2").remove("F3")
    after = draft.applied()
    noted, silent = replace(other, inline=True), replace(NOTE, inline=False)
    assert after.findings == (silent, noted, gone)
    assert [entry.finding for entry in after.memory.entries] == [
        silent,
        noted,
        replace(third, inline=False),
        gone,
    ]
    assert drafted(review, COMMENT).applied() == review
