from __future__ import annotations

import pytest

from postil.domain.policy import Profile
from postil.render import Style
from postil.render._markdown import LIMIT
from postil.render._sections import sections
from postil.render._sticky import sticky
from postil.render._validate_body import outside_code
from postil.render._validation import validate

from samples import BLIND, CHECKS_CLEAN, CLEAN, NOISY, SAMPLES, Sample, under


def as_sticky(sample: Sample) -> str:
    return sticky(under(sample, Profile.PANEL).document, style=Style())


def as_sections(sample: Sample) -> str:
    return sections(under(sample, Profile.SECTIONS).document)


STICKY = as_sticky(NOISY)
SECTIONS = as_sections(NOISY)


def changed(body: str, old: str, new: str) -> str:
    assert old in body, old
    return body.replace(old, new, 1)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_what_we_write_is_valid(name: str) -> None:
    assert validate(as_sticky(SAMPLES[name])) == ()
    assert validate(as_sections(SAMPLES[name])) == ()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("<!-- postil:sections", "<!-- other:sections", "the first line is not our marker"),
        ("<!-- postil:head=bb", "<!-- postil:head=zz", "the second line is not the head marker"),
        (
            "> 🤖 Automated review by Postil",
            "> Automated review",
            "the first visible line does not say what was reviewed",
        ),
        ("\n\n> 🤖", "\n> 🤖", "the first visible line does not say what was reviewed"),
        ("## Verdict\n\n", "## Verdict\n", "no blank line after `## Verdict`"),
        ("\n\n## Verdict", "\n## Verdict", "no blank line before `## Verdict`"),
        ("Summary</summary>\n\n", "Summary</summary>\n", "no blank line after `<summary>"),
        ("\n\n</details>", "\n</details>", "no blank line before `</details>`"),
        ("</details>\n\n", "</details>\n", "no blank line after `</details>`"),
        ("<details>\n<summary>", "<details>\n\n<summary>", "`<details>` has no `<summary>`"),
        ("\n\n</details>\n", "\n", "`<details>` is not closed"),
        ("</details>\n", "</details>\n\n</details>\n\n</details>\n", "closes what was not opened"),
        ("Reviewed: core", "```\nReviewed: core", "a code fence is not closed"),
        ("Reviewed: core", "<b>core</b>", "raw HTML in `<b>core</b>"),
        ("Reviewed: core", "<!-- x --> core", "a comment stands where only text may"),
        ("Reviewed: core", "@team core", "a live mention, reference or link in `@team core"),
        ("Reviewed: core", "fixes #1", "a live mention, reference or link in `fixes #1"),
        ("Reviewed: core", "http://x", "a live mention, reference or link in `http://x"),
        ("Reviewed: core", "[a](b)", "a live mention, reference or link in `[a](b)"),
        ("Reviewed: core", "- [ ] core", "a task box in `- [ ] core"),
        ("Reviewed: core", "core \u202e", "the body holds hidden characters"),
        ("Reviewed: core", "core " * 20_000, f"the body is longer than {LIMIT:,} characters"),
        ("Postil Review Summary", "Some Summary", "neither a sticky nor a summary block we know"),
    ],
)
def test_rules_for_every_body(old: str, new: str, problem: str) -> None:
    problems = validate(changed(SECTIONS, old, new))
    assert [line for line in problems if problem in line] != []


def test_nothing_at_all() -> None:
    assert validate("") == (
        "the first line is not our marker",
        "the second line is not the head marker",
        "the first visible line does not say what was reviewed",
        "neither a sticky nor a summary block we know",
    )


