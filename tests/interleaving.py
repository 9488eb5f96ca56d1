"""Runs that go on one step at a time, in an order a seed draws, and may be killed at any step."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from memory_forge import Killed
from postil.domain.forge import Actor, Permission, Shown
from postil.domain.publication import Action, Receipt
from postil.ports import Forge


@dataclass
class Runner:
    """One run in a thread of its own; it is the forge it works with, and stops before each step.

    `die_at` is the step at which it is killed, counted from 1; 0 lets it live.
    """

    forge: Forge
    work: Callable[[Runner], None]
    die_at: int = 0
    steps: int = 0
    is_over: bool = False
    error: BaseException | None = None
    _go: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    _stopped: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def start(self) -> None:
        threading.Thread(target=self._live, daemon=True).start()

    def go_on(self) -> None:
        """One step further, or to its end."""
        self._go.release()
        self._stopped.acquire()

    def look(self) -> Shown:
        self._step()
        return self.forge.look()

    def head(self) -> str:
        return self.forge.head()

    def patches(self) -> Mapping[str, str]:
        return self.forge.patches()

    def permission(self, actor: Actor) -> Permission:
        return self.forge.permission(actor)

    def carry_out(self, action: Action) -> Receipt:
        self._step()
        receipt = self.forge.carry_out(action)
        self._step()
        return receipt

    def _step(self) -> None:
        self.steps += 1
        if self.steps == self.die_at:
            raise Killed
        self._stopped.release()
        self._go.acquire()

    def _live(self) -> None:
        self._go.acquire()
        try:
            self.work(self)
        except Killed:
            pass
        except BaseException as error:  # noqa: BLE001 - the test's own thread raises it again
            self.error = error
        self.is_over = True
        self._stopped.release()


def interleaved(runners: Sequence[Runner], chance: random.Random) -> None:
    """Let them all go on until each has ended; the same draw gives the same order."""
    for runner in runners:
        runner.start()
    while alive := [runner for runner in runners if not runner.is_over]:
        chance.choice(alive).go_on()
    for runner in runners:
        if runner.error is not None:
            raise runner.error
