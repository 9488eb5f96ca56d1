"""The one way to GitHub: reads are repeated and paced, a write is sent once and never again."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic

import msgspec

from postil.domain.errors import ForgeError
from postil.forges.github import limits, problems
from postil.forges.github.address import Address
from postil.forges.github.clock import Clock
from postil.forges.github.credentials import Credential
from postil.forges.github.graph import Limited, answered
from postil.forges.github.reply import Passing, Reply, Shape
from postil.forges.github.throttle import Throttle
from postil.forges.github.wire import Request, Wire

PATIENCE = 900.0
"""The longest we wait for a limit to pass; beyond that a person is told when to come back."""

_PAUSES = (1.0, 4.0, 9.0)
_LAG_SECONDS = 2.0
_MOST_PAGES = 200
_REMEMBERED = 64
_UNCHANGED, _UNAUTHENTICATED, _NOT_FOUND = 304, 401, 404
_VERSION = "2022-11-28"


@dataclass(frozen=True, slots=True)
class Sent:
    """A write that was sent: the answer, or None when nobody knows, with the reason in words."""

    reply: Reply | None
    why: str = ""


class Client:
    """Requests to one GitHub as one identity."""

    def __init__(
        self,
        address: Address,
        credential: Credential,
        *,
        wire: Wire,
        clock: Clock,
        throttle: Throttle | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.address = address
        self.credential = credential
        self._wire = wire
        self._clock = clock
        self._throttle = throttle or Throttle(clock)
        self._patience = patience
        self._held_until = 0.0
        self._refusals = 0
        self._seen: OrderedDict[str, Reply] = OrderedDict()

    def read(self, path: str, shape: type[Shape], *, reading: str, lags: bool = False) -> Shape:
        """What stands at a path; `reading` names it for people.

        With `lags` something made a moment ago is asked for a second time before it is missing.
        """
        url = self.address.rest_url(path)
        return self._patiently(lambda: self._got(url, shape, reading), lags=lags).content

    def pages(self, path: str, shape: type[Shape], *, reading: str) -> Iterator[Shape]:
        """Every page of a listing; one that cannot be read ends with an error, never early."""
        url = self.address.rest_url(path)
        for _ in range(_MOST_PAGES):
            page = self._patiently(partial(self._got, url, shape, reading))
            yield page.content
            url = next_page(page.reply.headers.get("link", ""))
            if not url:
                return
            if not url.startswith(self.address.rest_url("/")):
                raise ForgeError(f"GitHub's list of {reading} goes on at another host; not used.")
        raise ForgeError(f"GitHub's list of {reading} does not end; it was not used.")

    def ask(
        self, question: str, variables: Mapping[str, Any], shape: type[Shape], *, reading: str
    ) -> Shape:
        """What a GraphQL question is answered with; an error inside a fine answer is an error."""
        request = _post(self.address.graph, {"query": question, "variables": variables})

        def once() -> Shape:
            reply = self._judged(self._exchange(request), reading)
            try:
                return answered(reply, shape, reading=reading, credential=self.credential.name)
            except Limited:
                self._hold(reply)
                raise

        return self._patiently(once)

    def obtain(
        self, path: str, body: Mapping[str, Any], shape: type[Shape], *, reading: str
    ) -> Shape:
        """What a request makes that may be made twice without harm, as a token may."""
        request = _post(self.address.rest_url(path), body)
        return self._patiently(
            lambda: self._judged(self._exchange(request), reading).decoded(shape)
        )

    def send(self, method: str, url: str, body: Mapping[str, Any] | None = None) -> Sent:
        """One write, one request; whoever does not get an answer has to look."""
        data = b"" if body is None else msgspec.json.encode(body)
        try:
            self._refuse_long_wait(self._throttle.delay())
            self._throttle.take()
            reply = self._exchange(Request(method=method, url=url, body=data))
        except ForgeError as error:
            return Sent(None, str(error))
        if reply.status == _UNAUTHENTICATED and self.credential.renewed():
            return Sent(
                None, f"GitHub no longer accepts {self.credential.name}; it gets a new token."
            )
        return Sent(reply)

    def close(self) -> None:
        self._wire.close()

    def _patiently(self, once: Callable[[], Shape], *, lags: bool = False) -> Shape:
        for pause in _PAUSES:
            try:
                return once()
            except Passing:
                self._clock.sleep(pause)
            except _Missing as missing:
                if not lags:
                    raise missing.problem from None
                lags = False
                self._clock.sleep(_LAG_SECONDS)
        try:
            return once()
        except _Missing as missing:
            raise missing.problem from None

    def _got(self, url: str, shape: type[Shape], reading: str) -> _Page[Shape]:
        known = self._seen.get(url)
        headers = {"If-None-Match": known.headers["etag"]} if known else {}
        reply = self._exchange(Request(method="GET", url=url, headers=headers))
        if known and reply.status == _UNCHANGED:
            reply = known
        page = _Page(reply, self._judged(reply, reading).decoded(shape))
        if "etag" in reply.headers:
            self._seen[url] = reply
            if len(self._seen) > _REMEMBERED:
                self._seen.popitem(last=False)
        return page

    def _judged(self, reply: Reply, reading: str) -> Reply:
        """A fine answer; anything else is raised as what it is."""
        if reply.is_fine:
            return reply
        if limits.is_limit(reply):
            raise Passing("GitHub asks us to slow down; try again later.")
        if reply.status == _UNAUTHENTICATED and self.credential.renewed():
            raise Passing(str(problems.unauthenticated(self.credential.name)))
        problem = problems.problem(reply, reading=reading, credential=self.credential.name)
        if reply.status == _NOT_FOUND:
            raise _Missing(problem)
        raise problem

    def _exchange(self, request: Request) -> Reply:
        self._wait_until_allowed()
        token = self.credential.token()
        headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": _VERSION,
            **({"Content-Type": "application/json"} if request.body else {}),
            **request.headers,
        }
        reply = self._wire.exchange(replace(request, headers=headers))
        # Nobody's words are shown with our own secret in them, not even GitHub's.
        reply = replace(reply, data=reply.data.replace(token.encode(), b"***"))
        if limits.is_limit(reply):
            self._hold(reply)
        elif reply.is_fine:
            self._refusals = 0
        return reply

    def _hold(self, reply: Reply) -> None:
        """Remember a limit for whatever comes next, reads and writes alike."""
        wait = limits.wait_after(reply, epoch=self._clock.epoch(), refusals=self._refusals)
        self._refusals += 1
        self._held_until = self._clock.now() + wait

    def _wait_until_allowed(self) -> None:
        wait = self._held_until - self._clock.now()
        if wait > 0:
            self._refuse_long_wait(wait)
            self._clock.sleep(wait)

    def _refuse_long_wait(self, wait: float) -> None:
        if wait > self._patience:
            minutes = math.ceil(wait / 60)
            raise ForgeError(f"GitHub asks us to wait; run this again in {minutes} minutes.")


@dataclass(frozen=True, slots=True)
class _Page(Generic[Shape]):
    reply: Reply
    content: Shape


class _Missing(ForgeError):
    """Not there, or not there yet."""

    def __init__(self, problem: ForgeError) -> None:
        super().__init__(str(problem))
        self.problem = problem


def _post(url: str, body: Mapping[str, Any]) -> Request:
    return Request(method="POST", url=url, body=msgspec.json.encode(body))


def next_page(link: str) -> str:
    """The address of the following page in a `Link` header; empty on the last one."""
    for entry in link.split(","):
        address, _, rest = entry.partition(";")
        if 'rel="next"' in rest:
            return address.strip().strip("<>")
    return ""
