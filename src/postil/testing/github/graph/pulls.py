"""Issues and pull requests in GraphQL, with the checks of their head."""

from __future__ import annotations

from typing import Any

from postil.testing.github import anchors
from postil.testing.github.desk import Desk
from postil.testing.github.graph import conversation
from postil.testing.github.graph.paging import connected
from postil.testing.github.graph.repositories import CommitView, RefView, labels_of, state
from postil.testing.github.graph.results import rollup
from postil.testing.github.permissions import association
from postil.testing.github.shapes.links import moment, moment_or_none, node
from postil.testing.github.state.accounts import Role
from postil.testing.github.state.repositories import Issue, Pull


def _decision(desk: Desk, pull: Pull) -> str | None:
    states = {each.remark.state for each in conversation.latest_reviews(desk, pull)}  # type: ignore[attr-defined]
    if "CHANGES_REQUESTED" in states:
        return "CHANGES_REQUESTED"
    return "APPROVED" if "APPROVED" in states else None


def _files(_: Desk, pull: Pull, **__: Any) -> list[dict[str, Any]]:
    words = {"added": "ADDED", "removed": "DELETED", "renamed": "RENAMED", "copied": "COPIED"}
    return [
        {
            "path": file.path,
            "additions": file.additions,
            "deletions": file.deletions,
            "changeType": words.get(file.status, "MODIFIED"),
            "viewerViewedState": "UNVIEWED",
        }
        for file in anchors.files(pull)
    ]


def _commits(_: Desk, pull: Pull, **__: Any) -> list[dict[str, Any]]:
    url = f"/{pull.repository.full_name}/pull/{pull.number}/commits"
    return [
        {
            "id": f"PRC_{sha}",
            "commit": CommitView(pull.repository, sha),
            "pullRequest": pull,
            "url": f"{url}/{sha}",
            "resourcePath": f"{url}/{sha}",
        }
        for sha in reversed(anchors.commits(pull))
    ]


def _nothing(*_: Any, **__: Any) -> list[Any]:
    return []


def _absent(*_: Any) -> None:
    return None


def _may_push(desk: Desk, thing: Issue) -> bool:
    return thing.repository.role(desk.account).reaches(Role.WRITE)


_ISSUE: dict[str, Any] = {
    "id": lambda _, it: node("PR" if isinstance(it, Pull) else "I", it.id),
    "databaseId": lambda _, it: it.id,
    "fullDatabaseId": lambda _, it: str(it.id),
    "number": lambda _, it: it.number,
    "title": lambda _, it: it.title,
    "body": lambda _, it: it.body or "",
    "bodyText": lambda _, it: it.body or "",
    "url": lambda desk, it: desk.links.issue_page(it),
    "permalink": lambda desk, it: desk.links.issue_page(it),
    "resourcePath": lambda desk, it: desk.links.issue_page(it).removeprefix(desk.links.root),
    "author": lambda _, it: it.author,
    "authorAssociation": lambda desk, it: association(desk.world, it.repository, it.author),
    "createdAt": lambda _, it: moment(it.created),
    "updatedAt": lambda _, it: moment(it.updated),
    "closedAt": lambda _, it: moment_or_none(it.closed),
    "closed": lambda _, it: it.state == "closed",
    "locked": lambda _, it: it.locked,
    "repository": lambda _, it: it.repository,
    "labels": connected(labels_of),
    "assignees": connected(_nothing),
    "comments": connected(conversation.comments),
    "milestone": _absent,
    "projectCards": connected(_nothing),
    "reactionGroups": lambda *_: [],
    "viewerDidAuthor": lambda desk, it: it.author is desk.account,
    "viewerCanUpdate": lambda desk, it: it.author is desk.account or _may_push(desk, it),
    "viewerCanLabel": _may_push,
    "editor": _absent,
    "lastEditedAt": _absent,
}

FIELDS: dict[str, dict[str, Any]] = {
    "Issue": {**_ISSUE, "state": lambda _, it: it.state.upper(), "stateReason": _absent},
    "PullRequest": {
        **_ISSUE,
        "state": lambda _, pull: state(pull),
        "isDraft": lambda _, pull: pull.draft,
        "merged": lambda _, pull: pull.merged is not None,
        "mergedAt": lambda _, pull: moment_or_none(pull.merged),
        "mergedBy": lambda _, pull: pull.merged_by,
        "mergeable": lambda *_: "MERGEABLE",
        "mergeStateStatus": lambda *_: "CLEAN",
        "mergeCommit": _absent,
        "potentialMergeCommit": _absent,
        "maintainerCanModify": lambda *_: False,
        "headRefName": lambda _, pull: pull.head_ref,
        "headRefOid": lambda _, pull: pull.head_sha,
        "headRef": lambda _, pull: (
            RefView(pull.head_repository, pull.head_ref) if pull.head_repository else None
        ),
        "headRepository": lambda _, pull: pull.head_repository,
        "headRepositoryOwner": lambda _, pull: pull.head_owner,
        "isCrossRepository": lambda _, pull: pull.head_repository is not pull.repository,
        "baseRefName": lambda _, pull: pull.base_ref,
        "baseRefOid": lambda _, pull: pull.base_sha,
        "baseRef": lambda _, pull: RefView(pull.repository, pull.base_ref),
        "baseRepository": lambda _, pull: pull.repository,
        "additions": lambda _, pull: sum(file.additions for file in anchors.files(pull)),
        "deletions": lambda _, pull: sum(file.deletions for file in anchors.files(pull)),
        "changedFiles": lambda _, pull: len(anchors.files(pull)),
        "totalCommentsCount": lambda _, pull: len(pull.comments) + len(pull.review_comments),
        "files": connected(_files),
        "commits": connected(_commits),
        "reviews": connected(conversation.reviews),
        "latestReviews": connected(conversation.latest_reviews),
        "reviewThreads": connected(conversation.threads),
        "reviewRequests": connected(_nothing),
        "closingIssuesReferences": connected(_nothing),
        "reviewDecision": _decision,
        "statusCheckRollup": lambda desk, pull: rollup(
            desk, CommitView(pull.repository, pull.head_sha)
        ),
        "isInMergeQueue": lambda *_: False,
        "isMergeQueueEnabled": lambda *_: False,
    },
}
