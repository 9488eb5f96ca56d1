from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from postil.domain.errors import GitFailed
from postil.workspaces.git.command import Git, Program, find_program
from postil.workspaces.git.enclosure import Enclosure
from postil.workspaces.git.place import find

from repositories import Repository

ZERO = "0" * 40


def scripted(tmp_path: Path, code: str) -> Git:
    """A stand-in for git that runs a shell script."""
    program = tmp_path / "git"
    program.write_text(f"#!/bin/sh\n{code}\n")
    program.chmod(0o755)
    return Git(
        program=Program(path=str(program), search_path="/usr/bin:/bin"),
        home=str(tmp_path),
        folder=str(tmp_path),
    )


def test_output_input_and_status_come_back(tmp_path: Path) -> None:
    answer = scripted(tmp_path, "cat; echo oops >&2; exit 3").attempt("x", stdin=b"in\0put")
    assert (answer.status, answer.stdout, answer.stderr) == (3, b"in\0put", "oops\n")
    assert not answer.worked


def test_a_failure_carries_the_words(tmp_path: Path) -> None:
    with pytest.raises(GitFailed, match="`git verb` failed: fatal: no") as caught:
        scripted(tmp_path, "echo 'fatal: no' >&2; exit 128").run("verb")
    assert caught.value.said == "fatal: no\n"
    with pytest.raises(GitFailed, match="status 7"):
        scripted(tmp_path, "exit 7").run("verb")


def test_a_call_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    began = time.monotonic()
    with pytest.raises(GitFailed, match="did not finish in time"):
        scripted(tmp_path, "exec sleep 60").run("verb", deadline=0.3)
    assert time.monotonic() - began < 20
    assert psutil.Process().children() == []


def test_a_call_that_prints_too_much_is_ended(tmp_path: Path) -> None:
    answer = scripted(tmp_path, "exec yes").attempt("verb", limit=1_000)
    assert (answer.cut, len(answer.stdout)) == (True, 1_000)
    assert psutil.Process().children() == []


def test_the_environment_is_built_from_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    monkeypatch.setenv("SECRET_TOKEN", "canary")
    names = {line.partition(b"=")[0] for line in scripted(tmp_path, "env").run("x").splitlines()}
    assert b"SECRET_TOKEN" not in names
    assert b"GIT_DIR" not in names
    assert {b"GIT_CONFIG_GLOBAL", b"GIT_ALLOW_PROTOCOL", b"GIT_NO_LAZY_FETCH"} <= names


def test_an_interrupted_run_leaves_no_process(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "r")
    repository.commit({"a": "1\n"})
    code = (
        "import sys\nfrom postil.workspaces.git import open_repository\n"
        "with open_repository(sys.argv[1]) as opened:\n"
        "    oid = opened.resolve('HEAD').oid\n"
        "    opened.tree(oid).read('a')\n"
        "    print('ready', flush=True)\n"
        "    import time; time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, repository.path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        children = psutil.Process(process.pid).children()
        assert len(children) == 1
        os.kill(process.pid, signal.SIGINT)
        process.wait(30)
        assert psutil.wait_procs(children, timeout=10)[1] == []


def test_trees_written_here_are_those_git_would_write(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "r")
    files = {
        "a": "1\n",
        "a.b": "2\n",
        "a-b/c": "3\n",
        "a/deep/er/x": "4\n",
        "a0": "5\n",
        "é\n": "6",
    }
    del files["a"]
    oid = repository.commit(dict(files))
    rows = repository.git("ls-tree", "-r", "-z", oid).decode().split("\0")[:-1]
    entries = [
        (path, facts[:6], facts[12:]) for facts, _, path in (r.partition("\t") for r in rows)
    ]
    with Enclosure(find_program(), find(repository.path)) as enclosure:
        assert enclosure.write_tree(entries) == repository.oid(f"{oid}^{{tree}}")
        empty = enclosure.write_tree(())
        assert empty == "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
        assert enclosure.objects.run("cat-file", "-t", empty) == b"tree\n"
        assert enclosure.objects.run("fsck", "--no-dangling", "--strict", oid) == b""
        folder = Path(enclosure.folder)
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()


def test_a_git_directory_that_git_refuses_is_an_error_without_leftovers(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "r")
    (repository.folder / ".git/config").write_text("[core]\n\trepositoryformatversion = 99\n")
    with pytest.raises(GitFailed, match="rev-parse"):
        Enclosure(find_program(), find(repository.path))
