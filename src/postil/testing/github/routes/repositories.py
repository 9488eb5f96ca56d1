"""A repository and what an account may do in it."""

from __future__ import annotations

from postil.testing.github.desk import Desk
from postil.testing.github.routing import Route, read
from postil.testing.github.shapes.accounts import account
from postil.testing.github.shapes.repositories import full_repository, repository
from postil.testing.github.state.accounts import Role
from postil.testing.github.wire import FORBIDDEN, Refusal, Reply, not_found

_COARSE = {Role.TRIAGE: Role.READ, Role.MAINTAIN: Role.WRITE}


def get(desk: Desk) -> Reply:
    asker = desk.visitor.account if desk.visitor else None
    role = desk.repository.role(asker)
    return Reply(document=full_repository(desk.links, desk.repository, role.value))


def permission(desk: Desk) -> Reply:
    """Answered to whoever may push, and to apps that may read the repository."""
    found = desk.world.accounts.get(desk.arguments["username"].lower())
    if found is None:
        raise not_found()
    person = desk.token.installation is None
    if person and not desk.repository.role(desk.account).reaches(Role.WRITE):
        raise Refusal(FORBIDDEN, "Must have push access to view collaborator permission.")
    role = desk.repository.role(found)
    coarse = _COARSE.get(role, role)
    who = {**account(desk.links, found), "role_name": role.value}
    return Reply(document={"permission": coarse.value, "role_name": role.value, "user": who})


def of_installation(desk: Desk) -> Reply:
    installation = desk.token.installation
    if installation is None:
        raise Refusal(FORBIDDEN, "You must authenticate with an installation access token")
    found = [
        repository(desk.links, each)
        for each in desk.world.repositories.values()
        if each.id in installation.repositories
    ]
    return desk.page(found, "repositories")


ROUTES = (
    Route("GET", "/repos/{owner}/{repo}", get, read("metadata")),
    Route("GET", "/installation/repositories", of_installation),
    Route(
        "GET",
        "/repos/{owner}/{repo}/collaborators/{username}/permission",
        permission,
        read("metadata"),
    ),
)
