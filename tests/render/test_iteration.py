from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.document import ReviewDocument
from postil.domain.judgement import Verdict
from postil.domain.memory import Entry, Event, EventKind, Standing, Transition
from postil.render import Style
from postil.render._round import round_of
from postil.render._sticky import sticky
from postil.render._validation import validate
from sample_rounds import (
    DISPUTED,
    FINDINGS,
    FIX,
    FIXED,
    MIXED,
    OLD_FIX,
    PREVIOUS,
    RAISED,
    RAISED_NOW,
    RESOLVED,
    RETURNED,
    SEEN,
    STILL_BLOCKED,
    UNANSWERED,
    WORSENED,
    again,
    entry,
    lived,
)

from fakes.changes import HEAD
from samples import NOISY

HEADING = "## 🔄 Last iteration changes"
CLOSED = (
    EventKind.FIXED,
    EventKind.RESOLVED,
    EventKind.WITHDRAWN,
    EventKind.DISMISSED,
    EventKind.WONTFIX,
    EventKind.DEFERRED,
    EventKind.SUPPRESSED,
)


def body(document: ReviewDocument) -> str:
    text = sticky(document, style=Style())
    assert validate(text) == ()
    return text


def rows(document: ReviewDocument) -> list[str]:
    lines = body(document).split("\n")
    if HEADING not in lines:
        return []
    table = lines[lines.index(HEADING) + 4 :]
    return table[: table.index("")]


def row(*events: Event, number: str = "F3") -> str:
    sample = again(Transition.STILL_CLEAN, Verdict.NOTES, lived(number, *events))
    return rows(sample.document)[0].partition("` | ")[2].removesuffix(" |")


def test_the_table_of_a_round() -> None:
    assert rows(MIXED.document) == [
        "| F2 P1 `state-consistency` | Reopened |",
        "| F3 P2 `swallowed-error` | Disputed by lee (no) |",
        "| F4 P2 `stale-reference` | Resolved by kim (looks right) |",
        "| F6 Q `missing-coverage` | awaiting spec author |",
        "| F10 P2 `left-over` | Likely fixed in e5f6a7b (the key is read from the environment) |",
    ]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (SEEN, "Still present"),
        (UNANSWERED, "Untouched"),
        (replace(FIXED, note="", commit=""), "Likely fixed as of bbbbbbb"),
        (Event(kind=EventKind.WITHDRAWN, head=HEAD), "Withdrawn"),
        (Event(kind=EventKind.UPHELD, head=HEAD, note="it is a|b"), "Upheld (it is a│b)"),
        (Event(kind=EventKind.DISMISSED, head=HEAD, who="@kim"), "Dismissed by `@kim`"),
        (Event(kind=EventKind.WONTFIX, head=HEAD), "Will not be fixed"),
        (Event(kind=EventKind.DEFERRED, head=HEAD), "Deferred"),
        (Event(kind=EventKind.SUPPRESSED, head=HEAD), "Suppressed"),
        (replace(RETURNED, commit=FIX), "Reopened in e5f6a7b"),
    ],
)
def test_words(event: Event, words: str) -> None:
    assert row(RAISED, event) == words


def test_everything_that_happened_in_the_round_is_told() -> None:
    claimed = Event(kind=EventKind.CLAIMED_FIXED, head=HEAD, by=Standing.AUTHOR, who="lee")
    assert row(RAISED, claimed, SEEN) == ("Called fixed by lee; still present")


def test_only_what_this_push_changed_or_confirmed() -> None:
    known = lived("F3", RAISED, OLD_FIX)
    sample = again(Transition.STILL_CLEAN, Verdict.NOTES, known, lived("F4", RAISED_NOW))
    assert rows(sample.document) == []
    assert rows(NOISY.document) == []


def test_a_first_review_has_no_table() -> None:
    assert rows(replace(MIXED.document, transition=Transition.FIRST)) == []


def test_what_is_special_about_an_open_finding() -> None:
    text = body(MIXED.document)
    assert "Two refunds at once both pass the limit\n  **State**: reopened\n" in text
    assert "A failed refund is recorded as paid\n  **State**: disputed\n" in text
    assert text.count("**State**") == 2
    assert "committed\n  **State**: missed earlier\n" in body(WORSENED.document)
    assert "**State**" not in body(replace(MIXED.document, transition=Transition.FIRST))


def test_what_was_missed_and_is_mild_is_explained_in_its_own_block() -> None:
    late = lived("F3", RAISED_NOW, late=True)
    text = body(again(Transition.STILL_CLEAN, Verdict.NOTES, late, lived("F4", RAISED)).document)
    assert (
        "<summary>Missed earlier</summary>\n\n"
        "1 finding stands in lines that were reviewed before.\n\n"
        "- F3 `swallowed-error` — src/billing/refund.py:17-18: A failed refund is recorded as "
        "paid. The gateway refuses, the store still says refunded. Let the exception through, or "
        "return before `set_refunded`.\n"
    ) in text
    assert text.count("The gateway refuses") == 1
    assert "Missed earlier" not in body(STILL_BLOCKED.document)
    both = (late, lived("F4", RAISED_NOW, late=True))
    text = body(again(Transition.STILL_CLEAN, Verdict.NOTES, *both).document)
    assert "2 findings stand in lines" in text


def test_a_finding_somebody_else_noted_has_no_slug() -> None:
    noted = entry(replace(FINDINGS["F3"], slug=" "), RAISED, SEEN)
    document = again(Transition.STILL_CLEAN, Verdict.NOTES, noted).document
    assert rows(document) == ["| F3 P2 `error-handling` | Still present |"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("| Prior | Status |", "| Before | After |", "is not a table of Prior and Status"),
        ("| Likely fixed in", "| Fixed in", "not a change of the last iteration"),
        ("| F2 P1 `state", "| F2 `state", "not a change of the last iteration"),
    ],
)
def test_rules(old: str, new: str, problem: str) -> None:
    text = body(MIXED.document)
    assert old in text
    assert [line for line in validate(text.replace(old, new, 1)) if problem in line] != []


def entries_of(*lives: tuple[Event, ...]) -> list[Entry]:
    return [lived(f"F{n}", *life) for n, life in enumerate(lives, start=1)]


def test_who_moved() -> None:
    elsewhere = replace(RAISED, head=HEAD)
    lives = entries_of(
        (RAISED_NOW,),
        (RAISED, SEEN),
        (RAISED, OLD_FIX),
        (RAISED, OLD_FIX, RETURNED),
        (RAISED, RESOLVED),
        (elsewhere, replace(SEEN, head=PREVIOUS)),
        (RAISED, DISPUTED, SEEN),
    )
    moved = round_of(again(Transition.MIXED, Verdict.BLOCKED, *lives).document)
    assert [step.finding.number for step in moved.fresh] == ["F1", "F4"]
    assert [step.finding.number for step in moved.closed] == ["F5"]
    assert [step.finding.number for step in moved.still_open] == ["F2", "F6", "F7"]
    assert [step.finding.number for step in moved.known] == ["F2", "F3", "F4", "F5", "F6", "F7"]


@pytest.mark.parametrize("kind", CLOSED)
def test_what_was_closed_before_is_not_closed_again(kind: EventKind) -> None:
    before = Event(kind=kind, head=PREVIOUS)
    moved = round_of(again(Transition.MIXED, Verdict.NOTES, lived("F3", RAISED, before)).document)
    assert (moved.fresh, moved.closed, moved.still_open) == ((), (), ())
