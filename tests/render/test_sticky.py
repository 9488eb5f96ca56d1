from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.document import ReviewDocument
from postil.domain.finding import SPECIFICATION, Adjustment, Evidence, Finding
from postil.domain.judgement import Verdict
from postil.domain.severity import Kind, Severity
from postil.render import Style
from postil.render._markdown import LIMIT
from postil.render._sticky import sticky
from postil.render._validation import validate

from samples import BLIND, CHECKS_CLEAN, CLEAN, NOISY, finding, quoted

PLACE = quoted(NOISY.change, "src/billing/refund.py", 12)
DOCS = quoted(NOISY.change, "docs/refunds.md", 3)


def body(document: ReviewDocument, *pinned: str) -> str:
    text = sticky(document, style=Style(pinned=frozenset(pinned)))
    assert validate(text) == ()
    return text


def noted(*findings: Finding) -> ReviewDocument:
    return replace(NOISY.document, verdict=Verdict.NOTES, findings=findings)


def section(text: str, title: str) -> list[str]:
    """The lines below the line that holds the title, up to the next heading or fold."""
    lines = text.split("\n")
    start = next(i for i, line in enumerate(lines) if title in line) + 1
    stop = next(
        (i for i in range(start, len(lines)) if lines[i].startswith(("## ", "<", "📍", "---"))),
        len(lines),
    )
    return [line for line in lines[start:stop] if line]


def test_empty_sections_are_absent() -> None:
    text = body(replace(CLEAN.document, clean=(), gaps=()))
    assert "## " not in text
    assert text.count("<details>") == 1
    assert "Not looked at" not in text
    assert "**Review: ✅ Approved** · 0 findings\n" in text


def test_one_finding_needs_no_narrative() -> None:
    one = body(noted(finding(1, "a", Severity.LOW, PLACE)))
    two = body(noted(finding(1, "a", Severity.LOW, PLACE), finding(2, "b", Severity.LOW, DOCS)))
    assert one.count("\n> ") == 1
    assert "\n> correctness (P2×2) weighs most; 1 of 2 findings in `docs/refunds.md`\n" in two


def test_pinned_findings_keep_their_title_only() -> None:
    text = body(NOISY.document, "00000001", "00000002")
    assert "📍 **Inline comments**: 2 findings pinned to source lines" in text
    entries = section(text, "Currently open")
    assert entries[:3] == [
        "- **F1** P0 `secrets-handling` — src/billing/client.py:3",
        "  A live gateway key is committed",
        "- **F2** P1 `state-consistency` — src/billing/refund.py:12-13",
    ]
    assert "📍" not in body(NOISY.document)


def test_nits_of_one_file_are_one_question() -> None:
    nits = [finding(n, f"nit {n}", Severity.NIT, PLACE) for n in (1, 2)]
    alone = finding(3, "nit 3", Severity.NIT, DOCS)
    entries = section(body(noted(*nits, alone)), "Currently open (3)")
    assert entries == [
        "- **F3** Q `hygiene` — docs/refunds.md:3",
        "  nit 3",
        "- **F1, F2** Q `hygiene` — src/billing/refund.py",
        "  nit 1",
        "  nit 2",
    ]


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("high", "medium", "⚠️ P1 → 💡 P2"),
        ("medium", "low", "💡 P2 (medium) → 💡 P2 (low)"),
        ("defect", "question", "💡 P2 → ❓ Q"),
        ("code", "new", "code → new"),
    ],
)
def test_adjustments_are_shown_flat(before: str, after: str, shown: str) -> None:
    step = Adjustment(step="rule", before=before, after=after, reason="because | so")
    adjusted = replace(finding(1, "a", Severity.LOW, PLACE), adjustments=(step,))
    rows = section(body(noted(adjusted)), "Severity adjustments")
    assert rows[0] == "| # | Category | Adjustment | Reason |"
    assert rows[2] == f"| F1 | `a` | {shown} | because │ so |"


def test_overview_names_some_files_and_counts_the_rest() -> None:
    many = [
        finding(n, "same", Severity.LOW, replace(PLACE, path=f"p{n}.py"), slug="same-slug")
        for n in range(1, 12)
    ]
    rows = section(body(noted(*many)), "Overview by category")
    assert rows[2].startswith("| `same-slug` | 0 | 0 | 11 | 0 | `p1.py`, `p10.py`, `p11.py`")
    assert rows[2].endswith("and 3 more |")


SAID = replace(DOCS, path=SPECIFICATION)


@pytest.mark.parametrize(
    ("evidence", "quoted"),
    [
        ((SAID, PLACE), ["Spec quote**: spec:3", "Code quote**: src/billing/refund.py:12"]),
        ((PLACE, SAID), ["Spec quote**: spec:3", "Code quote**: src/billing/refund.py:12"]),
        (
            (DOCS, PLACE, PLACE),
            ["Code quote**: docs/refunds.md:3", "Code quote**: src/billing/refund.py:12"],
        ),
        ((PLACE,), ["Code quote**: src/billing/refund.py:12"]),
        ((SAID,), ["Spec quote**: spec:3"]),
    ],
)
def test_spec_gaps_are_questions_with_what_is_specified_told_from_the_code(
    evidence: tuple[Evidence, ...], quoted: list[str]
) -> None:
    text = body(noted(finding(1, "Which one?", Severity.LOW, *evidence, kind=Kind.SPEC_GAP)))
    assert "<summary>❓ Spec gap questions (1)</summary>" in text
    assert [line[2:] for line in text.split("\n") if " quote**: " in line] == quoted
    assert "1. Which one?" in text


def test_clean_patterns_are_counted_by_slug() -> None:
    assert "<summary>✅ Checked &amp; clean (2)</summary>" in body(NOISY.document)
    assert "<summary>Checked &amp; clean (2)</summary>" in body(BLIND.document)
    assert "clean" not in body(CHECKS_CLEAN.document).lower()


def test_footer_names_the_range() -> None:
    assert body(CLEAN.document).endswith("---\n\n🤖 Postil 0.1.0 · reviewed `aaaaaaa..bbbbbbb`\n")


def test_a_head_that_is_no_id_cannot_close_the_marker() -> None:
    subject = replace(CLEAN.document.subject, head="abc-->@x")
    text = sticky(replace(CLEAN.document, subject=subject), style=Style())
    assert text.split("\n")[1] == "<!-- postil:head=abc -->"


def test_too_many_findings_are_cut_between_entries() -> None:
    many = [
        replace(
            finding(n, f"number {n}", Severity.LOW, replace(PLACE, path=f"src/file{n}.py")),
            failure_mode="why " * 100,
            mitigation="`do` " * 100,
        )
        for n in range(1, 201)
    ]
    text = body(noted(*many))
    assert LIMIT - 2_000 < len(text) <= LIMIT
    assert "## 📋 Currently open (200)" in text
    shown = text.count("\n- **F")
    assert f"_{200 - shown} more items are not shown" in text
    assert text.startswith("<!-- postil:sticky v=1 block_at=critical -->\n")
    assert text.rstrip().endswith("reviewed `aaaaaaa..bbbbbbb`")
