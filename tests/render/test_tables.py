"""The tables layout: its order, its event, and everything its validator refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from postil.domain.document import ReviewDocument
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.policy import Profile
from postil.domain.severity import Basis, Kind, Severity
from postil.render import Style, markdown
from postil.render._markdown import LIMIT
from postil.render._status import event
from postil.render._tables import ORDER, draft, sorted_out, tables
from postil.render._validation import validate
from sample_panels import PANELLED

from samples import BLIND, CHECKS_CLEAN, CLEAN, NOISY, SAMPLES, Sample, under


def drafted(sample: Sample) -> str:
    return tables(under(sample, Profile.GUIDED).document)


BODY = drafted(PANELLED)


def headings(body: str) -> list[str]:
    return [line.removeprefix("## ") for line in body.split("\n") if line.startswith("## ")]


def test_the_whole_draft(golden: Callable[[str, str], None]) -> None:
    document = under(PANELLED, Profile.GUIDED).document
    golden("panelled.tables.md", markdown.render(document, None, style=Style()))


def test_the_sections_stand_in_their_order_and_only_where_there_is_something() -> None:
    named = [title.partition(" (")[0] for title in headings(BODY)]
    assert named == list(ORDER)
    assert headings(drafted(CLEAN)) == ["PR summary", "Verification summary"]


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_what_we_write_is_valid(name: str) -> None:
    assert validate(drafted(SAMPLES[name])) == ()
    assert validate(BODY) == ()


def test_very_many_findings_are_cut_and_counted() -> None:
    first = NOISY.document.findings[1]
    many = tuple(
        replace(first, id=f"{n:08x}", number=f"F{n}", title="long " * 60) for n in range(1, 900)
    )
    body = drafted(Sample(replace(NOISY.document, findings=many), NOISY.change))
    assert len(body) <= LIMIT
    assert "## Inline comments (899)" in body
    assert "more inline comments are not shown" in body
    assert validate(body) == ()


def event_of(document: ReviewDocument) -> str:
    body = drafted(Sample(document, NOISY.change))
    return body.partition("**Event: ")[2].partition("**")[0]


@pytest.mark.parametrize(
    ("document", "event"),
    [
        (CLEAN.document, "APPROVE"),
        (NOISY.document, "REQUEST_CHANGES"),
        (BLIND.document, "COMMENT"),
        (CHECKS_CLEAN.document, "COMMENT"),
        (replace(NOISY.document, verdict=Verdict.NOTES), "COMMENT"),
        (replace(CLEAN.document, coverage=Coverage.PARTIAL, outcome=Outcome.PARTIAL), "COMMENT"),
    ],
)
def test_the_event_follows_the_verdict_and_the_coverage(
    document: ReviewDocument, event: str
) -> None:
    assert event_of(document) == event


def test_a_matter_of_taste_is_not_shown_as_critical() -> None:
    loud = replace(
        NOISY.document.findings[0], kind=Kind.PREFERENCE, severity=Severity.CRITICAL, title=" "
    )
    body = drafted(Sample(replace(NOISY.document, findings=(loud,)), NOISY.change))
    assert "| F1 | code | src/billing/client.py:3 | MEDIUM | (blank) |" in body
    assert "## Inline" not in body


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("**Event: REQUEST_CHANGES**", "**Event: MERGE**", "no event line"),
        ("· 3 inline", "· 4 inline", "the event line and `Inline comments` do not count alike"),
        ("REQUEST_CHANGES", "APPROVE", "approved over open findings or an incomplete review"),
        ("## PR summary", "## Prologue", "section `PR summary` is missing"),
        ("## PR summary", "## Prologue", "unknown section `Prologue`"),
        (
            "- **Why**",
            "- **Because**",
            "the summary does not say what, why, goal, issue and verdict",
        ),
        (
            "| # | File:line |",
            "| # | Where |",
            "`Inline comments` has not the columns #, File:line",
        ),
        ("| CRITICAL | 90", "| CRITICAL 90", "a row of `Inline comments` has not 5 cells"),
        ("| F1 | src", "| 1 | src", "a row of `Inline comments` has no number"),
        (
            "comments (3)",
            "comments (2)",
            "the number in `Inline comments` is not the number of rows",
        ),
        ("| F4 | doc", "| F1 | doc", "a finding is listed twice"),
        ("| broken |", "| fine |", "`fine` is no result of a concern"),
        ("| not verified | nobody answered |", "| holds |  |", "answered and nothing shows it"),
        ("1 agreement, ", "", "does not show its four counts"),
        ("## Cross-model", "## Pass coverage", "the sections are not in order, each once"),
        ("## Advisory", "### More\n\n## Advisory", "a heading stands below the level of sections"),
        ("Review details", "Details", "the details are not the one collapsible"),
        ("<!-- postil:tables", "<!-- postil:table", "the first line is not our marker"),
    ],
)
def test_what_breaks_a_rule_is_refused(old: str, new: str, problem: str) -> None:
    assert old in BODY
    problems = validate(BODY.replace(old, new, 1))
    assert any(problem in each for each in problems), problems


def test_changes_are_not_requested_for_nothing() -> None:
    body = drafted(CLEAN).replace("**Event: APPROVE**", "**Event: REQUEST_CHANGES**")
    assert validate(body) == ("changes are requested and none is named",)


def test_a_folded_or_empty_section_is_refused() -> None:
    body = BODY.replace("## Advisory", "<details>\n<summary>x</summary>\n\n## Advisory", 1)
    assert any("`Advisory` is folded" in each for each in validate(body + "\n</details>\n"))
    empty = BODY.replace(
        "## Verification summary\n\n- ", "## Verification summary\n\n## X\n\n- ", 1
    )
    assert "nothing under `Verification summary`" in validate(empty)
    torn = BODY.replace("| 1 | refunds", "| refunds", 1).replace(
        " | description | broken |", " |", 1
    )
    assert any("has not 5 cells" in each for each in validate(torn))
    torn = BODY.replace("| 2 | the ledger balances | issue BILL-42 | not verified | ", "| 2 |", 1)
    assert "`` is no result of a concern" in validate(torn)


def test_the_draft_at_the_gate_holds_what_the_person_chose() -> None:
    document = under(PANELLED, Profile.GUIDED).document
    inline, advisory = sorted_out(document)
    text = draft(document, advisory, inline, chosen="REQUEST_CHANGES")
    counts = f"{len(advisory)} inline · {len(inline)} advisory"
    assert text.startswith(f"**Event: REQUEST_CHANGES** · {counts} · coverage ")
    assert f"## Inline comments ({len(advisory)})" in text
    assert "<details>" not in text
    assert draft(document, inline, advisory, chosen=event(document)) in f"{BODY}\n".replace(
        BODY[BODY.index("\n\n<details>") :], "\n"
    )


def test_what_was_handed_in_without_lines_is_not_said_to_quote_any() -> None:
    document = NOISY.document
    noted = replace(
        next(finding for finding in document.findings if finding.basis is Basis.SELF),
        evidence=(replace(document.findings[0].evidence[0], text=""),),
    )
    kept = tuple(noted if each.id == noted.id else each for each in document.findings)
    body = tables(replace(document, findings=kept))
    assert "; 1 as handed in, without lines; every other one quotes lines that were found" in body
    assert "every one quotes lines that were found in the files" in tables(document)
