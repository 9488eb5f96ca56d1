"""What is started before the command line is understood, and what is left of it afterwards."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from journeys.panels import MODEL, changed
from postil import catalogue, models
from postil.cli._ahead import WITHOUT_LIBRARY, annexed
from postil.models._late import LateModel
from postil.testing.models import Failure, Fault, ScriptedModels, always

from commands import POSTIL, surroundings

PATIENCE = 60.0


@pytest.mark.parametrize(
    ("arguments", "named", "begins"),
    [
        (["review", "--model", "openai:x"], "", True),
        (["review", "main..topic", "--model=openai:x", "--json"], "", True),
        (["review"], "openai:x", True),
        (["review", "--model", "recorded:file"], "openai:x", False),
        (["review", "--model=command:claude"], "", False),
        (["review", "--model", "openai:x", "--no-model"], "", False),
        (["review", "--model", "openai:x", "--help"], "", False),
        (["review", "-h"], "openai:x", False),
        (["review", "--model"], "", False),
        (["review", "--model", "openai"], "", False),
        (["review"], "", False),
        (["checks"], "openai:x", False),
        ([], "openai:x", False),
    ],
)
def test_it_begins_when_a_library_is_certainly_needed(
    arguments: list[str], named: str, begins: bool
) -> None:
    with annexed(arguments, {"POSTIL_MODEL": named} if named else {}) as annex:
        process = annex._process
        assert (process is not None) is begins
    assert process is None or process.returncode is not None


def test_who_needs_no_library_is_known() -> None:
    late = {name for name in set(models.providers()) - WITHOUT_LIBRARY if _is_late(name)}
    assert late | WITHOUT_LIBRARY == set(models.providers())


def _is_late(name: str) -> bool:
    """Asked of the provider's own file, which opens nothing yet."""
    module = catalogue.load(models, name, must_have=models.MUST_HAVE).module
    given = dict.fromkeys(module.VARIABLES, "http://127.0.0.1:1/")
    given |= {each: "32768" for each in module.VARIABLES if each.endswith("_LENGTH")}
    return isinstance(module.open_model("x", given), LateModel)


@pytest.fixture
def stalled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Path, ScriptedModels]]:
    with ScriptedModels(always(Failure(fault=Fault.STALL))) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        yield Path(changed(tmp_path / "repository").path), server


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_running(
    stalled: tuple[Path, ScriptedModels], stop: signal.Signals, tmp_path: Path
) -> None:
    folder, server = stalled
    command = [*POSTIL, "review", "main...topic", "--repo", str(folder), "--model", MODEL]
    store = ["--store", str(tmp_path / "reviews.db")]
    with subprocess.Popen(
        [*command, *store], env=surroundings(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        _until(lambda: bool(server.journal.calls))
        (annex,) = _children(child.pid)
        child.send_signal(stop)
        _, said = child.communicate(timeout=PATIENCE)
    assert b"Traceback" not in said
    _until(lambda: not Path(f"/proc/{annex}").exists())


def _until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, "the moment never came"
        time.sleep(0.02)


def _children(process: int) -> list[int]:
    """Those that run our own module, which git is not."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [
        int(each)
        for each in found
        if b"postil.models._apart" in Path(f"/proc/{each}/cmdline").read_bytes()
    ]
