"""`postil roles` says who would sit here and why; `postil explain` has a page for each of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from postil import catalogue
from postil.inspection import roles

from commands import Ran
from repositories import Repository

Run = Callable[..., Ran]

NAMES = catalogue.names(roles)


def listed(ran: Ran) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in json.loads(ran.out)}


def test_who_sits_who_does_not_and_who_was_not_called(run: Run, shop: Repository) -> None:
    ran = run("roles", "--repo", shop.path, "--json")
    rows = listed(ran)
    assert ran.status == 0
    assert set(rows) == set(NAMES)
    assert list(rows)[:4] == ["security", "staff-engineer", "sdet", "spec-auditor"]
    assert {name: row["place"] for name, row in rows.items() if row["place"] != "not called"} == {
        "security": "sits",
        "staff-engineer": "sits",
        "sdet": "sits",
        "spec-auditor": "empty chair",
    }
    assert rows["type-design"]["why"] == "not in profile panel"
    assert rows["sdet"]["model"] == "no model is configured"
    assert rows["sdet"]["ceiling"] == "high"
    assert all(row["why"] and row["question"].endswith("?") for row in rows.values())


def test_the_list_for_people_has_the_reason_and_the_question(
    run: Run, shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTIL_MODEL", "openai:a")
    monkeypatch.setenv("POSTIL_MODELS_ROLES", "sdet=openai:b")
    lines = run("roles", "--repo", shop.path).out.splitlines()
    assert lines[0].split() == ["security", "sits", "(reads", "every", "change;", "openai:a)"]
    assert any(line.startswith("sdet") and line.endswith("; openai:b)") for line in lines)
    assert max(map(len, lines)) <= 100
    assert lines[1].startswith("    ")


def test_a_profile_calls_others(run: Run, shop: Repository) -> None:
    rows = listed(run("roles", "--repo", shop.path, "--json", "--profile", "sections"))
    assert [name for name, row in rows.items() if row["place"] == "sits"] == ["generalist"]


def test_a_role_there_is_not_has_an_empty_chair(
    run: Run, shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTIL_REVIEWERS", "sdet,nobody")
    rows = listed(run("roles", "main..topic", "--repo", shop.path, "--json"))
    assert (rows["nobody"]["place"], rows["nobody"]["why"]) == (
        "empty chair",
        "there is no such role",
    )


def test_without_a_change_it_says_who_is_on_call(run: Run, tmp_path: Path) -> None:
    ran = run("roles", "--repo", tmp_path, "--json", "--profile", "guided")
    rows = listed(ran)
    assert ran.status == 0
    assert ran.err.startswith("postil: nobody can be seated: ")
    assert rows["code-reviewer"]["place"] == "on call"
    assert rows["code-reviewer"]["why"] == "profile guided"
    assert rows["sdet"]["place"] == "not called"
    assert run("roles", "--repo", tmp_path, "-q").err == ""


def test_a_profile_there_is_not_is_refused(run: Run, tmp_path: Path, shop: Repository) -> None:
    for place in (tmp_path, shop.path):
        ran = run("roles", "--repo", place, "--profile", "pannel")
        assert (ran.status, ran.out) == (2, "")
        assert "`pannel` does not fit" in ran.err


@pytest.mark.parametrize("name", NAMES)
def test_every_role_has_a_page(run: Run, name: str) -> None:
    page = run("explain", name).out
    assert page.startswith(f"# {name}\n")
    for heading in ("## What bounds it", "## Its charge"):
        assert f"\n{heading}\n" in page
    assert "A reviewer of the panel. It asks: " in page


def test_a_word_that_is_a_check_and_a_role_gets_both_pages(run: Run) -> None:
    page = run("explain", "supply-chain").out
    assert page.count("# supply-chain\n") == 2


@pytest.mark.parametrize("word", ["second-opinion", "arbiter", "empty chair"])
def test_the_panels_other_words_have_a_page(run: Run, word: str) -> None:
    assert run("explain", word).status == 0
