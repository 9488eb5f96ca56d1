"""How a run can end: pipes that close, keys that interrupt, mistakes of our own."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import postil.cli as door

from commands import POSTIL, SLOW_CHECK, postil, with_extra_check
from repositories import Repository


def test_closed_pipe_is_silent_and_fine(shop: Repository) -> None:
    shop.commit(
        {f"many_{n}.py": "import pdb; pdb.set_trace()\n" for n in range(400)}, branch="topic"
    )
    with subprocess.Popen(
        [*POSTIL, "review", "--format", "html"],
        cwd=shop.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(10)
        child.stdout.close()
        said = child.stderr.read()
    assert (child.returncode, said) == (0, b"")


ALONE = """
    import pathlib
    import threading

    def others():
        checks = [each for each in threading.enumerate() if each.name.startswith("check-")]
        return [each for each in checks if each is not threading.current_thread()]

    time.sleep(1)
    while others():
        time.sleep(0.05)
    pathlib.Path({marker!r}).touch()
    time.sleep(60)
"""


def test_interrupt_keeps_finished_work(shop: Repository, tmp_path: Path) -> None:
    """The key is pressed once every other check has finished."""
    alone = tmp_path / "alone"
    source = SLOW_CHECK.replace("    time.sleep(60)", ALONE.format(marker=str(alone)))
    command = with_extra_check(tmp_path, source)
    with subprocess.Popen(
        [*command, "review", "--json"],
        cwd=shop.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as child:
        while not alone.exists() and child.poll() is None:
            time.sleep(0.05)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert b"Traceback" not in err
    assert b"`price_of`" in out
    assert b"interrupted" in out
    assert b'"coverage": "partial"' in out


def test_a_slow_check_becomes_a_gap(shop: Repository, tmp_path: Path) -> None:
    command = with_extra_check(tmp_path)
    done = subprocess.run(
        [*command, "review", "--json", "--timeout", "3"],
        cwd=shop.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "took longer than 3 s" in done.stdout
    assert '"status": "partial-failure"' in done.stdout


def test_a_crashing_check_becomes_a_gap(shop: Repository, tmp_path: Path) -> None:
    source = SLOW_CHECK.replace("time.sleep(60)", "raise KeyError('lost')")
    command = with_extra_check(tmp_path, source)
    done = subprocess.run(
        [*command, "review"],
        cwd=shop.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "crashed at slow_coach.py:21: KeyError" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    for word in ("Approved", "Ready", "✅", "green"):
        assert word not in done.stdout


@pytest.mark.parametrize(
    "mistake", [ZeroDivisionError("ours"), OSError(5, "ours"), KeyError("ours")]
)
def test_our_own_mistake_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], mistake: Exception
) -> None:
    def break_down(**_: object) -> None:
        raise mistake

    monkeypatch.setattr(door.postil, "main", break_down)
    assert door._status([]) == 3
    said = capsys.readouterr().err
    assert "Traceback" not in said
    report = Path(said.split("`")[1])
    assert type(mistake).__name__ in said
    assert re.search(rf"{type(mistake).__name__}: .*ours", report.read_text())
    report.unlink()


def test_a_folder_that_is_gone_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert door._status(["review"]) == 2
    assert capsys.readouterr().err == (
        "postil: the current folder is gone; change into another one and run this again.\n"
    )


def test_output_that_is_no_file_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdout", output)
    with pytest.raises(SystemExit) as left:
        door.main(["--version"])
    assert left.value.code == 0
    assert output.getvalue().startswith("postil, version ")


def test_a_shell_may_ask_for_completions(tmp_path: Path) -> None:
    ran = postil(
        cwd=tmp_path,
        env={"_POSTIL_COMPLETE": "bash_complete", "COMP_WORDS": "postil rev", "COMP_CWORD": "1"},
    )
    assert (ran.status, ran.out) == (0, "plain,review\n")


def test_no_argument_prints_help_that_starts_with_three_commands(tmp_path: Path) -> None:
    ran = postil(cwd=tmp_path)
    assert ran.status == 0
    assert ran.out.index("postil review") < ran.out.index("Commands:")


@pytest.mark.parametrize("name", ["review", "checks", "profiles", "explain", "config", "doctor"])
def test_every_command_has_help_with_examples(tmp_path: Path, name: str) -> None:
    ran = postil(name, "--help", cwd=tmp_path)
    assert ran.status == 0
    assert "Examples:" in ran.out
    assert "--quiet" in ran.out
    assert "--no-color" in ran.out


def test_full_disk_is_one_sentence(shop: Repository) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*POSTIL, "review"],
            cwd=shop.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert (
        done.stderr.decode() == "postil: the output cannot be written (No space left on device).\n"
    )


def test_leaving_does_not_look_for_garbage_in_what_was_imported(tmp_path: Path) -> None:
    told = "print(gc.get_freeze_count() > 10_000, gc.get_threshold()[0] > 10_000)"
    script = (
        f"import atexit, gc; atexit.register(lambda: {told})\n"
        "from postil.cli import main; main(['--version'])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ran.stdout.endswith("True True\n")