def test_quoted_code_may_hold_anything_but_a_comment() -> None:
    quoted = "```text\n## Verdict\n</details>\n@team\n```\n\nReviewed: core"
    assert validate(changed(SECTIONS, "Reviewed: core", quoted)) == ()
    marked = "```text\n<!-- x -->\n```\n\nReviewed: core"
    assert validate(changed(SECTIONS, "Reviewed: core", marked)) == (
        "a comment stands where only text may",
    )


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("a `@b` c", "a  c"),
        ("a ``@b ` c`` d", "a  d"),
        ("a \\`@b`", "a @b"),
        ("`a\\` @b `", " @b "),
        ("\\[a\\](b)", "a(b)"),
        ("a ` b", "a  b"),
    ],
)
def test_outside_code(line: str, rest: str) -> None:
    assert outside_code(line) == rest


SECTION_RULES = [
    ("## What Changed", "### What Changed", "section `What Changed` is missing"),
    ("## Verdict", "### Verdict", "section `Verdict` is missing"),
    ("## Strengths", "## Praise", "unknown section `Praise`"),
    ("## Strengths", "## New Findings", "unknown section `New Findings`"),
    ("## Strengths", "## Suggestions", "the sections are not in order, each once"),
    (
        "<details>\n<summary>Postil Review Summary",
        "## Verdict\n\n:red_circle: **x** -- y\n\n<details>\n<summary>Postil Review Summary",
        "section `Verdict` stands outside the summary block",
    ),
    (
        "- :white_check_mark: The over-refund limit is tested against the stored total (F9)\n\n",
        "",
        "section `Strengths` is empty",
    ),
    ("- :white_check_mark: The", "- [x] The", "not a strength: `- [x] The"),
    ("- Optional: The page", "- The page", "not a suggestion: `- The page"),
    (
        "<summary>Review details</summary>",
        "<summary>Facts</summary>",
        "the details are not the one collapsible inside the summary",
    ),
    ("### Impact", "### Critical", "unknown heading `Critical` in Observations"),
    ("### Impact", "#### Impact", "unknown heading `Impact` in Observations"),
    (
        "### Impact\n",
        "Some words.\n\n### Impact\n",
        "neither finding nor explanation: `Some words.",
    ),
    (
        "### Preference\n\n",
        "### Preference\n\nWords.\n\n",
        "neither finding nor explanation: `Words.",
    ),
    (
        "### Preference",
        "### Impact",
        "Impact and Preference are not in order, each once",
    ),
    (
        "is committed (F1)\n",
        "is committed (F1)\n\n",
        "a finding has no explanation on the line below it",
    ),
    (
        "is committed (F1)\n",
        "is committed (F1)\n[MAJOR] a.py (1): t (F9)\n",
        "a finding has no explanation on the line below it",
    ),
    ("is committed (F1)", "is committed", "a finding without its number: `[CRITICAL]"),
    (
        "[CRITICAL] src",
        "[MINOR] src",
        "the findings under `Impact` are not sorted by severity",
    ),
    (
        "[MINOR] src/billing/refund.py (14)",
        "[MAJOR] src/billing/refund.py (14)",
        "a critical or major finding under `Preference`",
    ),
    (
        "## What Changed\n\n",
        "## What Changed\n\n[MINOR] a.py (1): planted (F7)\n",
        "a finding stands outside Observations",
    ),
    (
        ":red_circle: **Address before merging** -- 2",
        ":blue_circle: **Address before merging** -- 2",
        "the verdict is not one line of circle, label and text",
    ),
    (
        ":red_circle: **Address before merging** -- 2",
        ":red_circle: Address before merging: 2",
        "the verdict is not one line of circle, label and text",
    ),
    (
        "## Verdict\n\n",
        "## Verdict\n\nAlso this.\n",
        "the verdict is not one line of circle, label and text",
    ),
    (
        ":red_circle: **Address before merging**",
        ":green_circle: **Fine**",
        "a green verdict over open findings",
    ),
    (
        ":red_circle: **Address before merging**",
        ":yellow_circle: **Ready to merge with minor items**",
        "a ready verdict over something that blocks",
    ),
    (
        ":red_circle: **Address before merging**",
        ":green_circle: **Review incomplete**",
        "an incomplete review looks green",
    ),
    (
        ":red_circle: **Address before merging**",
        ":yellow_circle: **Review incomplete**",
        "an incomplete review lists strengths",
    ),
]


