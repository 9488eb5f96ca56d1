"""A secret in a title, a branch or a file name is in nothing that a command prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from commands import Ran
from repositories import Repository

TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
TITLE, FILE, BRANCH = (TOKEN[:-1] + end for end in "bcd")
MARK = "⟦secret:"


@pytest.fixture
def leaking(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    repository.commit({"a.py": "def price():\n    return 1\n"}, "Start")
    branch = f"fix/{BRANCH}"
    repository.branch(branch, "main")
    repository.commit(
        {f"keys/{FILE}.py": "<<<<<<< ours\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n"},
        f"Use {TITLE}",
        branch=branch,
    )
    repository.switch(branch)
    return repository


@pytest.mark.parametrize("format_", ["terminal", "markdown", "json", "html", "sarif", "junit"])
def test_no_format_prints_it(
    run: Callable[..., Ran], leaking: Repository, tmp_path: Path, format_: str
) -> None:
    out, document = tmp_path / "out", tmp_path / "document.json"
    options = ("--no-model", "--store", "none", "--output", out, "--document", document)
    ran = run("review", "--repo", leaking.path, "--format", format_, *options)
    assert ran.status in (0, 1), ran.err
    for text in (out.read_text(), document.read_text(), ran.out, ran.err):
        for secret in (TITLE, FILE, BRANCH):
            assert secret not in text
    assert MARK in document.read_text()
    assert "keys/" in out.read_text()


def test_at_the_terminal_the_place_is_still_told(
    run: Callable[..., Ran], leaking: Repository
) -> None:
    ran = run("review", "--repo", leaking.path, "--no-model", "--store", "none")
    assert f"keys/{MARK}" in ran.out
    assert FILE not in ran.out


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_the_history_does_not_tell_it_either(
    run: Callable[..., Ran], leaking: Repository, tmp_path: Path, options: tuple[str, ...]
) -> None:
    store = tmp_path / "kept.db"
    run("review", "--repo", leaking.path, "--no-model", "--store", store)
    ran = run("history", "--repo", leaking.path, "--store", store, *options)
    assert ran.status == 0, ran.err
    assert f"keys/{MARK}" in ran.out
    for secret in (TITLE, FILE, BRANCH):
        assert secret not in ran.out


def test_the_second_review_remembers_the_place_by_its_real_name(
    run: Callable[..., Ran], leaking: Repository, tmp_path: Path
) -> None:
    store, document = tmp_path / "kept.db", tmp_path / "document.json"
    options = ("--no-model", "--store", store, "--document", document)
    run("review", "--repo", leaking.path, *options)
    first = document.read_text()
    run("review", "--repo", leaking.path, *options)
    again = document.read_text()
    assert '"outcome": "noop"' in again
    assert '"outcome": "noop"' not in first
    for secret in (TITLE, FILE, BRANCH):
        assert secret not in first + again
