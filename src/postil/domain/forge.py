"""What a forge shows of one pull request: people, comments, reviews, threads and checks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.change import Id, Side


class ActorKind(StrEnum):
    PERSON = "person"
    BOT = "bot"


class Permission(StrEnum):
    """What somebody may do with a repository right now, as the forge says when asked."""

    NONE = "none"
    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    @property
    def may_write(self) -> bool:
        return self in (Permission.WRITE, Permission.ADMIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who did something; `id` is the forge's own and never changes, unlike the name."""

    id: str
    login: str
    kind: ActorKind = ActorKind.PERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequest:
    """A request to merge one branch into another, as it stands when it is read.

    `repository_id` stays when the repository is renamed. `author` is None when the account is
    gone. `head_repository` is empty when the fork is gone. `address` is where people look at it.
    """

    repository: str
    repository_id: str
    number: int
    address: str
    title: str
    body: str
    author: Actor | None
    base_name: str
    base: Id
    head_name: str
    head: Id
    head_repository: str
    is_open: bool = True
    is_draft: bool = False
    is_locked: bool = False
    labels: tuple[str, ...] = ()
    changed_files: int = 0

    @property
    def is_from_fork(self) -> bool:
        return self.head_repository != self.repository


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """One comment, in the conversation or in a thread.

    `handle` is how a thread's comment is answered where that is another id than `id`.
    `edited_by` names somebody else who changed it last, empty when nobody did.
    """

    id: str
    author: Actor | None
    body: str
    address: str = ""
    written: str = ""
    edited_by: str = ""
    is_hidden: bool = False
    handle: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A conversation about a place in the change; the first comment opened it.

    `line` is None when it belongs to the whole file or when the place is no longer in the
    change (`is_outdated`). `resolved_by` is who closed it, None while it is open or unknown.
    """

    id: str
    path: str
    comments: tuple[Comment, ...]
    line: int | None = None
    side: Side = Side.NEW
    commit: Id = ""
    is_resolved: bool = False
    is_outdated: bool = False
    may_resolve: bool = False
    resolved_by: Actor | None = None


class ReviewState(StrEnum):
    PENDING = "pending"
    COMMENTED = "commented"
    APPROVED = "approved"
    CHANGES_REQUESTED = "changes-requested"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedReview:
    """A review somebody gave; a pending one is seen by nobody but its author."""

    id: str
    author: Actor | None
    state: ReviewState
    body: str
    commit: Id
    address: str = ""


class Conclusion(StrEnum):
    """How a check ends; there is no word for a review that did not see everything but this last."""

    SUCCESS = "success"
    FAILURE = "failure"
    ACTION_REQUIRED = "action-required"


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedCheck:
    """A check of ours on one commit; `conclusion` is None while it runs."""

    id: str
    name: str
    head: Id
    conclusion: Conclusion | None
    title: str
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What our credential may do here, as far as the forge would say; refusals say the rest."""

    may_comment: bool = True
    may_review: bool = True
    may_check: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Everything on the pull request that matters to a reviewer, read in full at one moment."""

    pull: PullRequest
    me: Actor
    comments: tuple[Comment, ...] = ()
    reviews: tuple[PostedReview, ...] = ()
    threads: tuple[Thread, ...] = ()
    checks: tuple[PostedCheck, ...] = ()
    capabilities: Capabilities = Capabilities()

    def is_mine(self, author: Actor | None) -> bool:
        return author is not None and author.id == self.me.id
