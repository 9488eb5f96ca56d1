"""Bad input gets one clear sentence that names the thing and the remedy, and status 2."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from commands import Ran, postil
from repositories import Repository


def assert_one_sentence(ran: Ran, *words: str) -> None:
    assert ran.status == 2, ran
    assert ran.out == ""
    lines = ran.err.strip().splitlines()
    assert len(lines) == 1, ran.err
    assert lines[0].startswith("postil: ")
    assert "Traceback" not in ran.err
    for word in words:
        assert word in lines[0]


def test_not_a_repository(tmp_path: Path) -> None:
    assert_one_sentence(postil("review", cwd=tmp_path), "not in a git repository", "--repo")


def test_no_such_folder(tmp_path: Path) -> None:
    assert_one_sentence(postil("review", "--repo", "nowhere", cwd=tmp_path), "`nowhere`", "--repo")


def test_unknown_ref_suggests_a_near_one(shop: Repository) -> None:
    ran = postil("review", "--base", "mian", cwd=shop.folder)
    assert_one_sentence(ran, "`mian`", "`main`")


def test_option_like_ref(shop: Repository) -> None:
    ran = postil("review", "--base", "--upload-pack=touch canary", cwd=shop.folder)
    assert_one_sentence(ran, "--upload-pack")
    assert not (shop.folder / "canary").exists()


def test_no_default_branch_names_the_option(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.commit({"a.txt": "one\n"}, branch="trunk")
    repository.switch("trunk")
    assert_one_sentence(postil("review", cwd=tmp_path), "--base")


def test_unborn_head_with_nothing_to_review(tmp_path: Path) -> None:
    Repository(tmp_path)
    assert_one_sentence(postil("review", cwd=tmp_path), "no commit yet")


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("missing/review.html", "does not exist"),
        (".", "is a folder"),
    ],
)
@pytest.mark.parametrize("option", ["--output", "--document"])
def test_unwritable_output(shop: Repository, option: str, output: str, words: str) -> None:
    assert_one_sentence(postil("review", option, output, cwd=shop.folder), f"`{output}`", words)


def test_no_git(shop: Repository, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    ran = postil("review", cwd=shop.folder, path=str(empty))
    assert_one_sentence(ran, "`git` was not found", "install git")


def test_old_git(shop: Repository, tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    program = folder / "git"
    program.write_text("#!/bin/sh\necho git version 2.20.1\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    ran = postil("review", cwd=shop.folder, path=f"{folder}:/bin:/usr/bin")
    assert_one_sentence(ran, "2.20", "install git 2.38")


def test_read_only_folder_is_no_obstacle(shop: Repository) -> None:
    """A review writes nothing, so a folder that cannot be written to can be reviewed."""
    for folder, _, files in os.walk(shop.folder):
        for name in files:
            Path(folder, name).chmod(0o444)
        Path(folder).chmod(0o555)
    try:
        ran = postil("review", "--json", cwd=shop.folder)
    finally:
        for folder, _, _ in os.walk(shop.folder):
            Path(folder).chmod(0o755)
    assert ran.status == 1
    assert '"status": "checks-only"' in ran.out


def test_bad_config_shows_line_and_remedy_and_the_rest_loads(shop: Repository) -> None:
    config = 'profile = "sections"\nlayuot = "sticky"\n\n[checks]\noff = ["comment-hygiene"]\n'
    shop.commit({".postil.toml": config}, "Configure", branch="main")
    base = shop.oid("main")
    ran = postil("review", f"{base}..topic", "--format", "markdown", cwd=shop.folder)
    assert ran.status == 2
    assert "Traceback" not in ran.err
    assert ".postil.toml:2" in ran.err
    assert "`layuot`" in ran.err
    assert "`layout`" in ran.err
    assert "Postil Review Summary" in ran.out
    assert "Review incomplete" in ran.out


def test_broken_toml_does_not_lose_the_rest(shop: Repository) -> None:
    config = 'profile = "sections"\n\n[checks\noff = ["comment-hygiene"]\n'
    shop.commit({".postil.toml": config}, "Configure", branch="main")
    ran = postil("review", "main..topic", "--format", "markdown", cwd=shop.folder)
    assert ran.status == 2
    assert ".postil.toml:3" in ran.err
    assert "Postil Review Summary" in ran.out


def test_missing_config_file(shop: Repository) -> None:
    ran = postil("review", "--config", "none.toml", cwd=shop.folder)
    assert_one_sentence(ran, "`none.toml`", "--config")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--quick", "--full-pass"], "contradict"),
        (["--json", "--format", "html"], "contradict"),
        (["--only", "no-such-check"], "`no-such-check`"),
        (["--staged", "main..topic"], "drop one"),
        (["--prior", "old.json"], "`old.json` cannot be read"),
        (["--scope", "delta"], "`--scope delta` needs an earlier review"),
        (["--sarif", "scan.sarif"], "`scan.sarif` does not exist"),
        (["--sarif", "."], "`.` is a folder"),
        (["--scan", "nessus"], "`nessus`"),
        (["--dry-run"], "`--dry-run` is about publishing"),
        (["--yes", "HEAD"], "`--yes` is about publishing"),
        (["--pr", "3"], "`owner/repo#N`"),
        (["962"], "`owner/repo#N`"),
        (["owner/repo#3"], "`GITHUB_TOKEN`"),
        (["https://github.com/owner/repo/pull/3"], "`GITHUB_TOKEN`"),
    ],
)
def test_arguments_that_cannot_be_honoured(
    shop: Repository, arguments: list[str], words: str
) -> None:
    assert_one_sentence(postil("review", *arguments, cwd=shop.folder), words)


def test_unknown_command_suggests_a_near_one(tmp_path: Path) -> None:
    ran = postil("reviwe", cwd=tmp_path)
    assert ran.status == 2
    assert "did you mean `review`" in ran.err
