"""Repositories, refs and commits in GraphQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from postil.testing.github import git
from postil.testing.github.desk import Desk
from postil.testing.github.graph.paging import connected
from postil.testing.github.graph.refusals import inaccessible, refused
from postil.testing.github.permissions import Need, admit
from postil.testing.github.shapes.commits import commit as commit_document
from postil.testing.github.shapes.links import moment, node
from postil.testing.github.state.repositories import Issue, Label, Pull, Repository
from postil.testing.github.wire import Refusal


@dataclass(frozen=True, slots=True)
class CommitView:
    repository: Repository
    sha: str


@dataclass(frozen=True, slots=True)
class RefView:
    repository: Repository
    name: str


def may_read(desk: Desk, repository: Repository, permission: str) -> None:
    try:
        admit(repository, desk.visitor, Need(permissions=(permission,)))
    except Refusal as refusal:
        raise inaccessible(desk.visitor) from refusal


def pull_request(desk: Desk, repository: Repository, *, number: int) -> Pull:
    may_read(desk, repository, "pull_requests")
    found = repository.issues.get(number)
    if not isinstance(found, Pull):
        words = f"Could not resolve to a PullRequest with the number of {number}."
        raise refused("NOT_FOUND", words)
    return found


def issue(desk: Desk, repository: Repository, *, number: int) -> Issue:
    may_read(desk, repository, "issues")
    found = repository.issues.get(number)
    if found is None or isinstance(found, Pull):
        words = f"Could not resolve to an Issue with the number of {number}."
        raise refused("NOT_FOUND", words)
    return found


def pull_requests(desk: Desk, repository: Repository, **wishes: Any) -> list[Pull]:
    may_read(desk, repository, "pull_requests")
    states = wishes.get("states") or []
    return [
        pull
        for pull in sorted(repository.pulls, key=lambda pull: -pull.number)
        if (not states or state(pull) in states)
        and wishes.get("headRefName") in (None, pull.head_ref)
        and wishes.get("baseRefName") in (None, pull.base_ref)
        and set(wishes.get("labels") or pull.labels) <= set(pull.labels)
    ]


def state(pull: Pull) -> str:
    return "MERGED" if pull.merged else pull.state.upper()


def _permission(desk: Desk, repository: Repository) -> str | None:
    role = repository.role(desk.account).value
    return None if role == "none" else role.upper()


def ref(_: Desk, repository: Repository, *, qualifiedName: str) -> RefView | None:  # noqa: N803 - GraphQL's name
    name = qualifiedName.removeprefix("refs/heads/")
    return RefView(repository, name) if git.oid(repository.path, f"refs/heads/{name}") else None


def _target(_: Desk, view: RefView) -> CommitView:
    return CommitView(view.repository, git.oid(view.repository.path, f"refs/heads/{view.name}"))


def _commit(name: str) -> Any:
    def resolve(desk: Desk, view: CommitView) -> Any:
        return commit_document(desk.links, view.repository, view.sha)["commit"][name]

    return resolve


def _git_actor(kind: str) -> Any:
    def resolve(desk: Desk, view: CommitView) -> Any:
        said = commit_document(desk.links, view.repository, view.sha)["commit"][kind]
        return {**said, "user": None, "avatarUrl": f"{desk.links.root}/avatars/0"}

    return resolve


def _oid(_: Desk, view: CommitView) -> str:
    return view.sha


_ALLOWED = ("mergeCommitAllowed", "rebaseMergeAllowed", "squashMergeAllowed", "hasIssuesEnabled")
_NOT = (
    "deleteBranchOnMerge",
    "isArchived",
    "isDisabled",
    "isEmpty",
    "isInOrganization",
    "isTemplate",
)

FIELDS: dict[str, dict[str, Any]] = {
    "Repository": {
        "id": lambda _, which: node("R", which.id),
        "databaseId": lambda _, which: which.id,
        "name": lambda _, which: which.name,
        "nameWithOwner": lambda _, which: which.full_name,
        "owner": lambda _, which: which.owner,
        "url": lambda desk, which: desk.links.page(which),
        "resourcePath": lambda _, which: f"/{which.full_name}",
        "description": lambda *_: None,
        "createdAt": lambda _, which: moment(which.created),
        "pushedAt": lambda _, which: moment(which.created),
        "isPrivate": lambda _, which: which.private,
        "visibility": lambda _, which: "PRIVATE" if which.private else "PUBLIC",
        "isFork": lambda _, which: which.parent is not None,
        "parent": lambda _, which: which.parent,
        "viewerPermission": _permission,
        "viewerCanAdminister": lambda desk, which: _permission(desk, which) == "ADMIN",
        "defaultBranchRef": lambda _, which: RefView(which, which.default_branch),
        "ref": ref,
        "pullRequest": pull_request,
        "pullRequests": connected(pull_requests),
        "issue": issue,
        "labels": connected(lambda _, which, **__: list(which.labels.values())),
        **dict.fromkeys(_ALLOWED, lambda *_: True),
        **dict.fromkeys(_NOT, lambda *_: False),
    },
    "Ref": {
        "id": lambda _, view: node("REF", view.repository.id) + view.name,
        "name": lambda _, view: view.name,
        "prefix": lambda *_: "refs/heads/",
        "repository": lambda _, view: view.repository,
        "target": _target,
    },
    "Commit": {
        "id": lambda _, view: node("C", view.repository.id) + view.sha,
        "oid": _oid,
        "abbreviatedOid": lambda _, view: view.sha[:7],
        "repository": lambda _, view: view.repository,
        "url": lambda desk, view: f"{desk.links.page(view.repository)}/commit/{view.sha}",
        "message": _commit("message"),
        "messageHeadline": lambda desk, view: _commit("message")(desk, view).split("\n")[0],
        "messageBody": lambda desk, view: _commit("message")(desk, view).partition("\n")[2].strip(),
        "authoredDate": lambda desk, view: _commit("author")(desk, view)["date"],
        "committedDate": lambda desk, view: _commit("committer")(desk, view)["date"],
        "author": _git_actor("author"),
        "committer": _git_actor("committer"),
        "authors": connected(lambda desk, view: [_git_actor("author")(desk, view)]),
    },
    "Label": {
        "id": lambda _, label: node("LA", label.id),
        "name": lambda _, label: label.name,
        "color": lambda _, label: label.color,
        "description": lambda _, label: label.description,
    },
}


def labels_of(_: Desk, thing: Issue, **__: Any) -> list[Label]:
    known = thing.repository.labels
    return [known.get(name) or Label(id=0, name=name) for name in thing.labels]
