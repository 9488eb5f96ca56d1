"""A process beside ours: started once, handed over once, and never left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from postil.annex import COMMAND, Annex, end

WAITS = (sys.executable, "-c", "import sys; sys.stdin.read()")
STAYS = (sys.executable, "-c", "import time; print(1, flush=True); time.sleep(60)")


def process_of(annex: Annex) -> subprocess.Popen[bytes]:
    process = annex.taken()
    assert process is not None
    return process


def test_it_is_started_when_wanted_and_handed_over_once() -> None:
    annex = Annex(WAITS)
    process = process_of(annex)
    assert annex.taken() is None
    annex.start()
    assert annex.taken() is None
    assert process.poll() is None
    end(process)
    assert process.returncode == 0
    annex.close()


def test_closing_ends_it_in_whose_hands_it_may_be() -> None:
    annex = Annex(STAYS)
    process = process_of(annex)
    annex.close()
    assert process.returncode == -9
    assert annex.is_closed
    end(process)


def test_a_closed_one_starts_nothing() -> None:
    annex = Annex(STAYS)
    annex.close()
    assert annex.taken() is None


def test_one_that_nobody_took_is_ended() -> None:
    annex = Annex(STAYS)
    annex.start()
    process = annex._process
    assert process is not None
    annex.close()
    assert process.returncode == -9
    annex.close()


def test_one_that_does_not_end_with_its_input_is_ended() -> None:
    process = process_of(Annex(STAYS))
    assert process.stdout is not None
    assert process.stdout.readline() == b"1\n"
    started = time.monotonic()
    end(process)
    assert process.returncode == -9
    assert time.monotonic() - started < 20


def test_where_none_can_be_had_there_is_none(tmp_path: Path) -> None:
    annex = Annex((str(tmp_path / "missing"),))
    annex.start()
    assert annex.taken() is None
    annex.close()


def test_a_question_nobody_read_does_not_keep_it_from_ending() -> None:
    process = process_of(Annex((sys.executable, "-c", "pass")))
    process.wait()
    assert process.stdin is not None
    process.stdin.write(b"x")
    end(process)
    assert process.returncode == 0


def test_it_takes_nothing_from_the_folder_we_stand_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder may hold the change under review, and with it a `json.py` of its own."""
    (tmp_path / "json.py").write_text("open('taken', 'w').close()")
    (tmp_path / "postil").mkdir()
    (tmp_path / "postil" / "__init__.py").write_text("open('taken', 'w').close()")
    monkeypatch.chdir(tmp_path)
    source = Path(__file__).parents[1] / "src"
    monkeypatch.setenv("PYTHONPATH", str(source))
    process = process_of(Annex(COMMAND))
    answer, _ = process.communicate(b'{"spec": "ollama:x", "variables": {}}\n', timeout=120)
    assert answer.startswith(b'{"type":"opened"')
    assert not os.path.exists("taken")  # noqa: PTH110 - in the folder we stand in
