from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.document import ReviewDocument
from postil.domain.judgement import Coverage, Verdict
from postil.domain.memory import Entry, Event, EventKind, Transition
from postil.domain.policy import PROFILES, Profile
from postil.domain.severity import Kind, Severity
from postil.render import Style, markdown
from postil.render._delta import delta, is_delta
from postil.render._markdown import LIMIT
from postil.render._validation import validate
from sample_rounds import (
    DISPUTED,
    FINDINGS,
    FIXED,
    MIXED,
    RAISED,
    RAISED_NOW,
    RESOLVED,
    ROUNDS,
    SEEN,
    UNANSWERED,
    again,
    entry,
    lived,
)

from samples import NOISY, under

RESOLVED_AS = {
    EventKind.RESOLVED: "resolved",
    EventKind.WITHDRAWN: "resolved (withdrawn)",
    EventKind.DISMISSED: "resolved (dismissed)",
    EventKind.WONTFIX: "resolved (will not be fixed)",
    EventKind.DEFERRED: "resolved (deferred)",
    EventKind.SUPPRESSED: "resolved (suppressed)",
}


def body(document: ReviewDocument) -> str:
    text = delta(replace(document, policy=PROFILES[Profile.SECTIONS]))
    assert validate(text) == ()
    return text


def moved(transition: Transition, *entries: Entry, verdict: Verdict = Verdict.NOTES) -> str:
    return body(again(transition, verdict, *entries).document)


def verdict_of(text: str) -> str:
    lines = text.split("\n")
    return lines[lines.index("## Verdict Update") + 2]


def headings(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.startswith("#")]


def test_sections_in_order() -> None:
    assert headings(body(MIXED.document)) == [
        "## Re-review -- Changes since ddddddd",
        "## What Changed",
        "## New Findings",
        "## Resolved Findings",
        "## Still Open",
        "## Verdict Update",
    ]


def test_sections_with_nothing_in_them_are_absent() -> None:
    wontfix = Event(kind=EventKind.WONTFIX, head=RAISED.head)
    text = moved(Transition.STILL_CLEAN, lived("F4", RAISED, wontfix), verdict=Verdict.CLEAN)
    assert headings(text) == [
        "## Re-review -- Changes since ddddddd",
        "## What Changed",
        "## Verdict Update",
    ]
    assert "\nFindings: 0 new, 0 closed, 0 still open.\n" in text


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "improved",
            ":green_circle: **Blockers resolved (likely, see list)** -- Ready to merge",
        ),
        (
            "improved-lesser",
            ":yellow_circle: **Blockers resolved** -- Ready to merge with minor items",
        ),
        (
            "still-blocked",
            ":yellow_circle: **Blockers still open** -- 1 from earlier reviews, 1 closed",
        ),
        ("mixed", ":yellow_circle: **New blockers found** -- Address 2 new issues"),
        ("worsened", ":yellow_circle: **New blockers found** -- Address 1 new issue"),
        ("still-clean", ":large_blue_circle: **Still ready** -- No new issues"),
        (
            "still-clean-notes",
            ":large_blue_circle: **Still ready** -- No new blockers, 1 new note",
        ),
        (
            "blind-again",
            ":yellow_circle: **Review incomplete** -- security failed, 1 required part not seen",
        ),
        (
            "noop",
            (
                ":yellow_circle: **Nothing new since bbbbbbb was reviewed; its verdict stands: "
                "blocked** -- nothing was looked at in this run"
            ),
        ),
        (
            "checks-again",
            (
                ":yellow_circle: **Blockers resolved (likely, see list)** -- "
                "No findings by 3 checks; no reviewer read this change"
            ),
        ),
    ],
)
def test_verdicts(name: str, line: str) -> None:
    assert verdict_of(body(ROUNDS[name].document)) == line


def test_improved_by_a_person() -> None:
    text = moved(Transition.IMPROVED, lived("F1", RAISED, RESOLVED), verdict=Verdict.CLEAN)
    assert verdict_of(text) == ":green_circle: **Blockers resolved** -- Ready to merge"


def test_still_blocked_with_nothing_closed() -> None:
    text = moved(Transition.STILL_BLOCKED, lived("F1", RAISED, SEEN), verdict=Verdict.BLOCKED)
    assert verdict_of(text) == ":yellow_circle: **Blockers still open** -- 1 from earlier reviews"


def test_what_got_worse_is_a_new_issue() -> None:
    worse = replace(SEEN, severity=Severity.CRITICAL)
    text = moved(Transition.WORSENED, lived("F1", RAISED, worse), verdict=Verdict.BLOCKED)
    assert verdict_of(text) == ":yellow_circle: **New blockers found** -- Address 1 new issue"
    assert "1 finding from earlier reviews remains open." in text


def test_checks_alone_are_never_still_ready() -> None:
    document = ROUNDS["still-clean"].document
    assert verdict_of(body(replace(document, panel=False))) == (
        ":yellow_circle: **No findings by 3 checks; no reviewer read this change** -- No new issues"
    )


