"""Killed at any request of publishing, by SIGKILL, and run again: nothing twice, nothing lost."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from killing import Door, Phase
from pull_stage import Stage, stage

REQUESTS = 15
"""A first review takes so many, those of git included; the last test says so."""

LABEL = "postil: changes"
SETTINGS = f'[labels]\nreview = "{LABEL}"\n'
"""A label is one of the writes at which a run can end."""

POINTS = [(number, phase) for number in range(REQUESTS) for phase in Phase]
SEEDS = int(os.environ.get("KILLS", "0"))
CHOSEN = [(point, seed) for seed in range(SEEDS) for point in POINTS] or [
    (POINTS[index], 0) for index in range(4, len(POINTS), 9)
]
"""All points so often, or every ninth once."""


def variables(scene: Stage, door: Door) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(sys.path),
        "HOME": str(scene.folder / "home"),
        "GITHUB_API_URL": door.url,
        "GITHUB_TOKEN": scene.token,
        "POSTIL_STATE_KEY": "a key of this test",
        "POSTIL_TEST_TIME_SCALE": "0",
    }


def killed(scene: Stage, number: int, phase: Phase, *options: str) -> int:
    with Door(upstream=scene.hub.url, die_at=number, phase=phase) as door:
        given = ["review", "ada/widgets#1", *options]
        return door.run(given, cwd=str(scene.folder), env=variables(scene, door))


@pytest.mark.parametrize(("point", "seed"), CHOSEN)
def test_f_01_k_points_killed_there_and_run_again(
    tmp_path: Path, point: tuple[int, Phase], seed: int, tally: Callable[[str, str, int], None]
) -> None:
    number, phase = point
    tally("killed by SIGKILL", f"{phase} {number}", seed)
    # Half of the seeds remember in a store, half go by what stands on the pull request.
    options = ("--store", "none") if seed % 2 else ()
    with stage(tmp_path, settings=SETTINGS) as scene:
        assert killed(scene, number, phase, *options) < 0
        check = next(iter(scene.repository.check_runs.values()), None)
        assert check is None or len(scene.notes) == 2
        if seed >= 2:
            killed(scene, (number * 7 + seed) % REQUESTS, phase, *options)
        assert_healed(scene, *options)
        assert len(scene.repository.check_runs) == 1


def assert_healed(scene: Stage, *options: str) -> None:
    """A normal run leaves everything there once, and nothing for another one."""
    ran = scene.run(*options)
    assert ran.status == 0, ran.err
    assert len(scene.summaries) == 1
    assert "in progress" not in scene.summaries[0]
    slugs = sorted(each.body.split("`")[1] for each in scene.notes)
    assert slugs == ["merge-marker", "stale-reference"]
    assert scene.pull.labels == [LABEL]
    before = len(scene.hub.journal.exchanges)
    scene.run(*options)
    assert scene.writes(before) == []


PAIRS = [(point, seed) for seed in range(SEEDS) for point in POINTS] or [
    (POINTS[index], index % 4) for index in (10, 21)
]
"""The same for two runs at once."""


@pytest.mark.parametrize(("point", "seed"), PAIRS)
def test_f_03_k_points_two_runs_at_once_one_or_both_killed(
    tmp_path: Path, point: tuple[int, Phase], seed: int, tally: Callable[[str, str, int], None]
) -> None:
    number, phase = point
    tally("two at once, killed by SIGKILL", f"{phase} {number}", seed)
    # Half of the seeds share a store, and with it a lease; half have only the pull request.
    options = ("--store", "none") if seed % 2 else ()
    other = (number * 5 + seed) % REQUESTS if seed >= 2 else -1
    with stage(tmp_path, settings=SETTINGS) as scene:
        two = Door(upstream=scene.hub.url, die_at=other, phase=phase, token=scene.second_token())
        with Door(upstream=scene.hub.url, die_at=number, phase=phase, fellow=two) as one:
            # A lease is three seconds here: a run that is slow is overtaken, too.
            around = variables(scene, one) | {"POSTIL_TEST_TIME_SCALE": "0.01"}
            for door, token in ((one, scene.token), (two, two.token)):
                given = ["review", "ada/widgets#1", *options]
                env = around | {"GITHUB_TOKEN": token}
                door.start(given, cwd=str(scene.folder), env=env)
            ends = [one.ended(), two.ended()]
        slugs = {each.body.split("`")[1] for each in scene.notes}
        # Whoever says that all is well, and the check above all, says so of what is there.
        if 0 in ends or scene.repository.check_runs:
            assert slugs == {"merge-marker", "stale-reference"}, ends
        assert_healed(scene, *options)


def test_a_first_review_takes_as_many_requests_as_the_matrix_has(tmp_path: Path) -> None:
    with stage(tmp_path, settings=SETTINGS) as scene, Door(upstream=scene.hub.url) as door:
        given = ["review", "ada/widgets#1"]
        assert door.run(given, cwd=str(tmp_path), env=variables(scene, door)) == 0
        assert door.passed == REQUESTS
        assert len(POINTS) >= 25