@pytest.mark.parametrize(("old", "new", "problem"), SECTION_RULES)
def test_rules_for_sections(old: str, new: str, problem: str) -> None:
    problems = validate(changed(SECTIONS, old, new))
    assert [line for line in problems if problem in line] != []


def test_observations_without_findings() -> None:
    body = as_sections(CLEAN)
    empty = changed(body, "## Verdict", "## Observations\n\n## Verdict")
    assert validate(empty) == ("`Observations` holds neither Impact nor Preference",)
    bare = changed(body, "## Verdict", "## Observations\n\n### Impact\n\n## Verdict")
    assert validate(bare) == ("no finding under `Impact`",)


def test_green_over_a_question_is_refused() -> None:
    asked = changed(
        as_sections(CLEAN), "## Verdict", "## Suggestions\n\n- Optional: x\n\n## Verdict"
    )
    assert validate(asked) == ("a green verdict over open findings",)


def test_red_needs_something_that_blocks() -> None:
    red = changed(as_sections(CLEAN), ":green_circle:", ":red_circle:")
    assert validate(red) == ("a red verdict without anything that blocks",)


@pytest.mark.parametrize(
    ("block_at", "tag", "heading", "problems"),
    [
        ("high", "MEDIUM", "Impact", ("a red verdict without anything that blocks",)),
        ("none", "MEDIUM", "Impact", ("a red verdict without anything that blocks",)),
        ("medium", "MEDIUM", "Impact", ()),
        ("medium", "MINOR", "Impact", ("a red verdict without anything that blocks",)),
        ("low", "MINOR", "Impact", ()),
        ("low", "MINOR", "Preference", ("a red verdict without anything that blocks",)),
        ("nit", "MINOR", "Preference", ()),
    ],
)
def test_what_blocks_is_read_from_the_marker(
    block_at: str, tag: str, heading: str, problems: tuple[str, ...]
) -> None:
    listed = f"## Observations\n\n### {heading}\n\n[{tag}] a.py (1): t (F1)\nWhy.\n\n## Verdict"
    body = changed(as_sections(CLEAN), "## Verdict", listed)
    body = changed(body, ":green_circle: **Ready to merge**", ":red_circle: **Address it**")
    assert validate(changed(body, "block_at=high", f"block_at={block_at}")) == problems


def test_explanations_may_run_over_lines_and_bold_tags_are_fine() -> None:
    longer = changed(SECTIONS, "is committed (F1)\n", "is committed (F1)\nOne more line.\n")
    assert validate(longer) == ()
    assert validate(changed(SECTIONS, "[CRITICAL] src", "**[CRITICAL]** src")) == ()


