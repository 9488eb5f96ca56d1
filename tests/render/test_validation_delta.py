from __future__ import annotations

import pytest

from postil.render._validate_body import read
from postil.render._validation import validate

BODY = """\
<!-- postil:sections v=1 block_at=high -->
<!-- postil:head=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb -->

> 🤖 Automated review by Postil of `bbbbbbb`

<details>
<summary>Postil Re-Review Summary</summary>

## Re-review -- Changes since abc1234

## What Changed

Two commits, one file.

## New Findings

:new: [MAJOR] src/a.py (12): Something new (F4)
It breaks.

## Resolved Findings

:white_check_mark: [CRITICAL] src/b.py: A key (F1) -- resolved
:white_check_mark: [MINOR] src/c.py: A word (F2) -- likely fixed in abc1234

## Still Open

1 finding from the earlier review remains open.

<details>
<summary>View still-open findings</summary>

- [MEDIUM] src/d.py: Not looked at (F3)

</details>

## Verdict Update

:yellow_circle: **New blockers found** -- Address 1 new issue(s)

<details>
<summary>Review details</summary>

- Files: 1

</details>

</details>
"""
BARE = BODY[: BODY.index("## New Findings")] + BODY[BODY.index("## Verdict Update") :]
VERDICT = ":yellow_circle: **New blockers found** -- Address 1 new issue(s)"


def changed(body: str, old: str, new: str) -> str:
    assert old in body, old
    return body.replace(old, new, 1)


def test_a_whole_re_review() -> None:
    assert validate(BODY) == ()


def test_nothing_new_closed_or_open() -> None:
    still = ":large_blue_circle: **Still ready** -- No new issues"
    assert validate(changed(BARE, VERDICT, still)) == ()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("## Re-review --", "### Re-review --", "section `Re-review` is missing"),
        ("since abc1234\n", "since yesterday\n", "the re-review does not say since when"),
        ("## What Changed", "### What Changed", "section `What Changed` is missing"),
        ("## Verdict Update", "### Verdict Update", "section `Verdict Update` is missing"),
        ("## Verdict Update", "## Verdict", "section `Verdict` belongs to a first review"),
        ("## New Findings", "## Observations", "section `Observations` belongs to a first"),
        ("## New Findings", "## News", "unknown section `News`"),
        ("Two commits, one file.\n\n", "", "section `What Changed` is empty"),
        ("## New Findings", "## Verdict Update", "the sections are not in order, each once"),
        (
            "<details>\n<summary>Postil",
            "## What Changed\n\nx\n\n<details>\n<summary>Postil",
            "section `What Changed` stands outside the summary block",
        ),
        (
            "<summary>Review details",
            "<summary>Facts",
            "the details are not the last collapsible inside the summary",
        ),
        (":new: [MAJOR]", "[MAJOR]", "no finding under `New Findings`"),
        ("It breaks.\n", "", "a finding has no explanation on the line below it"),
        ("new (F4)", "new", "a finding without its number"),
        ("A key (F1) -- resolved", "A key (F1)", "not a closed finding"),
        ("A key (F1)", "A key", "not a closed finding"),
        ("b.py: A key", "b.py (3): A key", "line numbers on a closed finding"),
        ("1 finding from", "Some findings from", "`Still Open` does not say how many"),
        ("1 finding from", "2 findings from", "the number in `Still Open` is not the number"),
        ("- [MEDIUM] src/d.py: N", "- src/d.py: N", "not an open finding with its number"),
        ("(F3)\n", "(F3)\n\nAnd so on.\n", "no entry of the list"),
        ("d.py: Not", "d.py (1, 3-4): Not", "line numbers on an open finding"),
        (":yellow_circle:", ":red_circle:", "the verdict is not one line of circle"),
        (VERDICT, f"{VERDICT}\nAnd more.", "the verdict is not one line of circle"),
        (":yellow_circle:", ":green_circle:", "a green verdict over open findings"),
        (":yellow_circle:", ":large_blue_circle:", "a blue verdict over something that blocks"),
        ("Address 1 new issue(s)", "Ready to merge", "a ready verdict over something that blocks"),
        (VERDICT, ":green_circle: **Review incomplete** -- x", "an incomplete review looks green"),
    ],
)
def test_rules(old: str, new: str, problem: str) -> None:
    problems = validate(changed(BODY, old, new))
    assert [line for line in problems if problem in line] != []


def test_lists_cut_short() -> None:
    line = "_3 more findings are not shown: the text would pass 60,000 characters._"
    cut = changed(BODY, "(F3)\n", f"(F3)\n\n{line}\n")
    cut = changed(cut, "1 finding from", "4 findings from")
    cut = changed(cut, "\n\n## Still", f"\n\n{line}\n\n## Still")
    assert validate(cut) == ()


def test_a_fold_that_is_not_there_has_no_lines() -> None:
    assert read(BODY).inside("Somewhere") == ()
    assert read(BODY).inside("View still-open findings") == (
        "",
        "- [MEDIUM] src/d.py: Not looked at (F3)",
        "",
    )
    assert read("<summary>x</summary>\nopen").inside("x") == ("open",)
