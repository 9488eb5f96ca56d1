"""Who acts: people, organisations, apps, and the tokens that speak for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class Kind(StrEnum):
    USER = "User"
    BOT = "Bot"
    ORGANIZATION = "Organization"


class Access(StrEnum):
    """How far a token's permission reaches."""

    NONE = "none"
    READ = "read"
    WRITE = "write"


class Role(StrEnum):
    """What an account may do in one repository, from least to most."""

    NONE = "none"
    READ = "read"
    TRIAGE = "triage"
    WRITE = "write"
    MAINTAIN = "maintain"
    ADMIN = "admin"

    def reaches(self, least: Role) -> bool:
        order = list(Role)
        return order.index(self) >= order.index(least)


Permissions = Mapping[str, str]
"""Permission names as `pull_requests` with `read`, `write` or `none`; missing means none."""

ALL: Permissions = MappingProxyType(
    dict.fromkeys(
        ("administration", "checks", "contents", "issues", "metadata", "pull_requests", "statuses"),
        Access.WRITE,
    )
)


@dataclass(slots=True, eq=False, kw_only=True)
class Account:
    id: int
    login: str
    kind: Kind
    name: str = ""


@dataclass(slots=True, eq=False, kw_only=True)
class App:
    """A GitHub App; it acts as `account`, a bot, wherever it is installed."""

    id: int
    slug: str
    account: Account
    owner: Account
    permissions: Permissions
    public_key: str = ""
    """PEM; empty accepts any signature."""

    installations: dict[int, Installation] = field(default_factory=dict)


@dataclass(slots=True, eq=False, kw_only=True)
class Installation:
    id: int
    app: App
    repositories: set[int] = field(default_factory=set)
    """Ids of the repositories it was let into."""

    suspended: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Token:
    """A credential; `installation` is set for one that an app obtained."""

    value: str
    account: Account
    permissions: Permissions
    installation: Installation | None = None
    expires: float | None = None
    revoked: bool = False

    def allows(self, permission: str, access: Access) -> bool:
        given = self.permissions.get(permission, Access.NONE)
        return given == Access.WRITE or (given == Access.READ and access is Access.READ)
