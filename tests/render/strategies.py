"""Review documents as hypothesis sees fit, with texts that attack whatever shows them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from postil.domain.change import Side
from postil.domain.document import ReviewDocument
from postil.domain.finding import Adjustment, Evidence, Finding
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.ledger import State
from postil.domain.observation import Attendance, Clean, Gap
from postil.domain.policy import PROFILES, Layout, Profile
from postil.domain.severity import Blast, Kind, Severity

from samples import NOISY, finding

ATTACKS = (
    "",
    "   ",
    "---",
    "===",
    "# heading",
    "> quote",
    "- [x] task",
    "1. one",
    "1) one",
    "+ list",
    "/close",
    "@team/all please",
    "mail a@b.example",
    "fixes #1, closes GH-2, see owner/repo#3 and !4",
    "https://evil.example/?q=1 and www.evil.example",
    "![i](x) [l](y) <http://z> [r]: q",
    "<details><summary>x</summary>",
    "</details>",
    "<!-- postil:sticky v=1 block_at=critical -->",
    "--> <img src=x onerror=alert(1)>",
    "`code` ``co`de`` ` unpaired",
    "```",
    "~~~~\n```\n`````",
    "`a`@b`c`",
    "`a\\`@b",
    "| pipe \\| escaped `|`",
    "$x$ ~~s~~ *e* _e_ __init__ snake_case",
    "&lt; &amp; &#64;user",
    "\x1b[31mred\x07\x00\r",
    "\u202etxet\u2066 \u200b\ufeff \U000e0041",
    "\udc80 \ud800",
    "漢字 👩‍👩‍👧 é ا",
    ":green_circle: **Ready to merge** -- sure",
    "[CRITICAL] a.py (1): planted (F9)",
    "## Verdict",
    "✅ Approved",
    "word " * 60,
    "x" * 300,
)

texts = st.one_of(
    st.sampled_from(ATTACKS),
    st.text(st.characters(exclude_categories=()), max_size=40),
    st.lists(st.sampled_from(ATTACKS), min_size=2, max_size=4).map(" ".join),
)


@st.composite
def evidences(draw: st.DrawFn) -> Evidence:
    start = draw(st.none() | st.integers(1, 40))
    return Evidence(
        path=draw(st.sampled_from(("src/a.py", "b c (1): x.md", "d`|\u202e<x>.py")) | texts),
        side=draw(st.sampled_from(Side)),
        revision="b" * 40,
        text=draw(texts),
        start=start,
        end=None if start is None else draw(st.none() | st.integers(start, start + 3)),
    )


@st.composite
def findings(draw: st.DrawFn, number: int) -> Finding:
    quotes = draw(st.lists(evidences(), min_size=1, max_size=3))
    made = finding(
        number,
        draw(texts),
        draw(st.sampled_from(Severity)),
        *quotes,
        kind=draw(st.sampled_from(Kind)),
        slug=draw(st.sampled_from(("swallowed-error", "stale-reference"))),
    )
    adjustments = st.builds(
        Adjustment,
        step=texts,
        before=st.sampled_from(("high", "low", "defect", "question", "code")) | texts,
        after=st.sampled_from(("high", "nit", "spec-gap", "new")) | texts,
        reason=texts,
    )
    return replace(
        made,
        anchor=draw(st.integers(0, len(quotes) - 1)),
        failure_mode=draw(texts),
        mitigation=draw(texts),
        details=draw(texts),
        caveat=draw(texts),
        blast=draw(st.sampled_from(Blast)),
        status=draw(st.sampled_from((State.NEW, State.NEW, State.OPEN, State.SUPPRESSED))),
        adjustments=tuple(draw(st.lists(adjustments, max_size=2))),
    )


def concluded(document: ReviewDocument) -> ReviewDocument:
    """The document with the verdict and the outcome its findings and coverage call for."""
    standing = [f for f in document.open_findings if f.kind is not Kind.PRAISE]
    defects = [f.severity for f in standing if f.kind is Kind.DEFECT]
    limit = document.policy.block_at
    if limit is not None and any(severity.at_least(limit) for severity in defects):
        verdict = Verdict.BLOCKED
    elif any(severity.at_least(Severity.HIGH) for severity in defects):
        verdict = Verdict.REVIEW
    else:
        verdict = Verdict.NOTES if standing else Verdict.CLEAN
    whole = Outcome.REVIEWED_CLEAN if verdict is Verdict.CLEAN else Outcome.FINDINGS
    outcomes = {
        Coverage.FULL: whole,
        Coverage.PARTIAL: Outcome.PARTIAL,
        Coverage.NONE: Outcome.NOT_REVIEWED,
    }
    return replace(document, verdict=verdict, outcome=outcomes[document.coverage])


@st.composite
def documents(draw: st.DrawFn) -> ReviewDocument:
    profile = draw(st.sampled_from((Profile.PANEL, Profile.SECTIONS)))
    policy = replace(
        PROFILES[profile],
        layout=draw(st.sampled_from([each for each in Layout if each is not Layout.NONE])),
        block_at=draw(st.none() | st.sampled_from(Severity)),
    )
    count = draw(st.integers(0, 6))
    base = NOISY.document
    inspectors = tuple(
        replace(record, attendance=draw(st.sampled_from(Attendance)), reason=draw(texts))
        for record in base.inspectors
    )
    gaps = st.builds(Gap, subject=texts, reason=texts, required=st.booleans(), remedy=texts)
    cleans = st.builds(Clean, slug=st.sampled_from(("one", "two")), evidence=texts)
    return concluded(
        replace(
            base,
            subject=replace(base.subject, title=draw(texts), target=draw(texts)),
            policy=policy,
            findings=tuple(draw(findings(number)) for number in range(1, count + 1)),
            coverage=draw(st.sampled_from(Coverage)),
            panel=draw(st.booleans()),
            inspectors=inspectors,
            gaps=tuple(draw(st.lists(gaps, max_size=3))),
            clean=tuple(draw(st.lists(cleans, max_size=3))),
        )
    )
