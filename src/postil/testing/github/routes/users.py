"""The asking account and others, and how much of an hour's requests is left."""

from __future__ import annotations

from postil.testing.github.desk import Desk
from postil.testing.github.permissions import inaccessible
from postil.testing.github.routing import Route
from postil.testing.github.shapes.accounts import profile
from postil.testing.github.wire import Reply, not_found


def me(desk: Desk) -> Reply:
    """Tokens of apps stand for no user and are turned away."""
    if desk.token.installation is not None:
        raise inaccessible(desk.token)
    return Reply(document=profile(desk.links, desk.account))


def somebody(desk: Desk) -> Reply:
    found = desk.world.accounts.get(desk.arguments["username"].lower())
    if found is None:
        raise not_found()
    return Reply(document=profile(desk.links, found))


ROUTES = (
    Route("GET", "/user", me),
    Route("GET", "/users/{username}", somebody),
)
