"""Pull requests that are left alone say why in one line."""

from __future__ import annotations

import pytest

from postil.domain.forge import PullRequest
from postil.understand.skipping import reason_to_skip


def pull(**facts: object) -> PullRequest:
    given: dict[str, object] = {
        "repository": "ada/widgets",
        "repository_id": "7",
        "number": 12,
        "address": "https://github.com/ada/widgets/pull/12",
        "title": "Count the widgets",
        "body": "",
        "author": None,
        "base_name": "main",
        "base": "a" * 40,
        "head_name": "count",
        "head": "b" * 40,
        "head_repository": "ada/widgets",
    }
    return PullRequest(**(given | facts))  # type: ignore[arg-type]


def test_an_open_pull_request_is_reviewed() -> None:
    assert reason_to_skip(pull()) == ""


def test_a_closed_one_is_not() -> None:
    assert reason_to_skip(pull(is_open=False)) == "#12 is closed; reopen it to have it reviewed."


def test_gh_34_a_draft_waits_until_it_is_ready() -> None:
    said = "#12 is a draft; it is reviewed once it is ready for review."
    assert reason_to_skip(pull(is_draft=True)) == said


@pytest.mark.parametrize(
    ("title", "tag"),
    [
        ("[no-review] Count", "[no-review]"),
        ("Count [WIP]", "[wip]"),
        ("[Draft] Count", "[draft]"),
        ("[NO-Review][wip] Count", "[no-review]"),
    ],
)
def test_a_tag_in_the_title_skips(title: str, tag: str) -> None:
    said = f"#12 has `{tag}` in its title; take it out to have it reviewed."
    assert reason_to_skip(pull(title=title)) == said


@pytest.mark.parametrize("title", ["wip: count", "No review needed", "(draft) count", "wipe [it]"])
def test_words_that_are_no_tag_do_not(title: str) -> None:
    assert reason_to_skip(pull(title=title)) == ""
