"""Killed while a write is stored and unanswered, and run again: nothing lost, twice or paid twice."""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from journeys.planted_pull import PlantedPull, planted_pull
from killing import Door, Phase
from stories import planted

FAULTS = 4


@dataclass(frozen=True, kw_only=True)
class Row:
    """The `write` that is the last, and what readers see then.

    `notes` is how many of the faults have a note; `says` stands in the summary, where there is one.
    """

    name: str
    profile: str
    write: int
    notes: int
    says: str
    is_second_push: bool = False


IN_PROGRESS = "Review in progress"
ROWS = (
    Row(name="the opening", profile="panel", write=1, notes=0, says=IN_PROGRESS),
    Row(name="the review", profile="panel", write=2, notes=4, says=IN_PROGRESS),
    Row(name="the summary", profile="panel", write=3, notes=4, says="Currently open (4)"),
    Row(name="the check", profile="panel", write=4, notes=4, says="Currently open (4)"),
    Row(name="the only write", profile="guided", write=1, notes=4, says="postil:tables"),
    Row(
        name="the opening after a push",
        profile="threads",
        write=1,
        notes=4,
        says=IN_PROGRESS,
        is_second_push=True,
    ),
    Row(
        name="the review after a push",
        profile="threads",
        write=2,
        notes=5,
        says=IN_PROGRESS,
        is_second_push=True,
    ),
    Row(
        name="the closing of a thread after a push",
        profile="threads",
        write=3,
        notes=5,
        says=IN_PROGRESS,
        is_second_push=True,
    ),
    Row(
        name="the word under a closed thread after a push",
        profile="threads",
        write=4,
        notes=5,
        says=IN_PROGRESS,
        is_second_push=True,
    ),
    Row(
        name="the summary after a push",
        profile="threads",
        write=5,
        notes=5,
        says="part_5.py",
        is_second_push=True,
    ),
)


def killed(pull: PlantedPull, write: int) -> int:
    """The status of a run that is killed once its write number so many is stored."""
    stage = pull.stage
    with Door(
        upstream=stage.hub.url, die_at=write - 1, phase=Phase.UNANSWERED, only_writes=True
    ) as door:
        env = {
            **stage.variables,
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join(sys.path),
            "HOME": str(stage.folder / "home"),
            "GITHUB_API_URL": door.url,
            "GITHUB_TOKEN": stage.token,
            "POSTIL_STATE_KEY": "a key of this test",
            "POSTIL_TEST_TIME_SCALE": "0",
        }
        given = ["review", "ada/widgets#1", *pull.options]
        return door.run(given, cwd=str(stage.folder), env=env)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name} in {row.profile}")
def test_f_01_killed_at(tmp_path: Path, row: Row) -> None:
    with planted_pull(tmp_path, faults=FAULTS, profile=row.profile) as pull:
        expected = Counter(dict.fromkeys(range(1, FAULTS + 1), 1))
        if row.is_second_push:
            pull.run()
            pull.push({planted.path(1): planted.file(1, planted.mended(1)), **planted.planted([5])})
            expected[5] = 1
        assert killed(pull, row.write) < 0
        assert len(pull.noted()) == row.notes
        assert row.says in pull.carriers()[-1]
        # Whoever looks now is never told that all is well.
        assert pull.conclusions() in ([], ["success"] if row.name == "the check" else [])
        calls = pull.calls
        pull.run()
        assert pull.calls == calls, "what was paid for is not paid for again"
        assert pull.noted() == expected
        assert [t.resolved for t in pull.threads(1)] == [row.is_second_push]
        carriers = pull.carriers()
        assert len(carriers) == 1
        assert IN_PROGRESS not in carriers[-1]
        at = pull.moment
        pull.run()
        assert not any(each.is_write for each in pull.since(at))


def test_the_rows_are_all_writes_there_are(tmp_path: Path) -> None:
    for profile in ("panel", "guided"):
        folder = tmp_path / profile
        folder.mkdir()
        with planted_pull(folder, faults=FAULTS, profile=profile) as pull:
            pull.run()
            writes = sum(each.is_write for each in pull.since(0))
            assert writes == max(row.write for row in ROWS if row.profile == profile)
