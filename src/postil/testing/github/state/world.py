"""All that the stand-in knows, and the one place that hands out ids and moments."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from postil.testing.github.limits import Lag, Limits
from postil.testing.github.rates import Rates
from postil.testing.github.state.accounts import Account, App, Kind, Token
from postil.testing.github.state.ledger import Ledger
from postil.testing.github.state.repositories import Repository

Thing = TypeVar("Thing")

_FIRST_ID = 1_000


class World:
    def __init__(self, clock: Callable[[], float], limits: Limits, lag: Lag) -> None:
        self.limits = limits
        self.lag = lag
        self.rates = Rates(limits)
        self.ledger = Ledger()
        self.accounts: dict[str, Account] = {}
        self.members: dict[int, set[int]] = {}
        self.apps: dict[int, App] = {}
        self.tokens: dict[str, Token] = {}
        self.repositories: dict[str, Repository] = {}
        self.redirects: dict[str, str] = {}
        self.requests = 0
        self.serving = False
        self.drift: list[str] = []
        self.events: list[tuple[str, Repository, dict[str, Any]]] = []
        self._clock = clock
        self._ids = itertools.count(_FIRST_ID)
        self._births: dict[int, tuple[int, float]] = {}

    def now(self) -> float:
        return self._clock()

    def next_id(self) -> int:
        return next(self._ids)

    def account(self, login: str, kind: Kind = Kind.USER) -> Account:
        """The account of that login, made when it is asked for the first time."""
        if login.lower() not in self.accounts:
            made = Account(id=self.next_id(), login=login, kind=kind, name=login)
            self.accounts[login.lower()] = made
        return self.accounts[login.lower()]

    def repository(self, full_name: str) -> Repository | None:
        return self.repositories.get(full_name.lower())

    def born(self, number: int) -> None:
        """What a request wrote may be missing from reads for a while; a scripted deed is not."""
        if self.serving:
            self._births[number] = (self.requests, self.now())

    def is_visible(self, number: int) -> bool:
        if number not in self._births:
            return True
        request, moment = self._births[number]
        passed = self.requests - request
        if passed == 0:
            return True  # a reply shows what its own request wrote
        return passed > self.lag.requests and self.now() - moment >= self.lag.seconds

    def visible(self, things: Iterable[Thing]) -> list[Thing]:
        return [thing for thing in things if self.is_visible(thing.id)]  # type: ignore[attr-defined]

    def happened(self, event: str, repository: Repository, **facts: Any) -> None:
        """Something a webhook tells of, once the request is over."""
        self.events.append((event, repository, facts))