STICKY_RULES = [
    ("**Review: 🔴", "**Outcome: 🔴", "no status line"),
    ("P0×1, P1×1", "P1×1, P0×1", "the buckets are not P0, P1, P2, Q in this order, each once"),
    ("P0×1, P1×1", "P0×1, P1×0", "the buckets are not P0, P1, P2, Q in this order, each once"),
    ("P0×1, P1×1", "P0×1, P1×2", "the buckets do not add up to the findings"),
    ("8 findings (", "9 findings (", "the buckets do not add up to the findings"),
    ("🔴 Blocking issues found", "⚠️ Partial — sdet failed", "an incomplete review looks green"),
    ("🔴 Blocking issues found", "✅ Approved", "approved over open findings"),
    (
        "🔴 Blocking issues found",
        "✅ Approved with notes",
        "approved with notes over a P0 or P1",
    ),
    ("\n> security (", "\nsecurity (", "no narrative under the status line"),
    ("## ⚖️ Severity adjustments", "## Other things", "unknown heading `Other things`"),
    ("## ⚖️ Severity adjustments", "# Other things", "unknown heading `Other things`"),
    (
        "<summary>❓ Spec gap questions (1)</summary>\n\n",
        "<summary>❓ Spec gap questions (1)</summary>\n\n## 🔄 Last iteration changes\n\nx\n\n",
        "`🔄 Last iteration changes` is folded; it must be flat",
    ),
    (
        "## ⚖️ Severity adjustments\n\n",
        "## ⚖️ Severity adjustments\n\n## 🔄 Last iteration changes\n\n",
        "nothing under `⚖️ Severity adjustments`",
    ),
    (
        "## 📋 Currently open (8)",
        "## 🔄 Last iteration changes",
        "the sections are not in order, each once",
    ),
    ("## 📋 Currently open (8)", "Open:", "`Currently open` stands exactly when findings are open"),
    (
        "Currently open (8)",
        "Currently open (7)",
        "the number in `Currently open` is not the number of findings",
    ),
    (
        "Currently open (8)",
        "Currently open",
        "the number in `Currently open` is not the number of findings",
    ),
    ("- **F1** P0", "- F1 P0", "not an open entry: `- F1 P0"),
    ("- **F1** P0", "- **F1** Q", "the open entries are not sorted by code"),
    ("- **F1** P0", "- **F1, F9** P0", "not every open finding is listed once"),
    ("📊 Overview by category", "📊 Something", "unknown collapsed block `📊 Something`"),
    (
        "📊 Overview by category",
        "Checked &amp; clean",
        "the collapsed blocks are not in order, each once",
    ),
    ("Review details", "Checked &amp; clean", "the last collapsed block is not the details"),
    ("---\n\n🤖 Postil", "🤖 Postil", "the footer with the reviewed range is not last"),
    ("· reviewed `", "· seen `", "the footer with the reviewed range is not last"),
]


@pytest.mark.parametrize(("old", "new", "problem"), STICKY_RULES)
def test_rules_for_the_sticky(old: str, new: str, problem: str) -> None:
    problems = validate(changed(STICKY, old, new))
    assert [line for line in problems if problem in line] != []


def test_a_partial_sticky_has_no_green_title() -> None:
    body = changed(as_sticky(BLIND), "<summary>Checked", "<summary>✅ Checked")
    assert validate(body) == ("an incomplete review has a green title",)


@pytest.mark.parametrize(
    ("block_at", "code", "problems"),
    [
        ("critical", "P0", ()),
        ("critical", "P1", ("blocking without anything that blocks",)),
        ("none", "P1", ("blocking without anything that blocks",)),
        ("high", "P1", ()),
        ("high", "P2", ("blocking without anything that blocks",)),
        ("low", "P2", ()),
        ("low", "Q", ("blocking without anything that blocks",)),
        ("nit", "Q", ()),
    ],
)
def test_what_blocks_in_the_sticky(block_at: str, code: str, problems: tuple[str, ...]) -> None:
    body = as_sticky(CHECKS_CLEAN)
    status = "No findings by 3 checks; no reviewer read this change** · 0 findings"
    listed = f"## 📋 Currently open (1)\n\n- **F1** {code} `slug` — a.py:1\n\n<details>"
    body = changed(body, status, f"🔴 Blocking issues found** · 1 finding ({code}×1)")
    body = changed(body, "<details>", listed)
    assert validate(changed(body, "block_at=critical", f"block_at={block_at}")) == problems


def test_a_body_cut_short_need_not_list_everything() -> None:
    cut = "_7 more items are not shown: the text would pass 60,000 characters._"
    lines = STICKY.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("- **F2**"))
    stop = next(i for i, line in enumerate(lines) if line.startswith("## ⚖️"))
    assert validate("\n".join([*lines[:start], "", cut, "", *lines[stop:]])) == ()
    missing = validate("\n".join([*lines[:start], "", *lines[stop:]]))
    assert missing == ("not every open finding is listed once",)


def test_a_body_that_ends_early_has_no_footer() -> None:
    start = STICKY.split("\n> security")[0]
    assert "the footer with the reviewed range is not last" in validate(start)
