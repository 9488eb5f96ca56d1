"""The files of a pull request with their patches, as far as GitHub shows them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from postil.testing.github import anchors
from postil.testing.github.desk import Desk
from postil.testing.github.diffs import FileDiff
from postil.testing.github.routing import Route, read
from postil.testing.github.shapes.links import Links
from postil.testing.github.state.repositories import Repository
from postil.testing.github.wire import Reply


def list_files(desk: Desk) -> Reply:
    pull = desk.pull()
    found = anchors.files(pull)[: desk.world.limits.files]
    most = desk.world.limits.patch_lines
    return desk.page(
        [entry(desk.links, pull.repository, pull.head_sha, file, most=most) for file in found]
    )


def entry(
    links: Links, repository: Repository, commit: str, file: FileDiff, *, most: int
) -> dict[str, Any]:
    """One changed file; binary and very long ones come without a patch."""
    path = quote(file.path)
    page, url = links.page(repository), links.repository(repository)
    document: dict[str, Any] = {
        "sha": file.blob,
        "filename": file.path,
        "status": file.status,
        "additions": file.additions,
        "deletions": file.deletions,
        "changes": file.additions + file.deletions,
        "blob_url": f"{page}/blob/{commit}/{path}",
        "raw_url": f"{page}/raw/{commit}/{path}",
        "contents_url": f"{url}/contents/{path}?ref={commit}",
    }
    if file.patch and file.patch.count("\n") < most:
        document["patch"] = file.patch
    if file.status in ("renamed", "copied"):
        document["previous_filename"] = file.old_path
    return document


ROUTES = (
    Route(
        "GET", "/repos/{owner}/{repo}/pulls/{pull_number}/files", list_files, read("pull_requests")
    ),
)
