"""Accounts and apps in GraphQL."""

from __future__ import annotations

from postil.testing.github.desk import Desk
from postil.testing.github.graph.paging import Fields
from postil.testing.github.shapes.accounts import account_node
from postil.testing.github.shapes.links import moment, node
from postil.testing.github.state.accounts import Account, App

_STARTED = 1_600_000_000.0


def _url(desk: Desk, who: Account) -> str:
    return f"{desk.links.root}/{who.login}"


_ACTOR: Fields = {
    "id": lambda _, who: account_node(who),
    "databaseId": lambda _, who: who.id,
    "login": lambda _, who: who.login,
    "name": lambda _, who: who.name,
    "email": lambda *_: "",
    "url": _url,
    "resourcePath": lambda _, who: f"/{who.login}",
    "avatarUrl": lambda desk, who, **_: f"{desk.links.root}/avatars/{who.id}",
    "createdAt": lambda *_: moment(_STARTED),
    "updatedAt": lambda *_: moment(_STARTED),
    "isViewer": lambda desk, who: who is desk.account,
}


def _app_url(desk: Desk, app: App) -> str:
    return f"{desk.links.root}/apps/{app.slug}"


FIELDS: dict[str, Fields] = {
    "User": _ACTOR,
    "Bot": _ACTOR,
    "Organization": _ACTOR,
    "App": {
        "id": lambda _, app: node("A", app.id),
        "databaseId": lambda _, app: app.id,
        "name": lambda _, app: app.slug,
        "slug": lambda _, app: app.slug,
        "url": _app_url,
    },
}
