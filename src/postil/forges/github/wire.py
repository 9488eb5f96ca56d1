"""Sends one request and brings back one bounded answer; the only part that speaks HTTP."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from postil import __version__
from postil.domain.errors import ForgeError, UserError
from postil.forges.github.clock import Clock
from postil.forges.github.reply import Passing, Reply

if TYPE_CHECKING:
    import httpx2

MOST_BYTES = 32 * 1024 * 1024
MOST_REDIRECTS = 3
_CONNECT_SECONDS = 10.0
_READ_SECONDS = 30.0
_WHOLE_SECONDS = 120.0
_MOVED = (301, 302, 307, 308)
_DISTRUST = "CERTIFICATE_VERIFY_FAILED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request; `url` is whole, and `body` is JSON already."""

    method: str
    url: str
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """How to get out of this network: a proxy and a file of certificates, where there are any."""

    proxy: str = ""
    certificates: str = ""


class Wire:
    """Connections to one host; what cannot be had raises `Passing` with one sentence.

    Nothing of the environment is read, so neither a `.netrc` nor a proxy that nobody named to
    us sees the token.
    """

    def __init__(self, *, clock: Clock, route: Route | None = None) -> None:
        self._clock = clock
        self._route = route or Route()
        self._http: httpx2.Client | None = None

    def exchange(self, request: Request) -> Reply:
        """The answer, after at most three moves within the same host.

        A request that is answered with a move was not carried out, so it is repeated as it is
        at the new place, whatever its method; GitHub does this for renamed repositories.
        """
        url = request.url
        for _ in range(MOST_REDIRECTS + 1):
            reply = self._once(request, url)
            if reply.status not in _MOVED:
                return reply
            url = _moved(url, reply.headers.get("location", ""))
        raise Passing("GitHub sends us from place to place; try again later.")

    def close(self) -> None:
        if self._http is not None:
            self._http.close()
            self._http = None

    def _once(self, request: Request, url: str) -> Reply:
        import httpx2  # noqa: PLC0415 - costs a tenth of a second that local reviews need not pay

        http = self._http = self._http or self._opened()
        try:
            with http.stream(
                request.method, url, content=request.body or None, headers=dict(request.headers)
            ) as answer:
                headers = {name.lower(): value for name, value in answer.headers.items()}
                return Reply(answer.status_code, self._body(answer), headers)
        except httpx2.TimeoutException:
            raise Passing("GitHub did not answer in time; try again later.") from None
        except httpx2.ConnectError as error:
            raise _unreached(url, str(error)) from None
        except (httpx2.HTTPError, httpx2.StreamError):
            raise Passing("The connection to GitHub was cut; try again later.") from None

    def _opened(self) -> httpx2.Client:
        import httpx2  # noqa: PLC0415 - see above

        return httpx2.Client(
            timeout=httpx2.Timeout(_READ_SECONDS, connect=_CONNECT_SECONDS),
            verify=self._trust(),
            proxy=self._route.proxy or None,
            trust_env=False,
            follow_redirects=False,
            headers={"User-Agent": f"postil/{__version__}"},
        )

    def _trust(self) -> ssl.SSLContext:
        if not self._route.certificates:
            return _usual_trust()
        try:
            return ssl.create_default_context(cafile=self._route.certificates)
        except OSError:
            raise UserError(
                f"`{self._route.certificates}` holds no certificates; mend `SSL_CERT_FILE`."
            ) from None

    def _body(self, answer: httpx2.Response) -> bytes:
        pieces: list[bytes] = []
        held, begun = 0, self._clock.now()
        for piece in answer.iter_bytes():
            held += len(piece)
            if held > MOST_BYTES:
                raise Passing("GitHub's answer is longer than 32 MB and was not read.")
            if self._clock.now() - begun > _WHOLE_SECONDS:
                raise Passing("GitHub's answer took more than two minutes and was not read.")
            pieces.append(piece)
        return b"".join(pieces)


def _unreached(url: str, said: str) -> ForgeError:
    if _DISTRUST in said:
        return ForgeError(
            f"`{_host(url)}` shows a certificate that this machine does not trust; name the file "
            "of its authority in `SSL_CERT_FILE`.",
            is_theirs=True,
        )
    return Passing(f"`{_host(url)}` could not be reached; check the network and the address.")


@cache
def _usual_trust() -> ssl.SSLContext:
    import httpx2  # noqa: PLC0415 - see above

    return httpx2.create_ssl_context(trust_env=False)


def _host(url: str) -> str:
    return urlsplit(url).hostname or "?"


def _moved(url: str, location: str) -> str:
    """Where a move leads; raises when that is another host, for the token is not for it."""
    try:
        target = urljoin(url, location)
        here, there = urlsplit(url), urlsplit(target)
    except ValueError:
        raise Passing("GitHub sends us to a place that is none; not followed.") from None
    if (here.scheme, here.netloc) != (there.scheme, there.netloc):
        raise Passing(f"GitHub sends us to another host, `{_host(target)}`; not followed.")
    return target
