"""The pull request of a branch is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.domain.errors import EXIT_USER, ForgeError
from postil.forges.github.finding import pull_of_branch
from postil.forges.github.targets import Place

from fakes.github import Scene, scene

HERE = Place(owner="ada", name="widgets")


def found(stage: Scene, branch: str = "feature", owner: str = "ada") -> int:
    client = stage.client(stage.token(stage.ada))
    return pull_of_branch(client, HERE, owner=owner, branch=branch)


def test_the_one_that_is_open(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        assert found(stage) == 1


@pytest.mark.parametrize(
    ("branch", "owner"), [("other", "ada"), ("feature", "eve"), ("a&b=#c", "ada")]
)
def test_a_branch_without_one(tmp_path: Path, branch: str, owner: str) -> None:
    with scene(tmp_path) as stage:
        with pytest.raises(ForgeError, match="has no open pull request in `ada/widgets`") as caught:
            found(stage, branch, owner)
        assert caught.value.exit_status == EXIT_USER
        assert stage.last().query["head"] == f"{owner}:{branch}"


def test_a_closed_one_does_not_count(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.set_state(stage.pull, "closed")
        with pytest.raises(ForgeError, match="has no open pull request"):
            found(stage)


def test_two_are_not_chosen_between(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.git.branch("release", "main")
        stage.hub.pull(stage.repository, head="feature", base="release", author=stage.bob)
        with pytest.raises(ForgeError, match=r"several open pull requests \(#1, #2\)"):
            found(stage)
