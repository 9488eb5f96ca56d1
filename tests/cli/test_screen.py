"""What a person sees at a terminal: colour only there, progress only when it takes a while."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from rich.cells import cell_len

from commands import POSTIL, SLOW_CHECK, on_terminal, postil, surroundings, with_extra_check
from repositories import Repository

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
BRIEF_CHECK = SLOW_CHECK.replace("time.sleep(60)", "time.sleep(2.5)")


def plain(text: str) -> str:
    return ESCAPE.sub("", text)


def test_colour_is_for_terminals(shop: Repository) -> None:
    shown = on_terminal("review", cwd=shop.folder)
    assert shown.status == 1
    assert "\x1b[1;31m" in shown.out
    assert "\x1b" not in postil("review", cwd=shop.folder).out


@pytest.mark.parametrize(
    ("arguments", "env"),
    [
        (["--no-color"], {}),
        ([], {"NO_COLOR": "1"}),
        ([], {"TERM": "dumb"}),
        (["--format", "markdown"], {}),
        (["--json"], {}),
    ],
)
def test_colour_can_be_refused(shop: Repository, arguments: list[str], env: dict[str, str]) -> None:
    assert "\x1b" not in on_terminal("review", *arguments, cwd=shop.folder, env=env).out


def test_an_empty_no_color_means_nothing(shop: Repository) -> None:
    assert "\x1b" in on_terminal("review", cwd=shop.folder, env={"NO_COLOR": ""}).out


def test_a_file_gets_no_colour_from_a_terminal(shop: Repository, tmp_path: Path) -> None:
    on_terminal("review", "--output", str(tmp_path / "out.txt"), cwd=shop.folder, columns=140)
    text = (tmp_path / "out.txt").read_text()
    assert "\x1b" not in text
    assert max(map(cell_len, text.splitlines())) == 80


@pytest.mark.parametrize("columns", [40, 61, 200])
def test_no_line_is_wider_than_the_terminal(shop: Repository, columns: int) -> None:
    shop.commit(
        {f"{'deep/' * 30}日本語{'x' * 60}.py": f"breakpoint()  # {'日本' * 200}\n"}, branch="topic"
    )
    lines = plain(on_terminal("review", cwd=shop.folder, columns=columns).out).splitlines()
    assert max(map(cell_len, lines)) == columns


@pytest.mark.parametrize(("given", "meant"), [("97", 97), ("12", 40), ("100000", 100_000)])
def test_the_width_can_be_given(shop: Repository, given: str, meant: int) -> None:
    ran = on_terminal("review", "--no-color", cwd=shop.folder, env={"COLUMNS": given})
    assert max(map(cell_len, ran.out.splitlines())) == meant


def test_a_pipe_is_eighty_wide(shop: Repository) -> None:
    ran = postil("review", cwd=shop.folder, env={"COLUMNS": "200"})
    assert max(map(cell_len, ran.out.splitlines())) == 80


def test_progress_names_who_is_still_at_work(shop: Repository, tmp_path: Path) -> None:
    command = with_extra_check(tmp_path, BRIEF_CHECK, name=f"slow_coach{'_on' * 20}")
    shown = on_terminal("review", cwd=shop.folder, command=command, columns=60).out
    before, _, review = shown.partition("Postil ")
    lines = [line.rstrip() for line in re.split(r"[\r\n]+", plain(before))]
    heads, working = r"reviewing \d+ s +state +elapsed +findings +tokens$", r"slow-coach-on\S*…"
    assert any(re.search(heads, line) for line in lines)
    assert any(re.match(rf"{working} +running +\d+\.\d s$", line) for line in lines)
    assert any(re.match(r"stale-reference +ran +\d+\.\d s +1$", line) for line in lines)
    assert max(map(cell_len, lines)) <= 60
    assert "reviewing" not in plain(review)
    assert before.count("\x1b[?25l") == before.count("\x1b[?25h") == 1


@pytest.mark.parametrize(
    ("arguments", "env"),
    [
        (["--quiet"], {}),
        ([], {"TERM": "dumb"}),
        (["-q"], {"NO_COLOR": "1"}),
        (["--json"], {}),
    ],
)
def test_progress_can_be_refused(
    shop: Repository, tmp_path: Path, arguments: list[str], env: dict[str, str]
) -> None:
    command = with_extra_check(tmp_path, BRIEF_CHECK)
    shown = on_terminal("review", *arguments, cwd=shop.folder, command=command, env=env)
    assert "reviewing" not in shown.out
    assert shown.out.startswith(("Postil ", "\x1b[1mPostil ", "{"))


def test_progress_never_reaches_a_pipe(shop: Repository, tmp_path: Path) -> None:
    done = subprocess.run(
        [*with_extra_check(tmp_path, BRIEF_CHECK), "review", "--json"],
        cwd=shop.folder,
        env=surroundings(),
        capture_output=True,
        check=False,
    )
    assert json.loads(done.stdout)["mode"] == "local"
    assert done.stderr == b""


def test_what_the_encoding_lacks_is_shown_as_an_escape(tmp_path: Path) -> None:
    ran = postil(
        *("doctor", "--repo", str(tmp_path)),
        cwd=tmp_path,
        env={
            "PYTHONIOENCODING": "latin-1",
            "POSTIL_MODEL": "ollama:small",
            "OLLAMA_BASE_URL": "http://127.0.0.1:9/v1",
        },
    )
    assert ran.status == 2
    assert "\\u2192 look at the network" in ran.out


@pytest.mark.parametrize("command", [["checks"], ["--help"], ["review", "--help"], ["profiles"]])
def test_a_pipe_nobody_reads_is_fine(tmp_path: Path, command: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*POSTIL, *command],
        cwd=tmp_path,
        env=surroundings(),
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("command", [["checks"], ["--help"], ["explain", "partial"]])
def test_a_full_disk_is_one_sentence(tmp_path: Path, command: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*POSTIL, *command],
            cwd=tmp_path,
            env=surroundings(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        b"postil: something could not be written (No space left on device); "
        b"make room and run this again.\n"
    )


@pytest.mark.parametrize(("closing", "status"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0)])
def test_closed_descriptors_are_no_obstacle(
    shop: Repository, tmp_path: Path, closing: str, status: int
) -> None:
    kept = tmp_path / "review.json"
    line = f'"$0" -m postil review --profile sections --json --output "{kept}" {closing}'
    done = subprocess.run(
        ["sh", "-c", line, POSTIL[0]], cwd=shop.folder, env=surroundings(), check=False
    )
    assert done.returncode == status
    assert json.loads(kept.read_text())["verdict"] == "blocked"


def test_an_interrupt_outside_of_the_checks_is_silent(shop: Repository, tmp_path: Path) -> None:
    """A git that hangs, so that the key is pressed while the change is being read."""
    folder = tmp_path / "slow"
    folder.mkdir()
    started = tmp_path / "started"
    program = folder / "git"
    program.write_text(f"#!/bin/sh\ntouch {started}\nexec sleep 30\n")
    program.chmod(0o755)
    with subprocess.Popen(
        [*POSTIL, "review"],
        cwd=shop.folder,
        env=surroundings({"PATH": f"{folder}:/usr/bin:/bin"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as child:
        while not started.exists():
            time.sleep(0.02)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert (child.returncode, out.strip(), err.strip()) == (130, b"", b"")
