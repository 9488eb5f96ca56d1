"""What is said on a pull request: comments, reviews and threads on lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from postil.testing.github.state.accounts import Account, App


@dataclass(slots=True, eq=False, kw_only=True)
class Remark:
    """What every written word has; `author` is None once the account is gone."""

    id: int
    author: Account | None
    body: str
    created: float
    updated: float
    app: App | None = None
    editor: Account | None = None
    minimized: str | None = None
    reactions: list[tuple[int, str, Account]] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class IssueComment(Remark):
    issue: int
    """Number of the issue or pull request."""


@dataclass(slots=True, eq=False, kw_only=True)
class Review(Remark):
    pull: int
    state: str
    commit: str
    submitted: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A place in a pull request's diff; `line` is None for a whole file."""

    path: str
    line: int | None = None
    side: str = "RIGHT"
    start_line: int | None = None
    start_side: str | None = None
    position: int | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class ReviewComment(Remark):
    pull: int
    review: Review
    reply_to: int | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class Thread:
    """Comments on one place: where it was, and where it is now, None when outdated."""

    id: int
    pull: int
    original: Anchor
    original_commit: str
    diff_hunk: str
    place: Anchor | None
    commit: str
    comments: list[ReviewComment] = field(default_factory=list)
    resolved_by: Account | None = None
    resolved: bool = False

    @property
    def of_file(self) -> bool:
        return self.original.line is None

    @property
    def outdated(self) -> bool:
        return self.place is None
