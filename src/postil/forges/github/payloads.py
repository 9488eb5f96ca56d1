"""The parts of GitHub's answers that we read, each by the name GitHub gives it."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec


class Who(msgspec.Struct, frozen=True, rename="camel"):
    """An account; GitHub leaves out the number for kinds of accounts that have none."""

    login: str
    kind: str = msgspec.field(default="User", name="__typename")
    database_id: int | None = None


class PageInfo(msgspec.Struct, frozen=True, rename="camel"):
    has_next_page: bool
    end_cursor: str | None = None


Node = TypeVar("Node")


class Listing(msgspec.Struct, Generic[Node], frozen=True, rename="camel"):
    """One page; GitHub leaves a hole where something may not be seen."""

    nodes: list[Node | None]
    page_info: PageInfo


class Oid(msgspec.Struct, frozen=True):
    oid: str


class Named(msgspec.Struct, frozen=True):
    name: str


class Labels(msgspec.Struct, frozen=True):
    nodes: list[Named | None]


class RepositoryName(msgspec.Struct, frozen=True, rename="camel"):
    name_with_owner: str


class CommentNode(msgspec.Struct, frozen=True, rename="camel"):
    full_database_id: str | int
    body: str
    url: str
    created_at: str
    is_minimized: bool
    author: Who | None = None
    editor: Who | None = None
    last_edited_at: str | None = None


class NoteNode(CommentNode, frozen=True, rename="camel"):
    """A comment of a thread; a pending one is seen by its author alone."""

    state: str = "SUBMITTED"
    original_commit: Oid | None = None


Comments = Listing[CommentNode]


Notes = Listing[NoteNode]


class ReviewNode(msgspec.Struct, frozen=True, rename="camel"):
    full_database_id: str | int
    state: str
    body: str
    url: str
    author: Who | None = None
    commit: Oid | None = None


Reviews = Listing[ReviewNode]


class ThreadNode(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    path: str
    diff_side: str
    is_resolved: bool
    is_outdated: bool
    viewer_can_resolve: bool
    comments: Notes
    line: int | None = None
    resolved_by: Who | None = None


Threads = Listing[ThreadNode]


class PullNode(msgspec.Struct, frozen=True, rename="camel"):
    """A pull request; the three listings are there only when they were asked for."""

    number: int
    url: str
    title: str
    body: str
    state: str
    is_draft: bool
    locked: bool
    changed_files: int
    base_ref_name: str
    base_ref_oid: str
    head_ref_name: str
    head_ref_oid: str
    labels: Labels | None = None
    author: Who | None = None
    head_repository: RepositoryName | None = None
    comments: Comments | None = None
    reviews: Reviews | None = None
    review_threads: Threads | None = None


class Owner(msgspec.Struct, frozen=True):
    login: str
    kind: str = msgspec.field(default="User", name="__typename")


class Administered(msgspec.Struct, frozen=True, rename="camel"):
    """Asked apart: whoever may not know this must still be able to look."""

    viewer_can_administer: bool = False


class OwnedRepository(msgspec.Struct, frozen=True):
    owner: Administered


class OwnerLook(msgspec.Struct, frozen=True):
    repository: OwnedRepository | None = None


class RepositoryNode(msgspec.Struct, frozen=True, rename="camel"):
    database_id: int
    name_with_owner: str
    is_archived: bool
    owner: Owner
    viewer_permission: str | None = None
    pull_request: PullNode | None = None


class Look(msgspec.Struct, frozen=True):
    """The answer to the question that reads everything."""

    viewer: Who
    repository: RepositoryNode | None = None


class Listings(msgspec.Struct, frozen=True, rename="camel"):
    """More pages of whatever was asked for."""

    comments: Comments | None = None
    reviews: Reviews | None = None
    review_threads: Threads | None = None


class MoreRepository(msgspec.Struct, frozen=True, rename="camel"):
    pull_request: Listings | None = None


class More(msgspec.Struct, frozen=True):
    repository: MoreRepository | None = None


class ThreadRest(msgspec.Struct, frozen=True):
    comments: Notes


class ThreadMore(msgspec.Struct, frozen=True):
    node: ThreadRest | None = None
