"""Finds which GitHub to talk to, and as whom, from what the process was started in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from postil.domain.errors import UserError
from postil.forges.github.address import PUBLIC, Address, address_at
from postil.forges.github.client import Client
from postil.forges.github.clock import Clock, SystemClock
from postil.forges.github.credentials import AppKey, Credential, Token
from postil.forges.github.installation import Installation
from postil.forges.github.wire import Route, Wire

TOKENS = ("POSTIL_GITHUB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN")
APP, APP_KEY, APP_KEY_FILE = (
    "POSTIL_GITHUB_APP_ID",
    "POSTIL_GITHUB_APP_KEY",
    "POSTIL_GITHUB_APP_KEY_FILE",
)
_MOST_KEY = 64 * 1024
_READ_ONLY = {"contents": "read", "metadata": "read"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One GitHub and a way to it; who we are there is settled for each repository.

    `minted` are the tokens an App got in this run; they are secrets that no variable holds.
    """

    address: Address
    variables: Mapping[str, str] = field(repr=False)
    clock: Clock
    route: Route
    minted: list[str] = field(default_factory=list, repr=False)

    def client(self, repository: str) -> Client:
        """Requests about one repository; a local `http` address takes no proxy."""
        wire = self._wire()
        credential = self._credential(repository, wire, permissions=None)
        return Client(self.address, credential, wire=wire, clock=self.clock)

    def fetch_token(self, repository: str) -> str:
        """What git may fetch with: no more than reading, where we can choose."""
        wire = self._wire()
        try:
            return self._credential(repository, wire, permissions=_READ_ONLY).token()
        finally:
            wire.close()

    def _wire(self) -> Wire:
        return Wire(clock=self.clock, route=self.route)

    def _credential(
        self, repository: str, wire: Wire, *, permissions: Mapping[str, str] | None
    ) -> Credential:
        app = self.variables.get(APP, "").strip()
        if not app:
            return self._token(repository)
        key = AppKey(app=app, key=_app_key(self.variables), clock=self.clock)
        as_app = Client(self.address, key, wire=wire, clock=self.clock)
        return Installation(
            as_app,
            repository,
            clock=self.clock,
            permissions=permissions,
            minted=self.minted.append,
        )

    def _token(self, repository: str) -> Token:
        for name in TOKENS:
            if value := self.variables.get(name, "").strip():
                return Token(value, name)
        raise UserError(
            f"Reading `{repository}` needs a token; set `GITHUB_TOKEN`, for instance with "
            "`export GITHUB_TOKEN=$(gh auth token)`."
        )


def access(variables: Mapping[str, str], *, clock: Clock | None = None) -> Access:
    """The GitHub that the variables name, else github.com."""
    address = _address(variables)
    proxy = variables.get("HTTPS_PROXY", "") or variables.get("https_proxy", "")
    is_local = address.rest.startswith("http://")
    route = Route(proxy="" if is_local else proxy, certificates=variables.get("SSL_CERT_FILE", ""))
    return Access(address=address, variables=variables, clock=clock or SystemClock(), route=route)


def _address(variables: Mapping[str, str]) -> Address:
    if given := variables.get("GITHUB_API_URL", "").strip():
        return address_at(given, named="GITHUB_API_URL")
    host = variables.get("GH_HOST", "").strip()
    if not host or host == PUBLIC.host:
        return PUBLIC
    return address_at(f"https://{host}/api/v3", named="GH_HOST")


def _app_key(variables: Mapping[str, str]) -> str:
    """The App's private key: the variable itself, or the file that another one names."""
    if value := variables.get(APP_KEY, ""):
        return value.replace("\\n", "\n")
    path = variables.get(APP_KEY_FILE, "")
    if not path:
        raise UserError(f"`{APP}` needs the App's private key; name its file in `{APP_KEY_FILE}`.")
    try:
        with Path(path).open("rb") as file:
            return file.read(_MOST_KEY).decode("ascii", "replace")
    except OSError as error:
        raise UserError(
            f"`{path}` cannot be read ({error.strerror}); `{APP_KEY_FILE}` should name the App's "
            "private key."
        ) from None
