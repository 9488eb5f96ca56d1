from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.brief import Intent
from postil.domain.change import Commit
from postil.understand.intent import intent, issues_in

from fakes.changes import change_between


def _intent(
    title: str = "", description: str = "", branch: str = "", commits: tuple[str, ...] = ()
) -> Intent:
    return intent(
        replace(
            change_between({}, {}),
            title=title,
            description=description,
            branch=branch,
            commits=tuple(
                Commit(oid="c" * 40, subject=text.partition("\n")[0], body=text.partition("\n")[2])
                for text in commits
            ),
        )
    )


def test_nothing_stated_stays_empty() -> None:
    assert _intent() == Intent()


@pytest.mark.parametrize(
    ("title", "commits", "what"),
    [
        ("feat(ui): add tabs", (), ("add tabs",)),
        ("Add tabs", ("Add tabs", "Close tabs"), ("Add tabs", "Close tabs")),
        ("A a", ("B b", "C c", "D d"), ("A a", "B b", "C c")),
        ("Add tabs", ("fixup! Add tabs", "Merge branch 'x'", "wip", "typo"), ("Add tabs",)),
        ("wip", (), ("wip",)),
        ("", ("fix",), ("fix",)),
    ],
)
def test_what_changed(title: str, commits: tuple[str, ...], what: tuple[str, ...]) -> None:
    assert _intent(title, commits=commits).what == what


def test_points_of_the_summary_beat_the_title() -> None:
    body = (
        "## Summary\n- Tabs can be closed\n- `src/tabs.ts`\n- [x] tested\ntext\n* Tabs move\n"
        "## Other\n- unrelated\n"
    )
    assert _intent("Tabs", body).what == ("Tabs can be closed", "Tabs move")


@pytest.mark.parametrize(
    ("description", "why"),
    [
        ("## Motivation\n\nIt was slow.\n\n## Notes\nx", "It was slow."),
        ("**Why?**\nIt was slow.", "It was slow."),
        ("Why: it was slow", "it was slow"),
        ("## Why\n- slow\n- ugly\n", "slow ugly"),
        ("## Why\n\n## Background\nIt was slow.", "It was slow."),
        ("First. We cache because it was slow. Last.", "We cache because it was slow."),
        ("<!-- because templates -->\n```\nbecause code\n```\n", ""),
        ("Nothing here.", ""),
    ],
)
def test_why_per_author(description: str, why: str) -> None:
    assert _intent(description=description).why == why


@pytest.mark.parametrize(
    ("description", "goal"),
    [
        ("Goal: be fast", "be fast"),
        ("### Expected behaviour\nTabs close.", "Tabs close."),
        ("We cache pages so that loads are fast.", "We cache pages so that loads are fast."),
        ("See https://goal.example", ""),
    ],
)
def test_the_claimed_goal(description: str, goal: str) -> None:
    assert _intent(description=description).goal == goal


def test_long_words_of_the_author_are_shortened() -> None:
    why = _intent(description="Why: " + "word " * 200).why
    assert len(why) <= 300
    assert why.endswith("word…")


@pytest.mark.parametrize(
    ("line", "issues"),
    [
        ("Fixes #12", ["#12"]),
        ("Fixes #12; closes #13.", ["#12", "#13"]),
        ("(#7)", ["#7"]),
        ("GH-12", ["#12"]),
        ("see acme/shop#3", ["acme/shop#3"]),
        ("PROJ-123 and AB2-9", ["PROJ-123", "AB2-9"]),
        ("https://github.com/acme/shop/issues/5#issuecomment-1", ["acme/shop#5"]),
        ("https://gitlab.com/a/b/c/-/issues/5", ["a/b/c#5"]),
        ("https://acme.atlassian.net/browse/SHOP-4", ["SHOP-4"]),
        ("https://github.com/acme/shop/pull/5", []),
        ("https://x.example/#12", []),
        ("`#12` and ``a #13``", []),
        ("color: #333", []),
        ('fill="#123"', []),
        ("#fff #12ab #000 #0", []),
        ("&#39; a#1 ##2", []),
        ("UTF-8, SHA-256, CVE-2024-1, ISO-8601", []),
    ],
)
def test_the_issues_a_line_names(line: str, issues: list[str]) -> None:
    assert issues_in(line) == issues


def test_issues_come_from_title_body_commits_and_branch_once_each() -> None:
    found = _intent(
        "Tabs (#1)",
        "Closes #2\n```\n#99\n```",
        "fix/issue-4_SHOP-5-tabs",
        ("Refs #1\nand #3",),
    ).issues
    assert found == ("#1", "#2", "#3", "#4", "SHOP-5")


@pytest.mark.parametrize("branch", ["fix-12", "12-tabs", "release-2024", "proj-12"])
def test_a_branch_that_names_no_issue(branch: str) -> None:
    assert _intent(branch=branch).issues == ()


def test_at_most_twenty_issues_are_kept() -> None:
    text = " ".join(f"#{number}" for number in range(1, 50))
    assert len(_intent(description=text).issues) == 20
