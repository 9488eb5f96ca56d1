"""A forge that takes a review and shows less of it: every finding is said once all the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from postil.testing.github import Forget, Outcome, When
from postil.testing.github.faults import DropComments
from pull_stage import Stage, stage

REVIEW = When(method="POST", path="*/pulls/1/reviews")
WORDS = ("holds both versions", "looks for `total`")
"""From the failure modes of the two findings that have notes."""


def said(scene: Stage) -> list[int]:
    """How often each of the two is said in full, wherever."""
    bodies = [
        *scene.summaries,
        *(each.body or "" for each in scene.pull.reviews.values()),
        *(each.body for each in scene.notes),
    ]
    shown = [re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL) for body in bodies]
    return [sum(body.count(words) for body in shown) for words in WORDS]


@pytest.mark.parametrize("profile", ["panel", "guided"])
@pytest.mark.parametrize("outcome", [DropComments(comments=0), DropComments(comments=1), Forget()])
def test_gh_04_inv_03_what_was_swallowed_is_said_once_and_stays_where_it_is(
    tmp_path: Path, profile: str, outcome: Outcome
) -> None:
    with stage(tmp_path) as scene:
        scene.hub.faults.add(outcome, REVIEW)
        scene.run("--profile", profile, "--yes")
        assert said(scene) == [1, 1]
        before = len(scene.hub.journal.exchanges)
        scene.run("--profile", profile, "--yes")
        assert said(scene) == [1, 1]
        assert scene.writes(before) == []
