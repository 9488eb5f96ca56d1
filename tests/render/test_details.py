from __future__ import annotations

from dataclasses import replace

from postil.domain.document import Cost, ReviewDocument, UnitCount
from postil.domain.memory import Transition
from postil.domain.observation import Gap
from postil.render._details import TITLE, details
from postil.render._markdown import assemble
from sample_rounds import MIXED, STILL_BLOCKED

from samples import BLIND, CHECKS_CLEAN, CLEAN, NOISY


def lines(document: ReviewDocument) -> list[str]:
    return assemble([details(document)]).split("\n")


def facts(document: ReviewDocument) -> list[str]:
    """The facts after the time, which close a first review's list."""
    told = [line for line in lines(document) if line.startswith("- ")]
    start = next(i for i, line in enumerate(told) if line.startswith("- Time: "))
    return [line for line in told[start + 1 :] if "working tree" not in line]


def test_facts_of_a_whole_review() -> None:
    assert lines(CLEAN.document) == [
        "<details>",
        f"<summary>{TITLE}</summary>",
        "",
        "- Files: 2 (+7 -2)",
        "- Profile: panel, layout sticky",
        "- Effort: lite (9 changed lines in 2 files)",
        "- Coverage: full",
        "- Open findings: none",
        "- Set aside: none",
        ("- Checks: 3 ran (comment-hygiene, non-code-scan, stale-reference), 1 not needed, 1 off"),
        "- Reviewers: 4 ran (security, staff-engineer, sdet, spec-auditor)",
        "- Cost: 0.031 USD (14,200 tokens in, 900 out)",
        "- Time: 36.5 s",
        "",
        "</details>",
    ]


def test_facts_of_a_noisy_review() -> None:
    text = lines(NOISY.document)
    assert "- Files: 4 (+26 -2); 1 file left out as noise" in text
    assert "- Closed findings: 1 suppressed" in text
    assert "- Set aside: 3 (2 by claim, 1 by tooling)" in text


def test_failures_are_named() -> None:
    assert "- Reviewers: 3 ran (staff-engineer, sdet, spec-auditor), 1 failed (security)" in lines(
        BLIND.document
    )


def test_facts_of_a_re_review() -> None:
    assert facts(STILL_BLOCKED.document) == [
        "- Previous review: ddddddd (still-blocked since)",
        "- Since then: 0 new, 1 closed, 3 still open",
    ]
    memory = replace(MIXED.document.memory, spent_usd=0.5)
    document = replace(
        MIXED.document,
        memory=memory,
        rewritten="history rewritten since d: 1 of 2 @units",
        units=UnitCount(total=2, carried=1),
    )
    assert facts(document) == [
        "- Previous review: ddddddd (mixed since)",
        "- Since then: 4 new, 2 closed, 2 still open",
        "- Read before: 1 of 2 units carried over",
        "- History: history rewritten since d: 1 of 2 `@units`",
        "- Missed earlier: 1 of 9 findings so far",
        "- Cost of 3 reviews: 0.500 USD",
    ]
    assert facts(replace(document, transition=Transition.FIRST)) == []


def test_without_a_model() -> None:
    text = lines(CHECKS_CLEAN.document)
    assert "- Reviewers: no reviewer read this change" in text
    assert "- Cost: no model was asked" in text


def test_nobody_at_all() -> None:
    document = replace(CLEAN.document, inspectors=(), cost=Cost(usd=0.0))
    text = lines(document)
    assert "- Checks: none" in text
    assert "- Cost: 0.000 USD (0 tokens in, 0 out)" in text


def test_required_gaps_stand_first() -> None:
    gaps = (
        Gap(subject="a", reason="off", required=False),
        Gap(subject="b|c", reason="@x", required=True, remedy="look"),
    )
    rows = [line for line in lines(replace(CLEAN.document, gaps=gaps)) if line.startswith("|")]
    assert rows[2:] == ["| b│c | yes | `@x` | look |", "| a | no | off |  |"]
