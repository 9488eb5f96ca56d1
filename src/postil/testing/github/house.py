"""One request from arrival to journal: faults, token, route, contract, reply."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from postil.testing.github import faults, routes, smart
from postil.testing.github.contract import Contract
from postil.testing.github.credentials import app_of
from postil.testing.github.desk import Desk
from postil.testing.github.distortion import altered, distorted
from postil.testing.github.faults import Faults, Outcome
from postil.testing.github.journal import SAFE, Exchange, Journal
from postil.testing.github.permissions import bearer
from postil.testing.github.routing import Route
from postil.testing.github.shapes.links import Links
from postil.testing.github.state.accounts import Token
from postil.testing.github.state.world import World
from postil.testing.github.webhooks import Courier
from postil.testing.github.wire import (
    NOT_MODIFIED,
    OK,
    Refusal,
    Reply,
    Request,
    in_sentences,
    not_found,
)


@dataclass(slots=True)
class _Told:
    """What is found out about a request while it is served."""

    actor: str = ""
    committed: bool = False
    route: Route | None = None
    lost: bool = False
    """No route leads where the client wanted to go."""


class House:
    def __init__(self, world: World, contract: Contract | None) -> None:
        self.world = world
        self.contract = contract
        self.lock = threading.RLock()
        self.journal = Journal()
        self.courier = Courier()
        self.faults = Faults()
        self.root = ""

    def serve(self, request: Request) -> Reply | None:
        """The reply, or None when the connection is to be cut."""
        outcome = self.faults.take(request)
        told = _Told(actor=self._actor(request))
        if isinstance(outcome, faults.Delay):
            time.sleep(outcome.seconds)
        if _keeps_away(outcome):
            reply = distorted(Reply(), outcome)
        else:
            served = self._locked(altered(request, outcome), told, outcome)
            self._hold_to_contract(request, told, served)
            reply = distorted(served, outcome)
        self.journal.record(self._entry(request, told, reply, outcome))
        return reply

    def _actor(self, request: Request) -> str:
        """Who sent it, as far as it can be told; also of a request that is never served."""
        signed = request.headers.get("authorization", "").count(".") == 2  # noqa: PLR2004 - a JWT
        try:
            if signed:
                return app_of(self.world, request).slug
            token = bearer(self.world, request)
        except Refusal:
            return ""
        return token.account.login if token else ""

    def _hold_to_contract(self, request: Request, told: _Told, reply: Reply) -> None:
        if told.lost:
            self.world.drift.append(f"`{request.method} {request.path}` leads nowhere")
        if self.contract is None or told.route is None or not told.route.published:
            return
        operation = f"{told.route.method} {told.route.template}"
        self.world.drift += self.contract.request(operation, request)
        self.world.drift += self.contract.reply(operation, reply)

    def _entry(
        self, request: Request, told: _Told, reply: Reply | None, outcome: Outcome | None
    ) -> Exchange:
        return Exchange(
            number=request.number,
            method=request.method,
            path=request.path,
            query=request.query,
            actor=told.actor,
            body=request.json(),
            status=reply.status if reply else 0,
            committed=told.committed,
            fault=str(outcome) if outcome else "",
            moment=self.world.now(),
            headers={k: v for k, v in request.headers.items() if k != "authorization"},
            answer=reply.document if reply else None,
        )

    def _locked(self, request: Request, told: _Told, outcome: Outcome | None) -> Reply:
        with self.lock:
            self.world.requests = request.number
            self.world.ledger.open()
            self.world.serving = True
            try:
                reply = self._limited(request, told)
            finally:
                self.world.serving = False
            if isinstance(outcome, faults.Forget):
                self._take_back()
            told.committed = self.world.ledger.written > 0
            self.tell()
        return reply

    def _take_back(self) -> None:
        """Nothing of this request stays, and nobody is told of it."""
        self.world.ledger.take_back()
        self.world.events.clear()

    @contextmanager
    def deed(self) -> Iterator[None]:
        """What a test lets happen, between requests; receivers are told at once."""
        with self.lock:
            yield
            self.tell()

    def tell(self) -> None:
        """Receivers are told of everything that happened."""
        self.courier.take(self.world, Links(self.root, self.root))

    def _limited(self, request: Request, told: _Told) -> Reply:
        """Counted against the token; every reply says how much is left."""
        resource = "graphql" if request.path == "/graphql" else "core"
        now = self.world.now()
        visitor: Token | None = None
        try:
            visitor = bearer(self.world, request)
            who = visitor.value if visitor else ""
            if request.path != "/rate_limit":
                self.world.rates.count(who, resource, now)
            reply = self._routed(request, told, visitor)
        except Refusal as refusal:
            self._take_back()
            reply = refusal.reply()
            if told.route is not None and told.route.sentences:
                reply = in_sentences(reply)
        who = visitor.value if visitor else ""
        reply = _with_etag(request, reply)
        if reply.status == NOT_MODIFIED:
            self.world.rates.give_back(who, resource)
        headers = {**self.world.rates.headers(who, resource, now), **reply.headers}
        if told.route is not None and told.route.needs is not None:
            headers["x-accepted-github-permissions"] = str(told.route.needs)
        return replace(reply, headers=headers)

    def _routed(self, request: Request, told: _Told, visitor: Token | None) -> Reply:
        fetch = smart.wanted(self.world, request)
        if fetch is not None:
            allowed = smart.may_fetch(fetch, visitor)
            return smart.serve(fetch, request) if allowed else smart.refusal(visitor)
        path = self._present_path(request.place)
        moved = self._moved(request, path)
        if moved is not None:
            return moved
        method = "GET" if request.method == "HEAD" else request.method
        for route in routes.every():
            arguments = route.matches(method, path)
            if arguments is None:
                continue
            told.route = route
            links = Links(self.root, self.root + request.prefix)
            desk = Desk(
                world=self.world,
                request=request,
                links=links,
                visitor=visitor,
                arguments=arguments,
            )
            if route.needs is not None:
                desk.admit(route.needs)
            if request.method not in SAFE and path != "/graphql":
                self.world.rates.count_write(visitor.value if visitor else "", self.world.now())
            return route.answer(desk)
        told.lost = True
        raise not_found()

    def _present_path(self, path: str) -> str:
        """A repository can be named by its number, which outlives its name."""
        _, word, *rest = path.split("/", 3)
        if word != "repositories" or not rest or not rest[0].isdigit():
            return path
        for repository in self.world.repositories.values():
            if repository.id == int(rest[0]):
                return "/".join(["/repos", repository.full_name, *rest[1:]])
        return path

    def _moved(self, request: Request, path: str) -> Reply | None:
        _, word, *rest = path.split("/", 4)
        number = self.world.redirects.get("/".join(rest[:2]).lower()) if word == "repos" else None
        if number is None:
            return None
        query = request.target.partition("?")[2]
        place = "/".join([self.root + request.prefix, "repositories", number, *rest[2:]])
        where = f"{place}?{query}" if query else place
        status = 301 if request.method in SAFE else 307
        document = {"message": "Moved Permanently", "url": where}
        return Reply(status=status, document=document, headers={"location": where})


def _keeps_away(outcome: Outcome | None) -> bool:
    """Whether the request is never served at all."""
    refused = isinstance(outcome, faults.Status) and not outcome.committed
    return refused or isinstance(outcome, faults.DropBefore)


def _with_etag(request: Request, reply: Reply) -> Reply:
    if request.method not in SAFE or reply.status != OK:
        return reply
    tag = f'W/"{hashlib.sha256(reply.payload()).hexdigest()}"'
    if request.headers.get("if-none-match") == tag:
        return Reply(status=NOT_MODIFIED, headers={"etag": tag})
    return replace(reply, headers={**reply.headers, "etag": tag})
