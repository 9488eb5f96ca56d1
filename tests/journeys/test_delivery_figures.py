"""What a run wrote is counted where people look: in the check, under the summary, in the document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from journeys.planted_pull import PlantedPull, planted_pull
from postil.testing.github import Status, When
from stories import planted


def figures(path: Path) -> dict[str, int]:
    found: dict[str, Any] = json.loads(path.read_text())["delivery"]["figures"]
    return {name: count for name, count in found.items() if count}


def check_text(pull: PlantedPull) -> str:
    return str(list(pull.stage.repository.check_runs.values())[-1].output["summary"])


def test_first_and_second_review_count_what_they_wrote(tmp_path: Path) -> None:
    path = tmp_path / "review.json"
    with planted_pull(tmp_path, faults=3) as pull:
        pull.run("--document", str(path))
        assert figures(path) == {"notes": 3, "posted": 1}
        assert "- Said: 3 on its line\n- Written: 3 notes posted, summary posted" in check_text(
            pull
        )
        assert "- Written: 3 notes posted, summary posted" in pull.carriers()[0]
        pull.push(planted.planted([4]))
        pull.run("--document", str(path))
        assert figures(path) == {"notes": 1, "edited": 1}
        assert "- Written: 1 note posted, summary edited" in check_text(pull)


@pytest.mark.parametrize("profile", ["threads", "guided"])
def test_threads_resolved_and_answers_are_counted(tmp_path: Path, profile: str) -> None:
    path = tmp_path / "review.json"
    with planted_pull(tmp_path, faults=2, profile=profile) as pull:
        pull.run()
        pull.push({planted.path(1): planted.file(1, planted.mended(1))})
        pull.run("--document", str(path))
        carried = {"edited": 1} if profile == "threads" else {"posted": 1}
        assert figures(path) == {"resolved": 1, "answers": 1, **carried}
        at = pull.moment
        pull.run()
        assert not any(each.is_write for each in pull.since(at))


def test_notes_the_forge_failed_to_take_are_counted_for_the_reader(tmp_path: Path) -> None:
    path = tmp_path / "review.json"
    with planted_pull(tmp_path, faults=3) as pull:
        broken = When(method="POST", path="*/reviews")
        pull.stage.hub.faults.add(Status(status=500), broken, times=1000)
        assert pull.run("--document", str(path)) == 1
        assert figures(path) == {"posted": 1}
        for text in (check_text(pull), pull.carriers()[0]):
            assert "- Said: 3 in the summary" in text
            assert "- Could not be posted: 3 notes" in text
            assert "the next run tries again" in text
