"""What a job of GitHub Actions is about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from postil.domain.errors import UserError
from postil.wiring.actions import Job, job

HOME = {"full_name": "ada/widgets"}


def found(tmp_path: Path, event: str, payload: Any) -> Job | None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(payload))
    return job(
        {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": str(path)}
    )


def pull(head: Any = HOME, login: str = "bob") -> dict[str, Any]:
    return {
        "repository": HOME,
        "pull_request": {"number": 12, "head": {"repo": head}, "user": {"login": login}},
    }


def test_outside_of_actions_there_is_no_job() -> None:
    assert job({}) is None
    assert job({"GITHUB_ACTIONS": "false", "GITHUB_EVENT_PATH": "/nonexistent"}) is None


def test_a_pull_request_of_the_repository_itself(tmp_path: Path) -> None:
    assert found(tmp_path, "pull_request", pull()) == Job(event="pull_request", number=12)


@pytest.mark.parametrize(
    "payload",
    [pull({"full_name": "eve/widgets"}), pull(None), pull(login="dependabot[bot]")],
    ids=["fork", "fork that is gone", "dependabot"],
)
@pytest.mark.parametrize(
    ("event", "is_read_only"), [("pull_request", True), ("pull_request_target", False)]
)
def test_gh_35_a_job_that_may_only_read_is_known_before_anything_is_spent(
    tmp_path: Path, payload: dict[str, Any], event: str, is_read_only: bool
) -> None:
    assert found(tmp_path, event, payload) == Job(event=event, number=12, is_read_only=is_read_only)


def test_a_comment_on_a_pull_request_and_on_an_issue(tmp_path: Path) -> None:
    said = {"issue": {"number": 9, "pull_request": {"url": "x"}}}
    assert found(tmp_path, "issue_comment", said) == Job(event="issue_comment", number=9)
    assert found(tmp_path, "issue_comment", {"issue": {"number": 9}}) == Job(event="issue_comment")


def test_an_event_about_none(tmp_path: Path) -> None:
    assert found(tmp_path, "push", {"ref": "refs/heads/main"}) == Job(event="push")
    assert job({"GITHUB_ACTIONS": "true"}) == Job(event="")
    assert found(tmp_path, "pull_request", {"pull_request": {"number": 3}}) == Job(
        event="pull_request", number=3
    )


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"pull_request": {"number": "x"}}', "[" * 99_999]
)
def test_an_event_that_cannot_be_read(tmp_path: Path, content: str) -> None:
    path = tmp_path / "event.json"
    path.write_text(content)
    with pytest.raises(UserError, match="is not the event of a GitHub Actions job"):
        job({"GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": str(path)})
    with pytest.raises(UserError, match="is not the event"):
        job({"GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": str(tmp_path / "none")})
