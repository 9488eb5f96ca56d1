"""A repository as a REST document."""

from __future__ import annotations

from typing import Any

from postil.testing.github.shapes.accounts import account
from postil.testing.github.shapes.links import Links, moment, node
from postil.testing.github.state.repositories import Repository

_PLACES = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
    "url": "",
}
_FLAGS = {
    "allow_forking": True,
    "archived": False,
    "disabled": False,
    "has_discussions": False,
    "has_downloads": True,
    "has_issues": True,
    "has_pages": False,
    "has_projects": True,
    "has_wiki": True,
    "is_template": False,
    "web_commit_signoff_required": False,
}
_COUNTS = ("forks", "forks_count", "size", "stargazers_count", "watchers", "watchers_count")


def repository(links: Links, which: Repository) -> dict[str, Any]:
    """What stands inside other documents, and most of the whole one."""
    url = links.repository(which)
    page = links.page(which)
    open_issues = sum(issue.state == "open" for issue in which.issues.values())
    return {
        "id": which.id,
        "node_id": node("R", which.id),
        "name": which.name,
        "full_name": which.full_name,
        "private": which.private,
        "visibility": "private" if which.private else "public",
        "owner": account(links, which.owner),
        "html_url": page,
        "description": None,
        "fork": which.parent is not None,
        **{name: url + ending for name, ending in _PLACES.items()},
        "clone_url": f"{page}.git",
        "git_url": f"{page}.git",
        "ssh_url": f"{page}.git",
        "svn_url": page,
        "mirror_url": None,
        "homepage": None,
        "language": None,
        "license": None,
        "topics": [],
        "default_branch": which.default_branch,
        **_FLAGS,
        **dict.fromkeys(_COUNTS, 0),
        "open_issues": open_issues,
        "open_issues_count": open_issues,
        "created_at": moment(which.created),
        "updated_at": moment(which.created),
        "pushed_at": moment(which.created),
    }


def full_repository(links: Links, which: Repository, role: str) -> dict[str, Any]:
    """The repository as asked for by name, with what the asker may do."""
    order = ("pull", "triage", "push", "maintain", "admin")
    reach = {"none": 0, "read": 1, "triage": 2, "write": 3, "maintain": 4, "admin": 5}[role]
    parent = which.parent
    more: dict[str, Any] = {"network_count": 0, "subscribers_count": 0, "temp_clone_token": None}
    if parent is not None:
        more |= {"parent": repository(links, parent), "source": repository(links, parent)}
    return {
        **repository(links, which),
        "permissions": {name: place < reach for place, name in enumerate(order)},
        **more,
    }
