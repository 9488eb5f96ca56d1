"""What the panel did is shown in every rendering, whole where it is there and absent where not."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from postil.domain.conversation import FROM_STORE, Usage
from postil.domain.document import Cost, ReviewDocument
from postil.domain.judgement import Coverage, Outcome
from postil.domain.observation import Attendance
from postil.domain.panel import Crossing, GoalRecord, PanelRecord
from postil.domain.report import GoalVerdict
from postil.render import Style, html, terminal
from postil.render import json as json_
from postil.render._details import details
from postil.render._markdown import assemble
from postil.render._panel import goal, intent_rows, limitations, seat_rows, shown_by, spent
from postil.render._status import panel_status, shortfall
from sample_panels import PANELLED, RECORD, without

from samples import CHECKS_CLEAN, CLEAN, NOISY

PLAIN = Style(width=100)


def partial(*failed: str) -> ReviewDocument:
    return replace(
        without(*failed).document, coverage=Coverage.PARTIAL, outcome=Outcome.PARTIAL, findings=()
    )


def at_terminal(document: ReviewDocument) -> str:
    return terminal.render(document, None, style=PLAIN)


# The status


def test_one_reviewer_that_failed_is_named_and_counted_nowhere_else() -> None:
    assert panel_status(partial("security")) == "⚠️ Partial — security failed"


def test_two_reviewers_that_failed_are_counted_by_name() -> None:
    assert shortfall(partial("security", "sdet")) == "2/4 reviewers failed: security, sdet"


def test_nobody_left_is_not_a_review() -> None:
    every = ("security", "staff-engineer", "sdet", "spec-auditor")
    document = replace(partial(*every), coverage=Coverage.NONE, panel=False)
    assert panel_status(document) == (
        "⚠️ Not reviewed — 4/4 reviewers failed: security, staff-engineer, sdet, spec-auditor"
    )
    told = assemble([details(document)])
    assert "- Reviewers: no reviewer read this change; 4 failed (security, staff-engineer" in told
    assert terminal.NO_PANEL not in at_terminal(document)


def test_what_a_check_left_is_not_told_twice() -> None:
    records = tuple(
        replace(record, attendance=Attendance.FAILED)
        if record.name == "stale-reference"
        else record
        for record in NOISY.document.inspectors
    )
    gap = replace(partial("sdet").gaps[-1], subject="check `stale-reference`")
    document = replace(partial(), inspectors=records, gaps=(gap,))
    assert shortfall(document) == "stale-reference failed"


# Words


def test_seats_and_chairs() -> None:
    rows = {row[0]: row[1:] for row in seat_rows(without("sdet").document)}
    assert rows["staff-engineer"] == (
        "sat",
        "",
        "3 remarks",
        "anthropic:claude-sonnet-5-5, openai:gpt-6",
        "20,500 in, 2,000 out",
    )
    assert rows["security"][2] == "1 remark"
    assert rows["sdet"] == ("failed", "no answer", "", "", "")
    assert rows["type-design"] == ("empty chair", "no type was added or changed", "", "", "")
    idle = replace(PANELLED.document.inspectors[-1], attendance=Attendance.OFF)
    assert seat_rows(replace(CLEAN.document, inspectors=(idle,)))[0][1] == "off"


def test_what_came_from_the_store_says_so() -> None:
    whole = PANELLED.document
    free = tuple(
        replace(call, usage=Usage(), note=FROM_STORE) if call.seat == "security" else call
        for call in whole.calls
    )
    rows = {row[0]: row[-1] for row in seat_rows(replace(whole, calls=free))}
    assert rows["security"] == "from the store"
    assert rows["staff-engineer"] == "20,500 in, 2,000 out"
    assert spent(replace(whole, calls=free)).endswith("; 3 calls, 1 from the store)")


@pytest.mark.parametrize(
    ("record", "stated", "words"),
    [
        (None, "", "not applicable: no goal is stated"),
        (None, "It pays", "unverifiable: no reviewer was asked"),
        (GoalRecord(verdict=GoalVerdict.UNVERIFIABLE), "It pays", "unverifiable"),
        (GoalRecord(verdict=GoalVerdict.ACHIEVED, note="seen"), "It pays", "achieved: seen"),
    ],
)
def test_the_goal(record: GoalRecord | None, stated: str, words: str) -> None:
    intent = replace(CLEAN.document.brief.intent, goal=stated)
    document = replace(
        CLEAN.document,
        brief=replace(CLEAN.document.brief, intent=intent),
        reviewers=PanelRecord(goal=record),
    )
    assert goal(document) == words
    assert dict(intent_rows(document))["Goal verdict"] == words
    assert dict(intent_rows(document))["Why"] == "Not stated by author"


def test_quotes_are_short_and_have_a_place() -> None:
    evidence = replace(NOISY.document.findings[0].evidence[0], text="a `b`\n" + "c" * 200)
    shown = shown_by([evidence], "so")
    assert shown.startswith(f"so; {evidence.place} `a 'b' ccc")
    assert shown.endswith("c…`")
    assert shown_by([]) == ""


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (PANELLED.document, "0.130 USD (40,500 tokens in, 18,000 cached, 3,200 out; 3 calls)"),
        (CLEAN.document, "0.031 USD (14,200 tokens in, 900 out)"),
        (CHECKS_CLEAN.document, "no model was asked"),
        (
            replace(PANELLED.document, calls=PANELLED.document.calls[:1], cost=Cost()),
            "price unknown (0 tokens in, 0 out; 1 call)",
        ),
    ],
)
def test_what_was_spent(document: ReviewDocument, words: str) -> None:
    assert spent(document) == words


def test_limitations_are_what_was_said_and_what_was_not_read() -> None:
    assert limitations(PANELLED.document) == (
        "sdet: the tests could not be run",
        "security did not read src/generated/schema.sql: it does not fit the model's window",
    )


# Renderings


def test_the_details_hold_seats_passes_matrix_second_opinion_and_limitations() -> None:
    told = assemble([details(PANELLED.document)])
    for part in (
        "| type-design | empty chair | no type was added or changed |  |  |  |",
        "| correctness | staff-engineer | 3 findings |  |",
        "| concurrency | staff-engineer | gap | its owner said nothing about it |",
        "| 1 | refunds never exceed the payment │ ever | description | broken |",
        (
            "- openai:gpt-6, arbiter google:gemini-4: 1 agreement, 2 primary only, 1 second only, "
            "1 contradiction"
        ),
        "| n1-F1 | src/billing/refund.py:7 | high |",
        "- sdet: the tests could not be run",
        "; 0.200 USD expected",
    ):
        assert part in told, part
    assert "Panel:" not in assemble([details(CLEAN.document)])


def test_the_terminal_shows_the_same() -> None:
    told = at_terminal(PANELLED.document)
    for part in (
        "── the panel ─",
        "type-design empty chair: no type was added or changed",
        "── the goal ─",
        "partially achieved: refunds are written, not sent",
        "1 broken: refunds never exceed the payment | ever (description): the amount",
        "concurrency gap: staff-engineer; its owner said nothing about it",
        "openai:gpt-6: 1 agreement, 2 primary only, 1 second only, 1 contradiction",
        "Two models trained alike may be wrong alike.",
        "confidence 80 → 40; a person must acknowledge it",
        "── 2 limitations ─",
    ):
        assert part in told, part
    assert "the panel" not in at_terminal(NOISY.document)
    alone = replace(PANELLED.document, reviewers=replace(RECORD, crossing=None))
    assert "second opinion" not in at_terminal(alone)


def test_a_panel_that_was_asked_nothing_more_shows_its_seats_only() -> None:
    document = replace(CLEAN.document, reviewers=PanelRecord(crossing=Crossing(model="m:n")))
    told = at_terminal(document)
    assert "── the panel ─" in told
    assert "m:n: 0 agreement, 0 primary only, 0 second only, 0 contradiction" in told
    for part in ("the goal", "verification matrix", "── passes", "limitation"):
        assert part not in told
    assert "Disputes:" not in assemble([details(document)])


def test_the_page_shows_the_same() -> None:
    page = html.render(PANELLED.document, PANELLED.change, style=PLAIN)
    for part in (
        "Who sat on the panel",
        "no type was added or changed",
        "How the passes ended",
        "Verification matrix",
        "1 agreement, 2 primary only, 1 second only, 1 contradiction",
        "nothing guards the retry",
        "confidence 60 → 70",
        "confidence 80 → 40; a person must acknowledge it",
        "2 limitations",
        "3 calls",
        "timed-out: no answer in time",
        "partially achieved",
    ):
        assert part in page, part
    assert "Who sat on the panel" not in html.render(NOISY.document, NOISY.change, style=PLAIN)
    alone = replace(PANELLED.document, reviewers=replace(RECORD, crossing=None))
    assert "Second opinion" not in html.render(alone, NOISY.change, style=PLAIN)


def test_the_report_for_programs_has_all_of_it() -> None:
    told = json.loads(json_.render(without("sdet").document, None, style=PLAIN))
    assert told["subagent_failures"] == [{"name": "sdet", "kind": "role", "reason": "no answer"}]
    assert told["chairs"] == [{"role": "type-design", "reason": "no type was added or changed"}]
    assert [row["ending"] for row in told["passes"]] == [
        "findings",
        "clean",
        "not-applicable",
        "gap",
    ]
    assert [row["result"] for row in told["matrix"]] == ["broken", "not verified"]
    assert told["goal"]["verdict"] == "partially-achieved"
    assert told["intent"]["goal"] == "Support can refund without a developer"
    assert told["crossing"]["contradiction"] == 1
    assert told["limitations"][1] == {
        "name": "security",
        "reason": "it does not fit the model's window",
        "unit": "src/generated/schema.sql",
    }
    assert [call["outcome"] for call in told["calls"]] == ["answered", "timed-out", "answered"]
    assert told["cost"]["cached_tokens"] == 18_000
    bare = json.loads(json_.render(NOISY.document, None, style=PLAIN))
    assert (bare["chairs"], bare["goal"], bare["calls"]) == ([], None, [])
