"""The real `gh`, over TLS on loopback, lists a pull request with its comments and reviews."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from testing.github.stage import Stage, stage

FETCHED = Path(__file__).parents[3] / ".agents/gh/usr/bin/gh"
GH = str(FETCHED) if FETCHED.exists() else shutil.which("gh")
OPENSSL = shutil.which("openssl")

pytestmark = [
    pytest.mark.skipif(not GH, reason="`gh` is not installed; `make gh` fetches it"),
    pytest.mark.skipif(not OPENSSL, reason="`openssl` makes the certificate and is not installed"),
]


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Stage]:
    """`gh` speaks to enterprise servers by https alone."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *(str(OPENSSL), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    both = tmp_path / "both.pem"
    both.write_bytes(key.read_bytes() + certificate.read_bytes())
    with stage(tmp_path, certificate=both) as here:
        here.hub.comment(here.pull, here.carol, "hello from carol")
        here.hub.review(
            here.pull,
            here.ada,
            body="looks odd",
            comments=[{"path": "app.py", "line": 6, "body": "why a half?"}],
        )
        yield here


def gh(here: Stage, folder: Path, *arguments: str) -> str:
    host = here.hub.url.removeprefix("https://")
    named = ["-R", f"{host}/ada/widgets"] if arguments[0] == "pr" else []
    done = subprocess.run(
        [str(GH), *arguments, *named],
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "GH_HOST": host,
            "GH_ENTERPRISE_TOKEN": here.hub.token(here.ada),
            "SSL_CERT_FILE": str(folder / "certificate.pem"),
            "NO_COLOR": "1",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_lists_the_pull_request(secure: Stage, tmp_path: Path) -> None:
    assert gh(secure, tmp_path, "pr", "list").split("\t")[:3] == ["1", "Five and a half", "feature"]


def test_it_shows_comments_and_reviews(secure: Stage, tmp_path: Path) -> None:
    shown = gh(secure, tmp_path, "pr", "view", "1", "--comments")
    assert "author:\tcarol" in shown
    assert "hello from carol" in shown
    assert "association:\towner" in shown
    assert "status:\tcommented" in shown
    assert "looks odd" in shown


def test_it_reads_threads_through_the_interface(secure: Stage, tmp_path: Path) -> None:
    notes = json.loads(gh(secure, tmp_path, "api", "repos/ada/widgets/pulls/1/comments"))
    assert [(note["path"], note["line"], note["body"]) for note in notes] == [
        ("app.py", 6, "why a half?")
    ]


def test_it_shows_all_that_a_script_may_ask(secure: Stage, tmp_path: Path) -> None:
    wanted = "number,title,reviews,comments,files,commits,statusCheckRollup,latestReviews"
    found = json.loads(gh(secure, tmp_path, "pr", "view", "1", "--json", wanted))
    assert found["number"] == 1
    assert [each["body"] for each in found["comments"]] == ["hello from carol"]
    assert [each["state"] for each in found["reviews"]] == ["COMMENTED"]
    assert len(found["files"]) == 5


def test_it_writes_too(secure: Stage, tmp_path: Path) -> None:
    gh(secure, tmp_path, "pr", "comment", "1", "--body", "from gh")
    gh(secure, tmp_path, "pr", "review", "1", "--approve", "--body", "fine")
    assert [said.body for said in secure.pull.comments.values()][-1] == "from gh"
    assert [each.state for each in secure.pull.reviews.values()] == ["COMMENTED", "APPROVED"]
    assert gh(secure, tmp_path, "pr", "diff", "1").startswith("diff --git a/app.py b/app.py")
