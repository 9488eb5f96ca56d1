"""The scene of a caller who keeps the findings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from journeys.callers import BASE, EARLY, Panel, Scene
from postil.testing.models import ScriptedModels

from repositories import Repository


@pytest.fixture
def scene(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Scene]:
    repository = Repository(tmp_path / "r")
    repository.commit({"pay.py": BASE}, "Start")
    repository.branch("topic")
    panel = Panel()
    with ScriptedModels(panel) as server:
        for name in [name for name in os.environ if name.startswith("POSTIL_")]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        made = Scene(repository, panel, server, tmp_path, capfd)
        made.push({"pay.py": EARLY})
        yield made
