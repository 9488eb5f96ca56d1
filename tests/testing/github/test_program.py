"""The stand-in as a program: prints where it is, and serves until it is ended."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from postil.testing.github.__main__ import main
from testing.ending import assert_ends_well
from testing.github.stage import Client, git_repository


def test_it_serves_a_pull_request(tmp_path: Path) -> None:
    git = git_repository(tmp_path / "git")
    given = ["--repository", f"ada/widgets={git.folder}", "--head", "feature", "--user", "bob"]
    with subprocess.Popen(
        [sys.executable, "-m", "postil.testing.github", *given], stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            assert program.stdout is not None
            url, token, page = (program.stdout.readline().strip() for _ in range(3))
            client = Client(url, token.removeprefix("token "))
            pull = client.get("/repos/ada/widgets/pulls/1").json
            made = client.post("/repos/ada/widgets/issues/1/comments", {"body": "x"}).status
        finally:
            program.send_signal(signal.SIGINT)
        assert program.wait(timeout=10) == 0
    assert pull["head"]["sha"] == git.oid("feature")
    assert page == f"{url}/ada/widgets/pull/1"
    assert made == 201


def test_being_ended_while_it_says_where_it_is_is_an_ordinary_end(tmp_path: Path) -> None:
    git = git_repository(tmp_path / "git")
    given = ["--repository", f"ada/widgets={git.folder}", "--head", "feature"]
    assert_ends_well(main, given)


@pytest.mark.parametrize(
    ("repository", "words"),
    [
        ("widgets", "is not OWNER/NAME=FOLDER"),
        ("ada/=x", "is not OWNER/NAME=FOLDER"),
        ("ada/widgets=/nowhere/at/all", "cannot be served"),
        ("ada/widgets=.", "cannot be served"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], repository: str, words: str
) -> None:
    repository = repository.replace("=.", f"={tmp_path}")
    assert main(["--repository", repository, "--head", "feature"]) == 2
    assert words in capsys.readouterr().err


def test_a_port_that_is_taken_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        given = ["--repository", f"ada/widgets={tmp_path}", "--head", "feature", "--port", port]
        assert main(given) == 2
    assert f"port `{port}` cannot be used" in capsys.readouterr().err
