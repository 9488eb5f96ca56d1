"""`postil checks` lists every check, whether it is on here, and where that comes from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from postil import catalogue
from postil.domain.severity import Dimension, Severity
from postil.inspection import checks

from commands import Ran
from repositories import Repository

Run = Callable[..., Ran]


def test_every_check_is_listed_for_scripts(run: Run, shop: Repository) -> None:
    ran = run("checks", "--repo", shop.path, "--json")
    rows = json.loads(ran.out)
    assert ran.status == 0
    assert tuple(row["name"] for row in rows) == catalogue.names(checks)
    for row in rows:
        assert list(row) == ["name", "severity", "dimension", "on", "why", "summary"]
        assert row["severity"] in set(Severity)
        assert row["dimension"] in set(Dimension)
        assert (row["on"], row["why"]) == (True, "default")
        assert "\n" not in row["summary"]
        assert row["summary"].endswith(".")


@pytest.mark.parametrize("place", ["repository", "file", "variable"])
def test_a_check_that_is_off_says_why(
    run: Run, shop: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    text = '\n[checks]\noff = ["comment-hygiene"]\n'
    arguments = ["checks", "--repo", shop.path]
    origins = {"repository": "repository .postil.toml:3", "file": f"file {tmp_path}/mine.toml:3"}
    if place == "repository":
        shop.commit({".postil.toml": text}, branch="topic")
    elif place == "file":
        (tmp_path / "mine.toml").write_text(text)
        arguments += ["--config", str(tmp_path / "mine.toml")]
    else:
        monkeypatch.setenv("POSTIL_CHECKS_OFF", "comment-hygiene")
    origin = origins.get(place, "environment POSTIL_* variables")
    rows = {row["name"]: row for row in json.loads(run(*arguments, "--json").out)}
    assert (rows["comment-hygiene"]["on"], rows["comment-hygiene"]["why"]) == (False, origin)
    assert [name for name, row in rows.items() if not row["on"]] == ["comment-hygiene"]
    shown = run(*arguments).out
    assert f"off ({origin})" in shown
    assert shown.count("on (default)") == len(rows) - 1


def test_the_list_can_be_read_anywhere(run: Run, tmp_path: Path) -> None:
    ran = run("checks", "--repo", tmp_path)
    assert ran.status == 0
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    assert [line.split()[0] for line in ran.out.splitlines() if not line.startswith(" ")] == list(
        catalogue.names(checks)
    )


def test_the_list_of_a_repository_without_a_commit(run: Run, tmp_path: Path) -> None:
    Repository(tmp_path)
    assert run("checks", "--repo", tmp_path).out.count("on (default)") == len(
        catalogue.names(checks)
    )
