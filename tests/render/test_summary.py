"""The summary layout: description, issues, what earlier rounds left, and what its validator refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from postil.domain.judgement import Verdict
from postil.domain.ledger import State
from postil.domain.policy import Profile
from postil.domain.severity import Kind, Severity
from postil.render import Style, markdown
from postil.render._summary import summary
from postil.render._validation import validate

from samples import BLIND, CLEAN, NOISY, SAMPLES, Sample, under


def written(sample: Sample, verdict: Verdict = Verdict.REVIEW) -> str:
    document = under(sample, Profile.THREADS).document
    blocked = document.verdict is Verdict.BLOCKED
    return summary(replace(document, verdict=verdict) if blocked else document)


def carried() -> Sample:
    """Two of the findings are known from an earlier round."""
    states = {"F1": State.REOPENED, "F3": State.OPEN}
    findings = tuple(
        replace(finding, status=states.get(finding.number, finding.status))
        for finding in NOISY.document.findings
    )
    return Sample(replace(NOISY.document, findings=findings), NOISY.change)


BODY = written(carried())


def test_the_whole_summary_of_a_second_round(golden: Callable[[str, str], None]) -> None:
    document = replace(under(carried(), Profile.THREADS).document, verdict=Verdict.REVIEW)
    golden("carried.summary.md", markdown.render(document, None, style=Style()))


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_what_we_write_is_valid(name: str) -> None:
    assert validate(written(SAMPLES[name])) == ()
    assert validate(BODY) == ()


def test_what_is_known_already_stands_apart_and_without_lines() -> None:
    assert "## Issues (6)" in BODY
    assert "## Retained (2)" in BODY
    assert (
        "- **F1** 🔴 CRITICAL src/billing/client.py: A live gateway key is committed (reopened)"
        in BODY
    )
    assert "| F1 |" not in BODY


def test_nothing_found_is_a_description_and_a_verdict() -> None:
    body = written(CLEAN)
    assert "**Approved: no findings.**" in body
    assert "## Issues" not in body
    assert "## Retained" not in body


def test_without_points_of_the_author_there_is_only_the_title() -> None:
    brief = replace(CLEAN.document.brief, intent=replace(CLEAN.document.brief.intent, what=()))
    body = written(Sample(replace(CLEAN.document, brief=brief), CLEAN.change))
    assert "## Description\n\n" in body
    assert "\n- The greeting has types" not in body
    assert "\n- The greeting has types" in written(CLEAN)


def test_taste_weighs_no_more_than_medium() -> None:
    loud = replace(
        NOISY.document.findings[0], kind=Kind.PREFERENCE, severity=Severity.CRITICAL, title=""
    )
    body = written(Sample(replace(NOISY.document, findings=(loud,)), NOISY.change))
    assert "| F1 | (blank) | security | 🟡 MEDIUM | src/billing/client.py:3 |" in body


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("**Review before merging", "Review before merging", "no verdict below the first"),
        ("## Description", "## About", "section `Description` is missing"),
        ("| # | Issue |", "| # | Title |", "`Issues` has not the columns #, Issue"),
        ("| 🟠 HIGH |", "| 🔴 HIGH |", "not an entry of `Issues`: `| F2 |"),
        (
            "⚪ LOW | docs",
            "🔴 CRITICAL | docs",
            "the entries of `Issues` are not sorted by severity",
        ),
        ("Issues (6)", "Issues (7)", "the number in `Issues` is not the number of entries"),
        ("(reopened)", "reopened", "not an entry of `Retained`"),
        ("🔴 CRITICAL", "⚪ LOW", "the entries of `Retained` are not sorted by severity"),
        ("Review details", "Details", "the details are not the one collapsible"),
    ],
)
def test_what_breaks_a_rule_is_refused(old: str, new: str, problem: str) -> None:
    assert old in BODY
    problems = validate(BODY.replace(old, new, 1))
    assert any(problem in each for each in problems), problems


def test_neither_green_over_gaps_nor_approved_over_issues() -> None:
    partial = written(BLIND).replace("**Partial review: ", "**Partial review: ✅ ", 1)
    assert "an incomplete review looks green" in validate(partial)
    start = BODY.index("**Review before")
    approved = BODY[:start] + "**Approved: no findings.**" + BODY[BODY.index("\n", start) :]
    assert validate(approved) == ("approved over open issues",)
    assert "no verdict below the first visible line" in validate("\n".join(BODY.split("\n")[:5]))
