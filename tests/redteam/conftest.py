"""The repository all scenes share, the clean twins of each profile, and a file outside of it all."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from postil.domain.policy import Profile
from redteam.playing import Played, played
from redteam.stage import CANARY, HARMLESS, Carrier, Stage

from fakes.models import FakeModel, report


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return Stage(tmp_path_factory.mktemp("redteam") / "r")


@pytest.fixture(scope="module")
def canary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("outside") / "canary.txt"
    place.write_text(CANARY)
    return place


@pytest.fixture(scope="module")
def clean(stage: Stage) -> Callable[[Profile], Played]:
    @cache
    def twin(profile: Profile) -> Played:
        """The same change with nothing injected, read by a model that has nothing to say."""
        scene = stage.set(Carrier.TITLE, HARMLESS)
        return played(stage, scene, FakeModel([report()]), profile=profile)

    return twin
