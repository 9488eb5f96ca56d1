from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.brief import Area
from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.policy import Profile
from postil.domain.severity import Kind, Severity
from postil.render._markdown import LIMIT
from postil.render._sections import sections
from postil.render._validation import validate

from samples import BLIND, CLEAN, NOISY, finding, quoted, under

PLACE = quoted(NOISY.change, "src/billing/refund.py", 12)
CLEAN_DOCUMENT = under(CLEAN, Profile.SECTIONS).document
NOISY_DOCUMENT = under(NOISY, Profile.SECTIONS).document


def body(document: ReviewDocument) -> str:
    text = sections(document)
    assert validate(text) == ()
    return text


def noted(*findings: Finding) -> ReviewDocument:
    return replace(NOISY_DOCUMENT, verdict=Verdict.NOTES, findings=findings)


def headings(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.startswith("#")]


def test_sections_in_order_and_only_those_with_content() -> None:
    assert headings(body(NOISY_DOCUMENT)) == [
        "## What Changed",
        "## Strengths",
        "## Observations",
        "### Impact",
        "### Preference",
        "## Suggestions",
        "## Verdict",
    ]
    assert headings(body(CLEAN_DOCUMENT)) == ["## What Changed", "## Verdict"]


def test_preferences_alone_are_valid_and_yellow() -> None:
    text = body(noted(finding(1, "a", Severity.CRITICAL, PLACE, kind=Kind.PREFERENCE)))
    assert "### Impact" not in text
    assert "[MINOR] src/billing/refund.py (12): a (F1)" in text
    assert ":yellow_circle: **Ready to merge with minor items** -- 1 item to consider" in text


def test_a_partial_review_lists_no_strengths() -> None:
    text = body(under(BLIND, Profile.SECTIONS).document)
    assert "## Strengths" not in text
    assert ":yellow_circle: **Review incomplete** -- security failed" in text


def test_reviewed_lists_only_areas_with_files() -> None:
    brief = replace(CLEAN_DOCUMENT.brief, areas=((Area.DOCS, 2), (Area.TESTS, 0)))
    assert "\nReviewed: docs\n" in body(replace(CLEAN_DOCUMENT, brief=brief))
    unseen = replace(CLEAN_DOCUMENT, coverage=Coverage.NONE, outcome=Outcome.NOT_REVIEWED)
    assert "Reviewed:" not in body(unseen)
    none = replace(CLEAN_DOCUMENT, brief=replace(brief, areas=()))
    assert "Reviewed:" not in body(none)


def test_what_changed_without_title_or_commits() -> None:
    subject = replace(CLEAN_DOCUMENT.subject, title="", commits=())
    text = body(replace(CLEAN_DOCUMENT, subject=subject))
    assert (
        "\nbranch `typed-greeting` against `main` (2 files, 7 added and 2 removed lines)\n" in text
    )


@pytest.mark.parametrize(
    ("spans", "shown"),
    [
        (((12, 12),), " (12)"),
        (((12, 14), (19, None), (12, 14)), " (12-14, 19)"),
        (((None, None),), ""),
    ],
)
def test_lines(spans: tuple[tuple[int | None, int | None], ...], shown: str) -> None:
    evidence = [replace(PLACE, start=start, end=end) for start, end in spans]
    text = body(noted(finding(1, "title", Severity.LOW, *evidence)))
    assert f"\n[MINOR] src/billing/refund.py{shown}: title (F1)\n" in text


def test_a_finding_without_words_still_has_an_explanation() -> None:
    text = body(noted(finding(1, "title", Severity.LOW, PLACE)))
    assert "title (F1)\nThe quoted lines speak for themselves.\n" in text


def test_other_places_are_named() -> None:
    other = quoted(NOISY.change, "docs/refunds.md", 3)
    text = body(noted(finding(1, "title", Severity.LOW, PLACE, other)))
    assert "See also docs/refunds.md:3." in text


def test_too_many_findings_are_cut_and_the_verdict_stays() -> None:
    many = [
        replace(finding(n, f"number {n}", Severity.LOW, PLACE), failure_mode="why " * 150)
        for n in range(1, 301)
    ]
    text = body(noted(*many))
    assert LIMIT - 2_000 < len(text) <= LIMIT
    shown = text.count("\n[MINOR]")
    assert f"_{300 - shown} more findings are not shown" in text
    assert ":yellow_circle: **Ready to merge with minor items** -- 300 items" in text
    assert text.count("<details>") == text.count("</details>") == 2


def test_a_list_there_is_no_room_for_says_so_under_its_heading() -> None:
    many = [
        replace(finding(n, f"number {n}", Severity.LOW, PLACE), failure_mode="why " * 150)
        for n in range(1, 301)
    ]
    taste = finding(301, "taste", Severity.LOW, PLACE, kind=Kind.PREFERENCE)
    taste = replace(taste, failure_mode="why " * 400)
    text = body(noted(*many, taste))
    assert "### Preference\n\n_1 more finding is not shown" in text
