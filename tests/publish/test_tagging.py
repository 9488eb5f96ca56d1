from __future__ import annotations

import pytest

from postil.publish.tagging import tagged, untagged


@pytest.mark.parametrize("login", ["octocat", "a-b", "under_score.dot", "9"])
def test_the_author_is_mentioned_once(login: str) -> None:
    text = tagged("body\n", login)
    assert text == f"body\n\ncc @{login}"
    assert untagged(text, login) == "body"
    assert untagged(f"{text}\n", login) == "body"


@pytest.mark.parametrize("login", ["", "dependabot[bot]", "a b", "x/y", "-a", "a\n", "a" * 101])
def test_nobody_else_is(login: str) -> None:
    assert tagged("body", login) == "body"
    assert untagged("body", login) == "body"


def test_only_the_last_line_is_the_tag() -> None:
    assert untagged("cc @a\n\nmore", "a") == "cc @a\n\nmore"
    assert untagged("x\ncc @a", "a") == "x\ncc @a"
    assert untagged("x\n\ncc @b", "a") == "x\n\ncc @b"
