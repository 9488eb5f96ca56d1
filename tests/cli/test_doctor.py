"""`postil doctor` says what a review needs, what is missing, and how to mend it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from postil.cli._examination import _tool

from commands import Ran, postil
from repositories import Repository

Run = Callable[..., Ran]

PARTS = [
    *("python", "git", "repository", "settings", "zizmor"),
    *("kingfisher", "model", "token", "sandbox"),
]


def parts(ran: Ran) -> dict[str, str]:
    """Each part with its mark."""
    lines = [line for line in ran.out.splitlines() if not line.startswith("  ")]
    return {line[3:].split()[0]: line[:2] for line in lines}


def test_a_good_repository(run: Run, shop: Repository) -> None:
    ran = run("doctor", "--repo", shop.path)
    assert (ran.status, ran.err) == (0, "")
    assert list(parts(ran)) == PARTS
    assert set(list(parts(ran).values())[:6]) == {"ok"}
    assert f"HEAD is {shop.oid('topic')[:7]}" in ran.out


def test_quiet_says_only_what_is_not_fine(run: Run, shop: Repository) -> None:
    assert list(parts(run("doctor", "--repo", shop.path, "-q"))) == ["model", "token", "sandbox"]


def test_outside_of_a_repository(run: Run, tmp_path: Path) -> None:
    ran = run("doctor", "--repo", tmp_path)
    assert ran.status == 2
    assert parts(ran)["repository"] == "!!"
    assert "not in a git repository; run this in one or name it with `--repo`" in ran.out


def test_broken_settings_are_each_told(run: Run, shop: Repository) -> None:
    shop.commit({".postil.toml": "layuot = 1\nblock_at = 3\n"}, branch="topic")
    ran = run("doctor", "--repo", shop.path)
    assert ran.status == 2
    assert ran.out.count("!! settings") == 2
    assert ".postil.toml:1: `layuot`" in ran.out
    assert ".postil.toml:2: `block_at`" in ran.out


def test_hostile_settings_cannot_command_the_terminal(run: Run, shop: Repository) -> None:
    shop.commit({".postil.toml": '"\\u001b[2J\\nok git" = 1\n'}, branch="topic")
    ran = run("doctor", "--repo", shop.path)
    assert "␛[2J ok git" in ran.out
    assert "\x1b" not in ran.out


def test_a_model_that_nobody_can_ask_is_told(
    run: Run, shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTIL_MODEL", "anthropic:some")
    ran = run("doctor", "--repo", shop.path)
    assert ran.status == 0
    assert "`anthropic:some` is set (environment POSTIL_* variables)" in ran.out
    assert "→ take the setting out, or review with `--no-model`" in ran.out


def test_without_git(shop: Repository, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    ran = postil("doctor", cwd=shop.folder, path=str(empty))
    assert ran.status == 2
    assert [name for name, mark in parts(ran).items() if mark == "!!"] == [
        *("git", "repository", "settings")
    ]
    assert "`git` was not found" in ran.out
    assert "Traceback" not in ran.out + ran.err


def test_without_the_tools(tmp_path: Path, shop: Repository) -> None:
    """An interpreter that has the packages and none of the programs beside it."""
    place = tmp_path / "python"
    (place / "bin").mkdir(parents=True)
    packages = [path for path in sys.path if path.endswith("site-packages")]
    source = Path(__file__).parents[2] / "src"
    (place / "pyvenv.cfg").write_text(f"home = {Path(sys.base_prefix) / 'bin'}\n")
    (place / "bin" / "python").symlink_to(Path(sys.executable).resolve())
    search = ":".join([str(source), *packages])
    ran = postil(
        "doctor",
        cwd=shop.folder,
        env={"PYTHONPATH": search},
        path="/usr/bin:/bin",
        python=str(place / "bin" / "python"),
    )
    assert (ran.status, parts(ran)["zizmor"], parts(ran)["kingfisher"]) == (0, "--", "--")
    assert "→ install `zizmor`; it comes with `postil`" in ran.out
    assert "→ install `postil[secrets]`" in ran.out


def test_a_tool_that_is_missing_has_a_remedy() -> None:
    symptom = _tool("no-such-tool", "does nothing", "leave it")
    assert (symptom.state, symptom.said, symptom.remedy) == (
        *("missing", "not installed; it does nothing"),
        "leave it",
    )
