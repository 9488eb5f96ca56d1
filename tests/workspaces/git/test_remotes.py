"""Where a repository came from, read as text from settings that may be anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.workspaces.git.remotes import Origins, origins

from repositories import Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "here")
    made.commit({"a": "b\n"}, "First")
    made.branch("topic/Eins")
    made.switch("topic/Eins")
    return made


def test_remotes_and_the_branch(repository: Repository) -> None:
    for name in ("origin", "upstream", "other"):
        repository.git("config", f"remote.{name}.url", f"https://github.com/{name}/widgets")
    assert origins(repository.path) == Origins(
        remotes={
            "origin": "https://github.com/origin/widgets",
            "upstream": "https://github.com/upstream/widgets",
        },
        pushed="topic/Eins",
    )


def test_a_branch_that_has_another_name_on_the_other_side(repository: Repository) -> None:
    repository.git("config", "branch.topic/Eins.merge", "refs/heads/topic/one")
    assert origins(repository.path).pushed == "topic/one"
    repository.git("config", "branch.topic/Eins.merge", "refs/pull/7/head")
    assert origins(repository.path).pushed == "topic/Eins"


def test_no_branch_is_checked_out(repository: Repository) -> None:
    repository.git("update-ref", "--no-deref", "HEAD", repository.oid())
    assert origins(repository.path) == Origins()


def test_a_folder_in_no_repository(tmp_path: Path) -> None:
    assert origins(str(tmp_path)) == Origins()


def test_t_06_settings_that_name_programs_start_none(
    repository: Repository, tmp_path: Path
) -> None:
    canary = tmp_path / "canary"
    for name in ("core.fsmonitor", "core.pager", "alias.config", "core.sshCommand"):
        repository.git("config", name, f"!touch {canary}")
    repository.git("config", "remote.origin.url", f"ext::touch {canary}")
    assert origins(repository.path).remotes == {"origin": f"ext::touch {canary}"}
    assert not canary.exists()
