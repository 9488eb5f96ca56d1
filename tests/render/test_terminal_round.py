from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from postil.domain.judgement import Verdict
from postil.domain.memory import Event, EventKind, Transition
from postil.render import Style
from postil.render.terminal import render
from sample_rounds import (
    DISPUTED,
    MIXED,
    OLD_FIX,
    RAISED,
    RETURNED,
    ROUNDS,
    SEEN,
    STILL_BLOCKED,
    UNANSWERED,
    again,
    lived,
)

from fakes.changes import HEAD
from samples import NOISY, Sample


def shown(sample: Sample, *, width: int = 80) -> str:
    return render(sample.document, sample.change, style=Style(width=width))


def section(sample: Sample, title: str) -> list[str]:
    """The lines below a rule, up to the next blank line."""
    lines = shown(sample).split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(f"── {title} "))
    return lines[start + 1 : lines.index("", start)]


def test_since_when_and_how_much() -> None:
    assert "\nSince ddddddd: 0 new, 1 closed, 3 still open.\n" in shown(STILL_BLOCKED)
    assert "\nSince ddddddd: 4 new, 2 closed, 2 still open; 1 of the new ones we missed\n" in shown(
        MIXED
    )
    assert "Since" not in shown(NOISY)


def test_new_findings_in_full_and_the_others_in_short() -> None:
    text = shown(MIXED)
    assert "── ✖ new, critical (1) ──" in text
    assert "Anyone who can read the repository" in text
    assert section(MIXED, "still open (2)") == [
        "F3 medium  A failed refund is recorded as paid",
        "    src/billing/refund.py:17-18",
        "    disputed; first seen at ddddddd",
        "F6 question  Is a refund of zero cents meant to succeed?",
        "    src/billing/refund.py:13",
        "    still there; first seen at ddddddd",
    ]
    assert "The gateway refuses" not in text


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ((SEEN,), "still there"),
        ((UNANSWERED,), "nobody answered about it"),
        ((), "not looked at again"),
        ((DISPUTED, Event(kind=EventKind.UPHELD, head=HEAD)), "disputed and upheld"),
        ((OLD_FIX, replace(RETURNED, head="")), "came back"),
    ],
)
def test_how_it_stands(events: tuple[Event, ...], words: str) -> None:
    sample = again(Transition.STILL_CLEAN, Verdict.NOTES, lived("F3", RAISED, *events))
    assert section(sample, "still open (1)")[2] == f"    {words}; first seen at ddddddd"


def test_first_seen_at_a_head_nobody_named() -> None:
    sample = again(
        Transition.STILL_CLEAN, Verdict.NOTES, lived("F3", replace(RAISED, head=""), SEEN)
    )
    assert section(sample, "still open (1)")[2].endswith("first seen at an earlier head")


def test_what_was_closed_by_this_push_and_before() -> None:
    assert section(MIXED, "closed since then (2)") == [
        "F4  resolved by kim: The page names `refund_order`, which does not exist",
        "    (docs/refunds.md:3); looks right",
        "F10 likely fixed in e5f6a7b: A debug print was left in the client",
        "    (src/billing/client.py:4); the key is read from the environment",
    ]
    before = again(
        Transition.STILL_CLEAN,
        Verdict.CLEAN,
        lived("F3", RAISED, OLD_FIX),
        lived("F4", RAISED, Event(kind=EventKind.DISMISSED, head=HEAD)),
    )
    assert section(before, "closed (1)") == [
        "F3  likely-fixed: A failed refund is recorded as paid",
        "    (src/billing/refund.py:17-18)",
    ]
    assert section(before, "closed since then (1)")[0].startswith("F4  resolved (dismissed): The")


def test_what_came_back_or_came_late_says_so() -> None:
    assert "  State       reopened\n" in shown(MIXED)
    assert "  State       missed earlier\n" in shown(ROUNDS["worsened"])


def test_a_rewritten_history() -> None:
    told = "\n! history rewritten since ddddddd: 3 of 4 units carried over\n"
    assert told in shown(ROUNDS["rewritten"])


def test_nothing_to_do_shows_the_stored_review_again() -> None:
    text = shown(ROUNDS["noop"])
    assert "── ✖ critical (1) ──" in text
    assert "Anyone who can read the repository" in text
    assert "still open (" not in text
    assert "Nothing new since bbbbbbb was reviewed; its verdict stands: blocked." in text


@pytest.mark.parametrize("width", [40, 57, 200])
@pytest.mark.parametrize("name", ROUNDS)
def test_never_wider_than_the_screen(name: str, width: int) -> None:
    text = shown(ROUNDS[name], width=width)
    assert max(cell_len(line) for line in text.split("\n")) <= width
