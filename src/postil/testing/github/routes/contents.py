"""Files, folders, commits, comparisons and refs, read from git."""

from __future__ import annotations

import base64
from typing import Any
from urllib.parse import quote

from postil.testing.github import diffs, git
from postil.testing.github.desk import Desk
from postil.testing.github.routes.files import entry
from postil.testing.github.routing import Route, read
from postil.testing.github.shapes.commits import commit
from postil.testing.github.shapes.links import node
from postil.testing.github.wire import Reply, not_found

_MOST = 1024 * 1024
_KINDS = {"blob": "file", "tree": "dir", "commit": "submodule"}


def contents(desk: Desk) -> Reply:
    which, path = desk.repository, desk.arguments["path"].strip("/")
    ref = desk.request.query.get("ref") or which.default_branch
    sha = git.oid(which.path, ref)
    if not sha:
        raise not_found()
    try:
        kind = git.text(which.path, "cat-file", "-t", f"{sha}:{path}").strip()
    except git.GitRefused as error:
        raise not_found() from error
    if kind == "tree":
        listed = git.text(which.path, "ls-tree", "-z", "--long", f"{sha}:{path}").split("\0")
        return Reply(document=[_listed(desk, path, ref, line) for line in listed if line])
    content = git.run(which.path, "cat-file", "blob", f"{sha}:{path}")
    if "raw" in desk.request.accept:
        return Reply(body=content, headers={"content-type": "application/octet-stream"})
    blob = git.text(which.path, "rev-parse", f"{sha}:{path}").strip()
    small = len(content) <= _MOST
    document = _described(desk, path, ref, ("blob", blob, len(content)))
    document["encoding"] = "base64" if small else "none"
    document["content"] = base64.encodebytes(content).decode("ascii") if small else ""
    return Reply(document=document)


def _listed(desk: Desk, folder: str, ref: str, line: str) -> dict[str, Any]:
    facts, _, name = line.partition("\t")
    _, kind, sha, size = facts.split()
    return _described(desk, f"{folder}/{name}", ref, (kind, sha, 0 if size == "-" else int(size)))


def _described(desk: Desk, path: str, ref: str, thing: tuple[str, str, int]) -> dict[str, Any]:
    kind, sha, size = thing
    url = f"{desk.links.repository(desk.repository)}/contents/{quote(path)}?ref={ref}"
    page = f"{desk.links.page(desk.repository)}/blob/{ref}/{quote(path)}"
    git_url = f"{desk.links.repository(desk.repository)}/git/{kind}s/{sha}"
    return {
        "type": _KINDS[kind],
        "name": path.rsplit("/", 1)[-1],
        "path": path,
        "sha": sha,
        "size": size,
        "url": url,
        "html_url": page,
        "git_url": git_url,
        "download_url": page if kind == "blob" else None,
        "_links": {"self": url, "git": git_url, "html": page},
    }


def get_commit(desk: Desk) -> Reply:
    sha = git.oid(desk.repository.path, desk.arguments["ref"])
    if not sha:
        raise not_found()
    document = commit(desk.links, desk.repository, sha)
    parents = document["parents"]
    old = parents[0]["sha"] if parents else git.EMPTY_TREE
    document["files"] = _entries(desk, old, sha)
    added = sum(each["additions"] for each in document["files"])
    removed = sum(each["deletions"] for each in document["files"])
    document["stats"] = {"additions": added, "deletions": removed, "total": added + removed}
    return Reply(document=document)


def _entries(desk: Desk, old: str, new: str) -> list[dict[str, Any]]:
    limits = desk.world.limits
    found = diffs.between(desk.repository.path, old, new)[: limits.diff_files]
    which, most = desk.repository, limits.patch_lines
    return [entry(desk.links, which, new, file, most=most) for file in found]


def compare(desk: Desk) -> Reply:
    which = desk.repository
    old_name, _, new_name = desk.arguments["basehead"].partition("...")
    old, new = git.oid(which.path, old_name), git.oid(which.path, new_name)
    if not (old and new):
        raise not_found()
    start = diffs.merge_base(which.path, old, new)
    ahead = git.text(which.path, "rev-list", "--reverse", f"{start}..{new}").split()
    behind = git.text(which.path, "rev-list", f"{new}..{old}").split()
    ways = {(True, True): "diverged", (True, False): "ahead", (False, True): "behind"}
    url = f"{desk.links.repository(which)}/compare/{old}...{new}"
    page = f"{desk.links.page(which)}/compare/{old}...{new}"
    shown = [commit(desk.links, which, sha) for sha in ahead]
    listed = desk.page(shown)
    return Reply(
        headers=listed.headers,
        document={
            "url": url,
            "html_url": page,
            "permalink_url": page,
            "diff_url": f"{page}.diff",
            "patch_url": f"{page}.patch",
            "base_commit": commit(desk.links, which, old),
            "merge_base_commit": commit(desk.links, which, start),
            "status": ways.get((bool(ahead), bool(behind)), "identical"),
            "ahead_by": len(ahead),
            "behind_by": len(behind),
            "total_commits": len(ahead),
            "commits": listed.document,
            "files": _entries(desk, start, new),
        },
    )


def get_ref(desk: Desk) -> Reply:
    which, name = desk.repository, f"refs/{desk.arguments['ref']}"
    sha = git.oid(which.path, name)
    if not sha:
        raise not_found()
    url = desk.links.repository(which)
    return Reply(
        document={
            "ref": name,
            "node_id": node("REF", which.id),
            "url": f"{url}/git/{name}",
            "object": {"type": "commit", "sha": sha, "url": f"{url}/git/commits/{sha}"},
        }
    )


_REPO = "/repos/{owner}/{repo}"

ROUTES = (
    Route("GET", f"{_REPO}/contents/{{path}}", contents, read("contents")),
    Route("GET", f"{_REPO}/commits/{{ref}}", get_commit, read("contents")),
    Route("GET", f"{_REPO}/compare/{{basehead}}", compare, read("contents")),
    Route("GET", f"{_REPO}/git/ref/{{ref}}", get_ref, read("contents")),
)
