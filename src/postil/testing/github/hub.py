"""A GitHub for tests: what happens there is scripted in Python, what clients do is real HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from postil.testing.github.contract import LIBRARIES, Contract, require
from postil.testing.github.faults import Faults
from postil.testing.github.happenings import Happenings
from postil.testing.github.house import House
from postil.testing.github.journal import Journal
from postil.testing.github.limits import Lag, Limits
from postil.testing.github.server import Server
from postil.testing.github.state.repositories import Repository
from postil.testing.github.state.world import World
from postil.testing.github.webhooks import Delivery, Hook


class Drift(AssertionError):
    """A client or the stand-in itself strayed from the published contract."""


class FakeGitHub(Happenings):
    """`url` is there while it runs; journal and state also afterwards.

    What a client or the stand-in itself did against the published contract is in `drift`,
    and fails the test when the server is closed.
    """

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        lag: Lag | None = None,
        clock: Callable[[], float] = time.time,
        certificate: Path | None = None,
        port: int = 0,
        contract: bool = True,
    ) -> None:
        if contract:
            require(*LIBRARIES)
        world = World(clock, limits or Limits(), lag or Lag())
        super().__init__(House(world, Contract() if contract else None))
        self._server = Server(self._house, port, certificate)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), name="fake github", daemon=True
        )

    @property
    def url(self) -> str:
        """The address of the interface; with `/api/v3` it is that of an enterprise server."""
        return self._house.root

    @property
    def journal(self) -> Journal:
        return self._house.journal

    @property
    def faults(self) -> Faults:
        return self._house.faults

    @property
    def drift(self) -> list[str]:
        """Sentences on what was not as GitHub publishes it; a test that means it clears them."""
        return self.world.drift

    @property
    def deliveries(self) -> tuple[Delivery, ...]:
        """Webhooks sent so far; those on their way are waited for."""
        self._house.courier.settle()
        return tuple(self._house.courier.deliveries)

    def hook(
        self, repository: Repository, url: str, secret: str, *, events: Iterable[str] = ()
    ) -> None:
        """Tell this address from now on what happens in the repository."""
        made = Hook(url=url, secret=secret, repository=repository.id, events=frozenset(events))
        with self._house.lock:
            self._house.courier.hooks.append(made)

    def redeliver(self, delivery: Delivery) -> None:
        self._house.courier.redeliver(delivery)

    def start(self) -> Self:
        self._thread.start()
        return self

    def close(self) -> None:
        """End all connections; raises what went wrong while serving."""
        self._stop()
        self._raise_failure()

    def wait(self) -> None:
        self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()
        # What the test itself raised says more than what it left behind.
        if error is None:
            self._raise_failure()

    def _stop(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.end()
        self._house.courier.close()

    def _raise_failure(self) -> None:
        if self._server.failures:
            raise self._server.failures[0]
        if self.drift:
            raise Drift("\n".join(dict.fromkeys(self.drift)))
