"""`postil config` shows what counts and why, and helps to write the file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from postil.configuration.keys import KEYS

from commands import Ran
from repositories import Repository

Run = Callable[..., Ran]


def rows(ran: Ran) -> dict[str, str]:
    return {line.split(" ")[0]: line for line in ran.out.splitlines()}


def test_every_setting_is_shown_with_its_origin(run: Run, tmp_path: Path) -> None:
    ran = run("config", "--repo", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert list(rows(ran)) == [key.name for key in KEYS]
    assert all(line.endswith("(profile panel)") for line in ran.out.splitlines())


def test_origins_are_told_apart(
    run: Run, shop: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.commit({".postil.toml": 'profile = "guided"\n\nfail_on = "low"\n'}, branch="topic")
    monkeypatch.setenv("POSTIL_FAIL_ON", "high")
    shown = rows(run("config", "--repo", shop.path))
    assert shown["profile"].endswith('"guided"  (repository .postil.toml:1)')
    assert shown["fail_on"].endswith('"high"  (environment POSTIL_* variables)')
    assert shown["block_at"].endswith('"high"  (profile guided)')
    mine = tmp_path / "mine.toml"
    mine.write_text('profile = "threads"\n')
    shown = rows(run("config", "--repo", shop.path, "--config", mine))
    assert shown["profile"].endswith(f'"threads"  (file {mine}:1)')


def test_quiet_shows_what_was_set(run: Run, shop: Repository) -> None:
    shop.commit({".postil.toml": 'fail_on = "low"\n'}, branch="topic")
    assert list(rows(run("config", "--repo", shop.path, "--quiet"))) == ["fail_on"]


def test_problems_are_told_and_the_rest_is_shown(run: Run, shop: Repository) -> None:
    shop.commit({".postil.toml": 'layuot = 1\nfail_on = "low"\n'}, branch="topic")
    ran = run("config", "--repo", shop.path)
    assert ran.status == 2
    assert ran.err.startswith("postil: .postil.toml:1: `layuot` is not a setting.")
    assert '"low"' in rows(ran)["fail_on"]


def test_hostile_values_are_made_visible(run: Run, shop: Repository) -> None:
    text = b'[context]\ntext = "a\\u009b31m\\u202e \xff \\u001b[0m"\n'
    shop.commit({".postil.toml": text}, branch="topic")
    ran = run("config", "--repo", shop.path)
    assert ran.status == 0
    assert "a\\x9b31m\\u202e \\xff" in rows(ran)["context.text"]
    assert {"\x1b", "\x9b", "\u202e"}.isdisjoint(ran.out)


def test_a_first_file_loads_without_problems(run: Run, shop: Repository) -> None:
    ran = run("config", "--init", "--repo", shop.path)
    path = shop.folder / ".postil.toml"
    assert (ran.status, ran.err) == (0, "")
    assert f"wrote `{path}`" in ran.out
    checked = run("config", "--config", path, "--repo", shop.path)
    assert (checked.status, checked.err) == (0, "")
    everything = "\n".join(
        line.removeprefix("#") if line.startswith("#") and not line.startswith("# ") else line
        for line in path.read_text().splitlines()
    )
    path.write_text(everything.replace("dead-export", "stale-reference"))
    checked = run("config", "--config", path, "--repo", shop.path)
    assert (checked.status, checked.err) == (0, "")


def test_a_first_file_stands_where_it_is_looked_for(run: Run, shop: Repository) -> None:
    shop.checkout("topic")
    assert run("config", "--init", "--repo", shop.folder / "shop").status == 0
    assert (shop.folder / ".postil.toml").is_file()
    assert not (shop.folder / "shop" / ".postil.toml").exists()


def test_a_first_file_outside_of_a_repository_stands_in_the_folder(
    run: Run, tmp_path: Path
) -> None:
    assert run("config", "--init", "--repo", tmp_path).status == 0
    assert (tmp_path / ".postil.toml").is_file()


@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_is_there_is_never_overwritten(run: Run, tmp_path: Path, kind: str) -> None:
    path = tmp_path / ".postil.toml"
    if kind == "file":
        path.write_text("mine")
    else:
        path.symlink_to("elsewhere")
    ran = run("config", "--init", "--repo", tmp_path)
    assert ran.status == 2
    assert ran.err == (
        f"postil: `{path}` is there already; edit it, or move it away and run this again.\n"
    )
    assert [entry.name for entry in tmp_path.iterdir()] == [".postil.toml"]


def test_a_folder_that_cannot_be_written_to(run: Run, tmp_path: Path) -> None:
    for folder in (tmp_path / "missing", Path("/proc/self")):
        ran = run("config", "--init", "--repo", folder)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"postil: `{folder}/.postil.toml` cannot be written (")


def test_the_schema_is_one_and_accepts_the_file(run: Run, tmp_path: Path) -> None:
    schema = json.loads(run("config", "--schema").out)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    run("config", "--init", "--repo", tmp_path)
    text = (tmp_path / ".postil.toml").read_text()
    validator.validate(tomllib.loads(text))
    examples = "\n".join(
        line.removeprefix("#") for line in text.splitlines() if not line.startswith("# ")
    )
    validator.validate(tomllib.loads(examples))
    assert not validator.is_valid({"profile": "pannel"})
    assert not validator.is_valid({"layuot": "sticky"})


def test_team_rules_are_shown_and_a_bad_one_is_named(run: Run, shop: Repository) -> None:
    rules = '[[rule]]\nname = "no-print"\nforbid = "print("\nmessage = "Log it."\n'
    shop.commit({".postil.toml": rules}, branch="topic")
    ran = run("config", "--repo", shop.path, "--quiet")
    assert (ran.status, ran.err) == (0, "")
    assert 'forbid = "print("' in rows(ran)["rule"]
    bad = '\n[[rule]]\nname = "odd"\nforbid = "("\nmatch = "regex"\nmessage = "m"\n'
    shop.commit({".postil.toml": rules + bad}, branch="topic")
    ran = run("config", "--repo", shop.path)
    assert ran.status == 2
    assert ran.err.startswith(
        "postil: .postil.toml:6: `rule`: The rule `odd` holds no regular expression ("
    )
