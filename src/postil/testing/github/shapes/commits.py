"""A commit as a REST document, read from git."""

from __future__ import annotations

from typing import Any

from postil.testing.github import git
from postil.testing.github.shapes.links import Links, node
from postil.testing.github.state.repositories import Repository

_FORMAT = "%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B"


def commit(links: Links, which: Repository, sha: str) -> dict[str, Any]:
    """Authors of commits are names in git, not accounts."""
    said = git.text(which.path, "log", "-1", f"--format={_FORMAT}", sha)
    tree, parents, name, mail, date, by, by_mail, by_date, message = said.split("\0", 8)
    url, page = links.repository(which), links.page(which)
    return {
        "sha": sha,
        "node_id": node("C", which.id) + sha,
        "commit": {
            "author": {"name": name, "email": mail, "date": _zulu(date)},
            "committer": {"name": by, "email": by_mail, "date": _zulu(by_date)},
            "message": message.strip("\n"),
            "tree": {"sha": tree, "url": f"{url}/git/trees/{tree}"},
            "url": f"{url}/git/commits/{sha}",
            "comment_count": 0,
            "verification": {
                "verified": False,
                "reason": "unsigned",
                "signature": None,
                "payload": None,
                "verified_at": None,
            },
        },
        "url": f"{url}/commits/{sha}",
        "html_url": f"{page}/commit/{sha}",
        "comments_url": f"{url}/commits/{sha}/comments",
        "author": None,
        "committer": None,
        "parents": [
            {
                "sha": parent,
                "url": f"{url}/commits/{parent}",
                "html_url": f"{page}/commit/{parent}",
            }
            for parent in parents.split()
        ],
    }


def _zulu(date: str) -> str:
    return date.replace("+00:00", "Z")
