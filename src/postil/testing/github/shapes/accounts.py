"""Accounts and apps as REST documents."""

from __future__ import annotations

from typing import Any

from postil.testing.github.shapes.links import Links, moment, node
from postil.testing.github.state.accounts import Account, App, Installation, Kind

_PREFIXES = {Kind.USER: "U", Kind.BOT: "BOT", Kind.ORGANIZATION: "O"}
_STARTED = 1_600_000_000.0


def account_node(account: Account) -> str:
    return node(_PREFIXES[account.kind], account.id)


def account(links: Links, who: Account) -> dict[str, Any]:
    url = f"{links.api}/users/{who.login}"
    return {
        "login": who.login,
        "id": who.id,
        "node_id": account_node(who),
        "avatar_url": f"{links.root}/avatars/{who.id}",
        "gravatar_id": "",
        "url": url,
        "html_url": f"{links.root}/{who.login}",
        "followers_url": f"{url}/followers",
        "following_url": f"{url}/following{{/other_user}}",
        "gists_url": f"{url}/gists{{/gist_id}}",
        "starred_url": f"{url}/starred{{/owner}}{{/repo}}",
        "subscriptions_url": f"{url}/subscriptions",
        "organizations_url": f"{url}/orgs",
        "repos_url": f"{url}/repos",
        "events_url": f"{url}/events{{/privacy}}",
        "received_events_url": f"{url}/received_events",
        "type": who.kind.value,
        "user_view_type": "public",
        "site_admin": False,
    }


def account_or_none(links: Links, who: Account | None) -> dict[str, Any] | None:
    return None if who is None else account(links, who)


def profile(links: Links, who: Account) -> dict[str, Any]:
    """An account with what its own page tells."""
    return {
        **account(links, who),
        "name": who.name or None,
        "company": None,
        "blog": "",
        "location": None,
        "email": None,
        "hireable": None,
        "bio": None,
        "public_repos": 0,
        "public_gists": 0,
        "followers": 0,
        "following": 0,
        "created_at": moment(_STARTED),
        "updated_at": moment(_STARTED),
    }


def app(links: Links, which: App) -> dict[str, Any]:
    return {
        "id": which.id,
        "slug": which.slug,
        "client_id": f"Iv1.{which.id}",
        "node_id": node("A", which.id),
        "owner": account(links, which.owner),
        "name": which.slug,
        "description": "",
        "external_url": f"{links.root}/apps/{which.slug}",
        "html_url": f"{links.root}/apps/{which.slug}",
        "created_at": moment(_STARTED),
        "updated_at": moment(_STARTED),
        "permissions": dict(which.permissions),
        "events": [],
    }


def installation(links: Links, which: Installation) -> dict[str, Any]:
    url = f"{links.api}/app/installations/{which.id}"
    owner = which.app.owner
    return {
        "id": which.id,
        "account": account(links, owner),
        "repository_selection": "selected",
        "access_tokens_url": f"{url}/access_tokens",
        "repositories_url": f"{links.api}/installation/repositories",
        "html_url": f"{links.root}/settings/installations/{which.id}",
        "app_id": which.app.id,
        "app_slug": which.app.slug,
        "target_id": owner.id,
        "target_type": owner.kind.value,
        "permissions": dict(which.app.permissions),
        "events": [],
        "created_at": moment(_STARTED),
        "updated_at": moment(_STARTED),
        "single_file_name": None,
        "suspended_by": None,
        "suspended_at": None,
    }
