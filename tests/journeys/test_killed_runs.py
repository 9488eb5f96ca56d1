"""A review that is killed goes on where it was: what was paid for is not asked again."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import postil.cli as door
from journeys.panels import MODEL, ROLES, changed, role_of, said
from postil.testing.models import Answer, Asked, Failure, Fault, Reply, ScriptedModels, ToolCall

from commands import POSTIL, surroundings, with_extra_check
from repositories import Repository

PATIENCE = 60.0
UNPAID = ("cost", "seconds")
"""What a run that had answers from the store tells otherwise: it paid less, and was faster."""
KILLED_AT_SAVING = (
    "import os, signal, sys; from postil.stores.sqlite import SqliteStore; "
    "SqliteStore.save = lambda *_: os.kill(os.getpid(), signal.SIGKILL); "
    "from postil.cli import main; main(sys.argv[1:])"
)


@dataclass
class Panel:
    """Answers everybody but those who are to wait for ever; `looking` reads a file first."""

    silent: Sequence[str] = ()
    looking: str = ""
    mute_after_lookup: bool = False
    found: list[str] = field(default_factory=list)

    def __call__(self, asked: Asked) -> Reply:
        role = role_of(asked)
        looked = [result.text for turn in asked.turns for result in turn.results]
        if role == self.looking and not looked:
            return Answer(calls=(ToolCall("read_file", {"path": "limit.py"}),))
        self.found += looked
        if role in self.silent or (looked and self.mute_after_lookup):
            return Failure(fault=Fault.STALL)
        return said(role)


@dataclass
class Scene:
    """One repository, one store, one provider; every run is a process of its own."""

    repository: Repository
    server: ScriptedModels
    panel: Panel
    folder: Path

    @property
    def store(self) -> Path:
        return self.folder / "reviews.db"

    def arguments(self, store: Path) -> list[str]:
        return [
            *("review", "main...topic", "--repo", self.repository.path, "--model", MODEL, "--json"),
            *("--store", str(store), "--document", str(self.folder / "document")),
        ]

    def document(self, *more: str, store: Path | None = None) -> dict[str, Any]:
        """What an undisturbed run comes to."""
        assert door._status([*self.arguments(store or self.store), *more]) == 0
        whole: dict[str, Any] = json.loads((self.folder / "document").read_bytes())
        return whole

    def undisturbed(self) -> dict[str, Any]:
        """What a run that nobody kills comes to, with a store that knows nothing."""
        return essence(self.document(store=self.folder / "other.db"))

    def killed(self, moment: Callable[[], bool], command: Sequence[str] = POSTIL) -> None:
        with subprocess.Popen(
            [*command, *self.arguments(self.store)],
            env=surroundings(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as child:
            deadline = time.monotonic() + PATIENCE
            while not moment() and child.poll() is None:
                assert time.monotonic() < deadline, "the moment never came"
                time.sleep(0.02)
            child.send_signal(signal.SIGKILL)
        assert child.returncode == -signal.SIGKILL

    def kept(self) -> int:
        """How many answers stand in the store right now; -1 before the run is known there."""
        try:
            with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as connection:
                names = [name for (name,) in connection.execute("SELECT question FROM answers")]
        except sqlite3.Error:
            return -1
        return len(names) - 1

    def asked(self) -> Counter[str]:
        return Counter(role_of(call.asked) for call in self.server.journal.calls)


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    panel = Panel()
    with ScriptedModels(panel) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        yield Scene(changed(tmp_path / "repository"), server, panel, tmp_path)


def essence(document: dict[str, Any]) -> dict[str, Any]:
    """The review without what it cost, how long it took and who happened to answer first."""
    rest = {key: value for key, value in document.items() if key not in UNPAID}
    rest["stages"] = [name for name, _seconds in document["stages"]]
    rest["calls"] = sorted(
        (each["seat"], each["model"], each["outcome"]) for each in document["calls"]
    )
    rest["inspectors"] = [{**each, "seconds": 0} for each in document["inspectors"]]
    rest["memory"] = {**document["memory"], "spent_usd": 0}
    return rest


def from_store(document: dict[str, Any]) -> list[str]:
    return sorted(call["seat"] for call in document["calls"] if call["note"] == "from the store")


def unpaid(document: dict[str, Any]) -> float:
    return sum(float(call["usage"]["usd"]) for call in document["calls"] if call["note"])


@pytest.mark.parametrize("answered", [0, 1, 2])
def test_killed_after_some_answers(scene: Scene, answered: int) -> None:
    scene.panel.silent = ROLES[answered:]
    scene.killed(lambda: scene.kept() == answered and sum(scene.asked().values()) == len(ROLES))
    scene.panel.silent = ()
    document = scene.document()
    assert scene.asked() == {role: 1 if role in ROLES[:answered] else 2 for role in ROLES}
    assert from_store(document) == sorted(ROLES[:answered])
    assert unpaid(document) == 0
    assert essence(document) == scene.undisturbed()


def test_killed_before_anybody_was_asked(scene: Scene, tmp_path: Path) -> None:
    scene.killed(lambda: scene.kept() == 0, with_extra_check(tmp_path))
    assert not scene.asked()
    document = scene.document()
    assert scene.asked() == dict.fromkeys(ROLES, 1)
    assert from_store(document) == []
    assert essence(document) == scene.undisturbed()


def test_killed_when_all_had_answered_and_nothing_was_kept(scene: Scene) -> None:
    scene.killed(lambda: False, [sys.executable, "-c", KILLED_AT_SAVING])
    document = scene.document()
    assert scene.asked() == dict.fromkeys(ROLES, 1)
    assert from_store(document) == sorted(ROLES)
    assert document["cost"]["usd"] == 0
    assert essence(document) == scene.undisturbed()
    scene.server.journal.clear()
    # A review that came to its end answers no later one.
    scene.document("--scope", "full")
    assert scene.asked() == dict.fromkeys(ROLES, 1)


def test_killed_between_a_lookup_and_the_answer(scene: Scene) -> None:
    scene.panel.looking = "security"
    scene.panel.mute_after_lookup = True
    scene.killed(lambda: scene.kept() == len(ROLES) and len(scene.panel.found) == 1)
    scene.panel.mute_after_lookup = False
    document = scene.document()
    assert scene.asked() == {"security": 3, "staff-engineer": 1, "sdet": 1}
    assert from_store(document) == sorted(ROLES)
    # The lookup is made again, and what it found follows the very words that asked for it.
    assert scene.panel.found == [scene.panel.found[0]] * 2
    assert "settings['limit']" in scene.panel.found[0]
    assert essence(document) == scene.undisturbed()
