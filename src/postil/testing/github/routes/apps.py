"""Apps: who they are, where they are installed, and their tokens of an hour."""

from __future__ import annotations

from postil.testing.github.credentials import app_of
from postil.testing.github.desk import Desk
from postil.testing.github.routing import Route
from postil.testing.github.shapes.accounts import app, installation
from postil.testing.github.shapes.links import moment
from postil.testing.github.state.accounts import Access, App, Installation, Token
from postil.testing.github.wire import CREATED, Refusal, Reply, not_found

_LIFE = 3_600


def get_app(desk: Desk) -> Reply:
    return Reply(document=app(desk.links, app_of(desk.world, desk.request)))


def list_installations(desk: Desk) -> Reply:
    found = app_of(desk.world, desk.request).installations.values()
    return desk.page([installation(desk.links, each) for each in found])


def of_repository(desk: Desk) -> Reply:
    asking = app_of(desk.world, desk.request)
    number = desk.repository.id
    for found in asking.installations.values():
        if number in found.repositories and not found.suspended:
            return Reply(document=installation(desk.links, found))
    raise not_found()


def _own(desk: Desk, asking: App) -> Installation:
    found = asking.installations.get(desk.number("installation_id"))
    if found is None:
        raise not_found()
    if found.suspended:
        raise Refusal(403, "This installation has been suspended")
    return found


def create_token(desk: Desk) -> Reply:
    """Never more than the app was granted; asking for more is refused."""
    asking = app_of(desk.world, desk.request)
    found = _own(desk, asking)
    wanted = desk.wish().get("permissions") or dict(asking.permissions)
    for name, access in wanted.items():
        given = asking.permissions.get(name, Access.NONE)
        if given == Access.NONE or (given == Access.READ and access == Access.WRITE):
            raise Refusal(422, "The permissions requested are not granted to this installation.")
    now = desk.world.now()
    token = Token(
        value=f"ghs_fake{desk.world.next_id()}",
        account=asking.account,
        permissions=wanted,
        installation=found,
        expires=now + _LIFE,
    )
    desk.world.ledger.put(desk.world.tokens, token.value, token)
    document = {
        "token": token.value,
        "expires_at": moment(now + _LIFE),
        "permissions": dict(wanted),
        "repository_selection": "selected",
    }
    return Reply(status=CREATED, document=document)


ROUTES = (
    Route("GET", "/app", get_app),
    Route("GET", "/app/installations", list_installations),
    Route("GET", "/repos/{owner}/{repo}/installation", of_repository),
    Route("POST", "/app/installations/{installation_id}/access_tokens", create_token),
)
