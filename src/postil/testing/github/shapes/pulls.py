"""Issues and pull requests as REST documents."""

from __future__ import annotations

from typing import Any

from postil.testing.github import diffs
from postil.testing.github.permissions import association
from postil.testing.github.shapes.accounts import account, account_or_none
from postil.testing.github.shapes.links import Links, moment, moment_or_none, node
from postil.testing.github.shapes.repositories import repository
from postil.testing.github.state.accounts import Account
from postil.testing.github.state.repositories import Issue, Label, Pull, Repository
from postil.testing.github.state.world import World


def label(links: Links, which: Repository, name: str) -> dict[str, Any]:
    known = which.labels.get(name) or Label(id=0, name=name)
    return {
        "id": known.id,
        "node_id": node("LA", known.id),
        "url": f"{links.repository(which)}/labels/{name}",
        "name": name,
        "color": known.color,
        "default": False,
        "description": known.description,
    }


def _shared(world: World, links: Links, issue: Issue) -> dict[str, Any]:
    return {
        "id": issue.id,
        "number": issue.number,
        "html_url": links.issue_page(issue),
        "comments_url": f"{links.issue(issue)}/comments",
        "state": issue.state,
        "locked": issue.locked,
        "active_lock_reason": None,
        "title": issue.title,
        "body": issue.body,
        "user": account_or_none(links, issue.author or world.account("ghost")),
        "labels": [label(links, issue.repository, name) for name in issue.labels],
        "milestone": None,
        "assignee": None,
        "assignees": [],
        "author_association": association(world, issue.repository, issue.author),
        "created_at": moment(issue.created),
        "updated_at": moment(issue.updated),
        "closed_at": moment_or_none(issue.closed),
    }


def issue_document(world: World, links: Links, issue: Issue) -> dict[str, Any]:
    url = links.issue(issue)
    document = {
        **_shared(world, links, issue),
        "node_id": node("PR" if isinstance(issue, Pull) else "I", issue.id),
        "url": url,
        "repository_url": links.repository(issue.repository),
        "labels_url": f"{url}/labels{{/name}}",
        "events_url": f"{url}/events",
        "comments": len(issue.comments),
        "state_reason": None,
        "performed_via_github_app": None,
        "closed_by": None,
    }
    if isinstance(issue, Pull):
        page = links.issue_page(issue)
        document["draft"] = issue.draft
        document["pull_request"] = {
            "url": links.pull(issue),
            "html_url": page,
            "diff_url": f"{page}.diff",
            "patch_url": f"{page}.patch",
            "merged_at": moment_or_none(issue.merged),
        }
    return document


def _branch(
    links: Links, owner: Account, which: Repository | None, ref: str, sha: str
) -> dict[str, Any]:
    """One end of a pull request; a fork that was deleted leaves no repository."""
    return {
        "label": f"{owner.login}:{ref}",
        "ref": ref,
        "sha": sha,
        "user": account(links, owner),
        "repo": repository(links, which) if which else None,
    }


def _related(links: Links, pull: Pull) -> dict[str, Any]:
    url, issue = links.pull(pull), links.issue(pull)
    return {
        "self": {"href": url},
        "html": {"href": links.issue_page(pull)},
        "issue": {"href": issue},
        "comments": {"href": f"{issue}/comments"},
        "review_comments": {"href": f"{url}/comments"},
        "review_comment": {
            "href": f"{links.repository(pull.repository)}/pulls/comments{{/number}}"
        },
        "commits": {"href": f"{url}/commits"},
        "statuses": {"href": f"{links.repository(pull.repository)}/statuses/{pull.head_sha}"},
    }


def simple_pull(world: World, links: Links, pull: Pull) -> dict[str, Any]:
    url, page = links.pull(pull), links.issue_page(pull)
    related = _related(links, pull)
    return {
        **_shared(world, links, pull),
        "url": url,
        "node_id": node("PR", pull.id),
        "diff_url": f"{page}.diff",
        "patch_url": f"{page}.patch",
        "issue_url": links.issue(pull),
        "commits_url": related["commits"]["href"],
        "review_comments_url": related["review_comments"]["href"],
        "review_comment_url": related["review_comment"]["href"],
        "statuses_url": related["statuses"]["href"],
        "merged_at": moment_or_none(pull.merged),
        "merge_commit_sha": None,
        "requested_reviewers": [],
        "requested_teams": [],
        "head": _branch(links, pull.head_owner, pull.head_repository, pull.head_ref, pull.head_sha),
        "base": _branch(
            links, pull.repository.owner, pull.repository, pull.base_ref, pull.base_sha
        ),
        "_links": related,
        "auto_merge": None,
        "draft": pull.draft,
    }


def pull_document(world: World, links: Links, pull: Pull) -> dict[str, Any]:
    path = pull.repository.path
    start = diffs.merge_base(path, pull.base_sha, pull.head_sha)
    files = diffs.between(path, start, pull.head_sha)
    return {
        **simple_pull(world, links, pull),
        "user": account(links, pull.author or world.account("ghost")),
        "merged": pull.merged is not None,
        "mergeable": None if pull.state == "closed" else True,
        "rebaseable": None,
        "mergeable_state": "unknown" if pull.state == "closed" else "clean",
        "merged_by": account_or_none(links, pull.merged_by),
        "comments": len(pull.comments),
        "review_comments": len(pull.review_comments),
        "maintainer_can_modify": False,
        "commits": len(diffs.commits(path, start, pull.head_sha)),
        "additions": sum(file.additions for file in files),
        "deletions": sum(file.deletions for file in files),
        "changed_files": len(files),
    }
