"""Addresses of things, moments and node ids, as they stand in every reply."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from postil.testing.github.state.repositories import Issue, Pull, Repository


@dataclass(frozen=True, slots=True)
class Links:
    """`root` is where pages are, `api` where the interface is."""

    root: str
    api: str

    def repository(self, repository: Repository) -> str:
        return f"{self.api}/repos/{repository.full_name}"

    def page(self, repository: Repository) -> str:
        return f"{self.root}/{repository.full_name}"

    def issue(self, issue: Issue) -> str:
        return f"{self.repository(issue.repository)}/issues/{issue.number}"

    def issue_page(self, issue: Issue) -> str:
        kind = "pull" if isinstance(issue, Pull) else "issues"
        return f"{self.page(issue.repository)}/{kind}/{issue.number}"

    def pull(self, pull: Pull) -> str:
        return f"{self.repository(pull.repository)}/pulls/{pull.number}"


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment_or_none(seconds: float | None) -> str | None:
    return None if seconds is None else moment(seconds)


def node(prefix: str, number: int) -> str:
    return f"{prefix}_{number}"
