"""Golden files, rewritten with `pytest --regenerate`, and what every test stands in."""

from __future__ import annotations

import signal
from collections import defaultdict
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_TESTS = count()
# How quickly examples come says how busy the machine is, and nothing about us.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

# A shell that runs the tests in the background has them ignore interrupts, and with them every
# command that a test starts in order to interrupt it.
signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Callable[[str, str, int], None]:
    """Counts a run of a matrix: what was done to it, at which point, with which seed."""
    return lambda what, point, seed: record_property("matrix", (what, point, seed))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many runs of each matrix went well, and over how many points and seeds."""
    runs: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for report in terminalreporter.stats.get("passed", []):
        for name, value in getattr(report, "user_properties", ()):
            if name == "matrix" and report.when == "call":
                runs[value[0]].append((value[1], value[2]))
    for what, each in sorted(runs.items()):
        points, seeds = len({point for point, _ in each}), len({seed for _, seed in each})
        terminalreporter.write_line(f"{what}: {len(each)} runs, {points} points × {seeds} seeds")


@pytest.fixture(scope="session")
def _states(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("states")


@pytest.fixture(autouse=True)
def _own_state(_states: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test remembers what another one reviewed, nor writes to the user's own store."""
    monkeypatch.setenv("XDG_STATE_HOME", str(_states / str(next(_TESTS))))
