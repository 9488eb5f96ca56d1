"""`postil review` of a pull request on the stand-in: read only when told so, and few requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from postil.testing.github import Access, Role

from commands import Ran, postil
from fakes.github import Scene, scene

CONFLICT = "import os\n<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> b\n"


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Scene]:
    with scene(tmp_path, private=True) as stage:
        stage.push({"bad.py": CONFLICT})
        yield stage


def review(stage: Scene, *words: str, token: str, **variables: str) -> Ran:
    folder = stage.git.folder.parent / "elsewhere"
    folder.mkdir(exist_ok=True)
    given = {
        "GITHUB_API_URL": stage.hub.url,
        "GITHUB_TOKEN": token,
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_STATE_HOME": str(folder / "state"),
        **variables,
    }
    return postil("review", *words, "--no-model", cwd=folder, env=given)


def test_a_dry_run_prints_and_writes_nothing(stage: Scene) -> None:
    ran = review(stage, "ada/widgets#1", "--dry-run", token=stage.bot_token())
    assert "A merge conflict is committed unresolved" in ran.out
    assert stage.hub.journal.writes == ()
    assert stage.hub.journal.commits == ()


def test_an_unchanged_run_takes_three_reads_and_no_write(stage: Scene) -> None:
    token = stage.bot_token()
    review(stage, "ada/widgets#1", "--yes", token=token)
    first = [each for each in stage.hub.journal.exchanges if "widgets.git" not in each.path]
    assert len(first) <= 12
    stage.hub.journal.clear()
    review(stage, "ada/widgets#1", "--yes", token=token)
    assert stage.hub.journal.writes == ()
    assert len(stage.hub.journal.reads) <= 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ada/widgets#0", "`0` is not the number of a pull request"),
        ("ada/widgets#99", "There is no pull request `ada/widgets#99`; check the number"),
        ("ada/nothing#1", "GitHub has no pull request `ada/nothing#1` that the token"),
        ("https://evil.example/ada/widgets/pull/1", "`evil.example` is not"),
    ],
)
def test_a_pull_request_that_is_none_gets_one_sentence(stage: Scene, words: str, said: str) -> None:
    ran = review(stage, words, "--dry-run", token=stage.token(stage.ada))
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


@pytest.mark.parametrize("kind", ["wrong", "stranger", "blind", "none", "broken"])
def test_a_token_that_does_not_do_gets_one_sentence(stage: Scene, kind: str) -> None:
    stage.hub.grant(stage.repository, stage.bob, Role.WRITE)
    token, said = {
        "wrong": ("ghp_wrong", "GitHub does not accept the token in `GITHUB_TOKEN`"),
        "stranger": (stage.token(stage.eve), "that the token in `GITHUB_TOKEN` may see"),
        "blind": (stage.token(stage.bob, {"issues": Access.READ}), "the token in `GITHUB_TOKEN`"),
        "none": ("", "needs a token; set `GITHUB_TOKEN`"),
        "broken": ("ghp with blanks", "`GITHUB_TOKEN` holds blanks"),
    }[kind]
    ran = review(stage, "ada/widgets#1", "--dry-run", token=token)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert "ghp" not in ran.err
    assert stage.hub.journal.writes == ()
