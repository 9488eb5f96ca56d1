"""Golden files, rewritten with `pytest --regenerate`, and a state folder of each test's own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

_TESTS = count()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate", action="store_true", default=False, help="rewrite the golden files"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the golden file of that name beside the test, or write it when asked to."""
    regenerate = request.config.getoption("regenerate", default=False)

    def compare(name: str, text: str) -> None:
        path = request.path.parent / "golden" / name
        if regenerate:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture(scope="session")
def _states(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("states")


@pytest.fixture(autouse=True)
def _own_state(_states: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test remembers what another one reviewed, nor writes to the user's own store."""
    monkeypatch.setenv("XDG_STATE_HOME", str(_states / str(next(_TESTS))))
