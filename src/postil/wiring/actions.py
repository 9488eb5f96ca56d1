"""What a GitHub Actions job is about, from the event that started it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from postil.domain.errors import UserError

_MOST_BYTES = 25 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """`number` is the pull request's, None where the event is about none.

    `is_read_only` says that GitHub gives this job no token to write with and no secrets, as
    it does for pull requests from forks and by Dependabot. A job that runs after another has
    no number: `owner`, `branch` and `head` say whose branch it was about, and at which commit.
    """

    event: str
    number: int | None = None
    is_read_only: bool = False
    owner: str = ""
    branch: str = ""
    head: str = ""

    @property
    def is_talk(self) -> bool:
        """Whether somebody said something; that is no reason to review what was not asked for."""
        return self.event in ("issue_comment", "pull_request_review_comment")


class _Repository(msgspec.Struct, frozen=True):
    full_name: str = ""


class _Head(msgspec.Struct, frozen=True):
    repo: _Repository | None = None


class _User(msgspec.Struct, frozen=True):
    login: str = ""


class _Pull(msgspec.Struct, frozen=True):
    number: int
    head: _Head = _Head()
    user: _User | None = None


class _Home(msgspec.Struct, frozen=True):
    owner: _User = _User()


class _Issue(msgspec.Struct, frozen=True):
    number: int
    pull_request: dict[str, object] | None = None


class _Run(msgspec.Struct, frozen=True):
    head_sha: str = ""
    head_branch: str | None = None
    head_repository: _Home | None = None


class _Payload(msgspec.Struct, frozen=True):
    workflow_run: _Run | None = None
    pull_request: _Pull | None = None
    issue: _Issue | None = None
    repository: _Repository | None = None


def job(variables: Mapping[str, str]) -> Job | None:
    """The job that this process is; None outside of GitHub Actions."""
    if variables.get("GITHUB_ACTIONS") != "true":
        return None
    event = variables.get("GITHUB_EVENT_NAME", "")
    payload = _payload(variables.get("GITHUB_EVENT_PATH", ""))
    pull, issue = payload.pull_request, payload.issue
    if pull is not None:
        return Job(event=event, number=pull.number, is_read_only=_is_read_only(event, payload))
    run = payload.workflow_run
    if run is not None and run.head_repository is not None:
        return Job(
            event=event,
            owner=run.head_repository.owner.login,
            branch=run.head_branch or "",
            head=run.head_sha,
        )
    if issue is not None and issue.pull_request is not None:
        return Job(event=event, number=issue.number)
    return Job(event=event)


def _is_read_only(event: str, payload: _Payload) -> bool:
    if event not in ("pull_request", "pull_request_review", "pull_request_review_comment"):
        return False
    pull, home = payload.pull_request, payload.repository
    if pull is None or home is None:
        return False
    if pull.user is not None and pull.user.login == "dependabot[bot]":
        return True
    return pull.head.repo is None or pull.head.repo.full_name != home.full_name


def _payload(path: str) -> _Payload:
    if not path:
        return _Payload()
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MOST_BYTES)
        return msgspec.json.decode(data, type=_Payload)
    except (OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise UserError(
            f"`{path}` is not the event of a GitHub Actions job; name the pull request with "
            "`--pr N`."
        ) from None
