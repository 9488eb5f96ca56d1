"""The workflows people copy from the page: what they may do, and what they never do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

PAGE = Path(__file__).parents[2] / "docs" / "github.md"
WORKFLOWS = [
    yaml.safe_load(part.split("```")[0]) for part in PAGE.read_text().split("```yaml\n")[1:]
]
NAMES = [each["name"] for each in WORKFLOWS]


def jobs(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return list(workflow["jobs"].values())


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=NAMES)
def test_gh_10_no_path_filter_decides_that_a_review_is_not_needed(workflow: dict[Any, Any]) -> None:
    # YAML reads the bare word `on` as true.
    assert "paths" not in str(workflow[True])


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=NAMES)
def test_gh_24_nobody_gets_to_write_contents(workflow: dict[Any, Any]) -> None:
    assert workflow["permissions"] == {}
    for job in jobs(workflow):
        assert job.get("permissions", {}).get("contents", "read") == "read"


def test_gh_30_publishing_is_never_cancelled_in_the_middle() -> None:
    assert WORKFLOWS[0]["concurrency"]["cancel-in-progress"] is False


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=NAMES)
def test_gh_36_nothing_of_the_change_is_checked_out_or_run(workflow: dict[Any, Any]) -> None:
    for job in jobs(workflow):
        for step in job["steps"]:
            assert "checkout" not in step.get("uses", "")
            assert "${{" not in step.get("run", "")
    assert "pull_request_target" not in str(workflow)


def test_gh_36_the_workflow_that_forks_start_has_no_secret() -> None:
    collector = WORKFLOWS[NAMES.index("postil-collect")]
    assert "secrets." not in str(collector)
    assert all("uses" not in step for job in jobs(collector) for step in job["steps"])
