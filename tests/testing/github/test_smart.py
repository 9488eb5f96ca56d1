"""Git over HTTP: the head of a pull request is fetched as from GitHub."""

from __future__ import annotations

import base64
import os
import subprocess
from pathlib import Path

import pytest

from testing.github.stage import Client, Stage, stage

from repositories import Repository


def fetched(folder: Path, url: str, ref: str, *options: str) -> tuple[int, str]:
    """Git's exit status and the commit it got, or what it said."""
    target = Repository(folder)
    done = subprocess.run(
        ["git", *options, "fetch", "--quiet", url, f"{ref}:refs/heads/got"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_CONFIG_NOSYSTEM": "1",
        },
    )
    return done.returncode, done.stderr if done.returncode else target.oid("refs/heads/got")


def with_token(token: str) -> tuple[str, str]:
    value = base64.b64encode(f"x-access-token:{token}".encode()).decode("ascii")
    return "-c", f"http.extraHeader=Authorization: Basic {value}"


@pytest.mark.parametrize("ending", ["", ".git"])
def test_the_head_of_a_pull_request(here: Stage, tmp_path: Path, ending: str) -> None:
    url = f"{here.hub.url}/ada/widgets{ending}"
    assert fetched(tmp_path / "a", url, "refs/pull/1/head") == (0, here.pull.head_sha)
    new = here.push({"new.py": "1\n"})
    assert fetched(tmp_path / "b", url, "refs/pull/1/head") == (0, new)
    assert all(not each.is_write for each in here.hub.journal.exchanges)


def test_a_commit_by_its_id(here: Stage, tmp_path: Path) -> None:
    old = here.pull.head_sha
    here.git.commit({"app.py": "other\n"}, branch="feature", parents=[here.git.oid("main")])
    here.hub.push(here.pull)
    assert fetched(tmp_path / "a", f"{here.hub.url}/ada/widgets", old) == (0, old)


def test_a_ref_that_is_not_there(here: Stage, tmp_path: Path) -> None:
    status, said = fetched(tmp_path / "a", f"{here.hub.url}/ada/widgets", "refs/pull/9/head")
    assert status == 128
    assert "couldn't find remote ref" in said


def test_f08_a_commit_that_is_gone(here: Stage, tmp_path: Path) -> None:
    """The refusal is git's own; the stand-in takes no harm."""
    status, said = fetched(tmp_path / "a", f"{here.hub.url}/ada/widgets", "0" * 39 + "1")
    assert status == 128
    assert "not our ref" in said


def test_private_code_needs_a_token(tmp_path: Path) -> None:
    with stage(tmp_path, private=True) as here:
        url, ref = f"{here.hub.url}/ada/widgets.git", "refs/pull/1/head"
        status, said = fetched(tmp_path / "a", url, ref)
        assert status == 128
        assert "could not read Username" in said
        narrow = here.hub.token(here.bob, {"pull_requests": "read"})
        status, said = fetched(tmp_path / "b", url, ref, *with_token(narrow))
        assert status == 128
        assert "not found" in said
        good = here.hub.token(here.bob, {"contents": "read"})
        assert fetched(tmp_path / "c", url, ref, *with_token(good))[0] == 0
        wrong = with_token("wrong")
        assert fetched(tmp_path / "d", url, ref, *wrong)[0] == 128


def test_nothing_is_pushed(here: Stage) -> None:
    answer = Client(here.hub.url).get("/ada/widgets.git/info/refs?service=git-receive-pack")
    assert answer.status == 403


def test_a_repository_nobody_has(here: Stage) -> None:
    assert Client(here.hub.url).get("/no/where/info/refs?service=git-upload-pack").status == 404
    here.hub.drift.clear()


@pytest.mark.parametrize("header", ["Basic ???", "Basic /w==", "Digest x"])
def test_passwords_that_are_none(here: Stage, header: str) -> None:
    answer = Client(here.hub.url).get(here.at, authorization=header)
    assert answer.status == (200 if header.startswith("Digest") else 401)