@pytest.mark.parametrize("transition", [Transition.IMPROVED, Transition.STILL_CLEAN])
def test_nothing_is_ready_while_something_serious_is_open(transition: Transition) -> None:
    """A high finding blocks nothing where only critical ones do, and is no minor item either."""
    sample = again(transition, Verdict.REVIEW, lived("F2", RAISED, SEEN))
    policy = replace(PROFILES[Profile.SECTIONS], block_at=Severity.CRITICAL)
    text = delta(replace(sample.document, policy=policy))
    assert validate(text) == ()
    assert verdict_of(text) == ":yellow_circle: **Address before merging** -- 1 issue to fix first"


@pytest.mark.parametrize("kind", [Kind.QUESTION, Kind.PREFERENCE])
def test_ready_although_low_blocks_and_a_question_is_open(kind: Kind) -> None:
    asked = replace(FINDINGS["F2"], kind=kind)
    sample = again(Transition.IMPROVED, Verdict.NOTES, entry(asked, RAISED, UNANSWERED))
    policy = replace(PROFILES[Profile.SECTIONS], block_at=Severity.LOW)
    text = delta(replace(sample.document, policy=policy))
    assert validate(text) == ()
    assert "- [MINOR] src/billing/refund.py: " in text
    assert verdict_of(text).endswith("Ready to merge with minor items")


def test_nothing_is_ready_over_what_was_missed_earlier() -> None:
    late = lived("F4", RAISED_NOW, late=True)
    sample = again(Transition.STILL_CLEAN, Verdict.NOTES, late, lived("F1", RAISED, FIXED))
    text = body(sample.document)
    green = text.replace(":large_blue_circle:", ":green_circle:")
    assert validate(green) == ("a green verdict over open findings",)


@pytest.mark.parametrize(("kind", "words"), RESOLVED_AS.items())
def test_how_it_was_closed(kind: EventKind, words: str) -> None:
    text = moved(
        Transition.STILL_CLEAN,
        lived("F4", RAISED, DISPUTED, replace(RESOLVED, kind=kind)),
        verdict=Verdict.CLEAN,
    )
    title = "The page names `refund_order`, which does not exist (F4)"
    assert f"\n:white_check_mark: [MINOR] docs/refunds.md: {title} -- {words}\n" in text


def test_lists_by_severity_as_shown() -> None:
    taste = replace(FINDINGS["F1"], kind=Kind.PREFERENCE, number="F11", id="0000000b")
    asked = replace(FINDINGS["F1"], kind=Kind.QUESTION, number="F12", id="0000000c")
    entries = [entry(f, RAISED, SEEN) for f in (asked, taste, FINDINGS["F4"], FINDINGS["F3"])]
    text = moved(Transition.STILL_CLEAN, *entries)
    listed = [line.rpartition(" ")[2] for line in text.split("\n") if line.startswith("- [")]
    assert listed == ["(F3)", "(F11)", "(F4)", "(F12)"]


def test_praise_is_neither_new_nor_open() -> None:
    assert "The over-refund limit is tested" not in body(MIXED.document)


def test_the_sentence_about_a_rewritten_history() -> None:
    text = body(ROUNDS["rewritten"].document)
    assert "\nhistory rewritten since ddddddd: 3 of 4 units carried over\n" in text


@pytest.mark.parametrize("name", ROUNDS)
def test_re_reviews_choose_this_layout(name: str) -> None:
    document = under(ROUNDS[name], Profile.SECTIONS).document
    assert is_delta(document)
    assert markdown.render(document, None, style=Style()) == delta(document)


def test_what_is_no_re_review() -> None:
    document = MIXED.document
    assert not is_delta(NOISY.document)
    assert not is_delta(replace(document, transition=Transition.FIRST))
    assert not is_delta(replace(document, previous_head=""))
    assert not is_delta(replace(document, previous_head="no commit"))
    assert not is_delta(again(Transition.WORSENED, Verdict.NOTES, lived("F3", RAISED_NOW)).document)


def test_an_unread_head_is_incomplete() -> None:
    text = body(replace(MIXED.document, coverage=Coverage.NONE))
    assert verdict_of(text).startswith(":yellow_circle: **Review incomplete** -- nothing was")


def test_too_many_findings_are_cut_and_the_verdict_stays() -> None:
    many = [
        entry(replace(FINDINGS["F4"], number=f"F{n}", id=f"{n:08x}", failure_mode="why " * 150), at)
        for n, at in zip(range(1, 301), [RAISED_NOW, RAISED] * 150, strict=True)
    ]
    text = moved(Transition.STILL_CLEAN, *many)
    assert LIMIT - 2_000 < len(text) <= LIMIT
    assert "more findings are not shown" in text
    assert verdict_of(text).endswith("No new blockers, 150 new notes")
    assert "150 findings from earlier reviews remain open." in text
