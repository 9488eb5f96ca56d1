"""Gets an App the token for one repository, and the next one before that runs out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

import msgspec

from postil.domain.errors import ForgeError
from postil.forges.github.client import Client
from postil.forges.github.clock import Clock

_MARGIN = 300.0
_LONGEST = 3600.0


class _Found(msgspec.Struct, frozen=True):
    id: int


class _Minted(msgspec.Struct, frozen=True):
    token: str
    expires_at: dt.datetime


class Installation:
    """An App where it is installed; its tokens reach this one repository and no other.

    `permissions` narrows what they allow, for whoever needs less than the App may do.
    `minted` is told each of them, for a secret that nobody knows of cannot be kept.
    """

    def __init__(
        self,
        app: Client,
        repository: str,
        *,
        clock: Clock,
        permissions: Mapping[str, str] | None = None,
        minted: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._app = app
        self._repository = repository
        self._clock = clock
        self._permissions = permissions
        self._minted = minted
        self._token = ""
        self._good_until = 0.0

    @property
    def name(self) -> str:
        return self._app.credential.name

    def token(self) -> str:
        if not self._token or self._clock.now() > self._good_until - _MARGIN:
            self._mint()
        return self._token

    def renewed(self) -> bool:
        """Once for each token: one that is refused as soon as it is made is not made again."""
        had = self._token
        self._token = ""
        return bool(had)

    def _mint(self) -> None:
        reading = f"installation of the App on `{self._repository}`"
        found = self._app.read(f"/repos/{self._repository}/installation", _Found, reading=reading)
        asked: dict[str, object] = {"repositories": [self._repository.partition("/")[2]]}
        if self._permissions is not None:
            asked["permissions"] = dict(self._permissions)
        path = f"/app/installations/{found.id}/access_tokens"
        minted = self._app.obtain(path, asked, _Minted, reading=reading)
        left = minted.expires_at.timestamp() - self._clock.epoch()
        if left <= _MARGIN:
            raise ForgeError(
                "GitHub's new token has run out already by the clock of this machine; set the clock.",
                is_theirs=True,
            )
        self._minted(minted.token)
        self._token = minted.token
        self._good_until = self._clock.now() + min(left, _LONGEST)
