"""Where one GitHub is: github.com, a company's own server, or a stand-in on this machine."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from postil.domain.errors import UserError

_SERVER_SUFFIX = "/api/v3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """The three roots of one GitHub, none with a slash at its end; `web` is for people and git."""

    rest: str
    graph: str
    web: str

    @property
    def host(self) -> str:
        """What people write in front of `owner/repository`; with the port where there is one."""
        return urlsplit(self.web).netloc

    def rest_url(self, path: str) -> str:
        return f"{self.rest}{path}"

    def git_url(self, repository: str) -> str:
        return f"{self.web}/{repository}.git"


PUBLIC = Address(
    rest="https://api.github.com",
    graph="https://api.github.com/graphql",
    web="https://github.com",
)


def address_at(given: str, *, named: str) -> Address:
    """The GitHub whose API is at an address; `named` is the variable that holds it."""
    url = given.strip().rstrip("/")
    parts = _parts(url, named)
    root = f"{parts.scheme}://{parts.netloc}"
    if parts.path.endswith(_SERVER_SUFFIX):
        above = root + parts.path.removesuffix(_SERVER_SUFFIX)
        return Address(rest=url, graph=f"{above}/api/graphql", web=above)
    if parts.netloc.startswith("api.") and not parts.path:
        web = f"{parts.scheme}://{parts.netloc.removeprefix('api.')}"
        return Address(rest=url, graph=f"{url}/graphql", web=web)
    return Address(rest=url, graph=f"{url}/graphql", web=url)


def _parts(url: str, named: str) -> SplitResult:
    remedy = "give it as `https://HOST/api/v3`"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UserError(f"`{named}` is not an address; {remedy}.") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or port == 0:
        raise UserError(f"`{named}` is not an address; {remedy}.")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise UserError(f"`{named}` must be a plain address without a name or a query; {remedy}.")
    if parts.scheme == "http" and not is_loopback(parts.hostname):
        raise UserError(
            f"`{named}` would send the token unencrypted; {remedy} (plain http is for this "
            "machine only)."
        )
    return parts


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by its number or by the one name that always is."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
