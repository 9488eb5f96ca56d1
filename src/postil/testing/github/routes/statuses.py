"""Commit statuses: set, listed, and summed up."""

from __future__ import annotations

from postil.testing.github import git
from postil.testing.github.desk import Desk
from postil.testing.github.routing import Route, read, write
from postil.testing.github.shapes.repositories import repository
from postil.testing.github.shapes.results import status
from postil.testing.github.state.accounts import Role
from postil.testing.github.state.repositories import CommitStatus
from postil.testing.github.wire import CREATED, REFUSED, Refusal, Reply, not_found, unprocessable

_STATES = ("error", "failure", "pending", "success")
_LONGEST = 140


def create(desk: Desk) -> Reply:
    wish, sha = desk.wish(), desk.arguments["sha"]
    if git.oid(desk.repository.path, sha) != sha:
        raise Refusal(REFUSED, f"No commit found for SHA: {sha}")
    if wish.get("state") not in _STATES:
        raise unprocessable(resource="Status", code="custom", field="state")
    description = wish.get("description")
    if description and len(description) > _LONGEST:
        words = f"description is too long (maximum is {_LONGEST} characters)"
        raise unprocessable(resource="Status", code="custom", field="description", message=words)
    said = CommitStatus(
        id=desk.world.next_id(),
        sha=sha,
        state=wish["state"],
        context=wish.get("context") or "default",
        creator=desk.account,
        created=desk.world.now(),
        target_url=wish.get("target_url"),
        description=description,
    )
    desk.world.ledger.put(desk.repository.statuses, said.id, said)
    desk.world.born(said.id)
    return Reply(status=CREATED, document=status(desk.links, desk.repository, said))


def _of(desk: Desk) -> tuple[str, list[CommitStatus]]:
    """The statuses of a commit, newest first."""
    sha = git.oid(desk.repository.path, desk.arguments["ref"])
    if not sha:
        raise not_found()
    seen = desk.world.visible(desk.repository.statuses.values())
    return sha, [said for said in reversed(seen) if said.sha == sha]


def list_statuses(desk: Desk) -> Reply:
    _, found = _of(desk)
    return desk.page([status(desk.links, desk.repository, said) for said in found])


def combined(desk: Desk) -> Reply:
    sha, found = _of(desk)
    latest = list({said.context: said for said in reversed(found)}.values())
    states = {said.state for said in latest}
    bad = states & {"error", "failure"}
    whole = "failure" if bad else "success" if states == {"success"} else "pending"
    url = f"{desk.links.repository(desk.repository)}/commits/{sha}"
    return Reply(
        document={
            "state": whole,
            "statuses": [status(desk.links, desk.repository, said) for said in latest],
            "sha": sha,
            "total_count": len(latest),
            "repository": repository(desk.links, desk.repository),
            "commit_url": url,
            "url": f"{url}/status",
        }
    )


_REF = "/repos/{owner}/{repo}/commits/{ref}"

ROUTES = (
    Route(
        "POST",
        "/repos/{owner}/{repo}/statuses/{sha}",
        create,
        write("statuses", role=Role.WRITE),
    ),
    Route("GET", f"{_REF}/statuses", list_statuses, read("statuses")),
    Route("GET", f"{_REF}/status", combined, read("statuses")),
)
