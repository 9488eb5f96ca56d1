"""One pull request on a stand-in, for every test that needs no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from testing.github.stage import Stage, stage


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path) as made:
        yield made
