"""A repository, its issues and pull requests, and the results attached to its commits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from postil.testing.github.state.accounts import Account, App, Role
from postil.testing.github.state.conversation import IssueComment, Review, ReviewComment, Thread


@dataclass(slots=True, eq=False, kw_only=True)
class Label:
    id: int
    name: str
    color: str = "ededed"
    description: str | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class Issue:
    id: int
    number: int
    repository: Repository
    author: Account | None
    title: str
    body: str | None
    created: float
    updated: float
    state: str = "open"
    closed: float | None = None
    locked: bool = False
    labels: list[str] = field(default_factory=list)
    comments: dict[int, IssueComment] = field(default_factory=dict)


@dataclass(slots=True, eq=False, kw_only=True)
class Pull(Issue):
    """A pull request; `heads` are the head commits it ever had, the present one last."""

    head_owner: Account
    head_repository: Repository | None
    """None once the fork is deleted."""

    head_ref: str
    base_ref: str
    heads: list[str]
    base_sha: str
    draft: bool = False
    merged: float | None = None
    merged_by: Account | None = None
    reviews: dict[int, Review] = field(default_factory=dict)
    threads: dict[int, Thread] = field(default_factory=dict)

    @property
    def head_sha(self) -> str:
        return self.heads[-1]

    @property
    def review_comments(self) -> list[ReviewComment]:
        every = (comment for thread in self.threads.values() for comment in thread.comments)
        return sorted(every, key=lambda comment: comment.id)

    def pending(self, account: Account) -> Review | None:
        mine = (r for r in self.reviews.values() if r.author is account and r.state == "PENDING")
        return next(mine, None)


@dataclass(slots=True, eq=False, kw_only=True)
class CheckRun:
    id: int
    app: App
    suite: int
    name: str
    head_sha: str
    status: str
    conclusion: str | None
    created: float
    details_url: str | None = None
    external_id: str | None = None
    started: str | None = None
    completed: str | None = None
    output: dict[str, Any] = field(default_factory=dict)
    annotations: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class CommitStatus:
    id: int
    sha: str
    state: str
    context: str
    creator: Account
    created: float
    target_url: str | None = None
    description: str | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class Repository:
    id: int
    owner: Account
    name: str
    path: Path
    created: float
    private: bool = False
    default_branch: str = "main"
    parent: Repository | None = None
    roles: dict[int, Role] = field(default_factory=dict)
    issues: dict[int, Issue] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    check_runs: dict[int, CheckRun] = field(default_factory=dict)
    statuses: dict[int, CommitStatus] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        return f"{self.owner.login}/{self.name}"

    @property
    def pulls(self) -> Iterator[Pull]:
        return (issue for issue in self.issues.values() if isinstance(issue, Pull))

    def role(self, account: Account | None) -> Role:
        """What the account may do here by itself, whatever a token adds or takes away."""
        least = Role.NONE if self.private else Role.READ
        if account is None:
            return least
        if account is self.owner:
            return Role.ADMIN
        given = self.roles.get(account.id, Role.NONE)
        return given if given.reaches(least) else least
