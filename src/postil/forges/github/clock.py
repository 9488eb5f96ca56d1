"""Time as the adapter sees it, so that a test can make an hour pass in no time."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Two clocks, for one that people set must not decide how long somebody waits."""

    def now(self) -> float:
        """Seconds since some fixed moment; it never goes back."""

    def epoch(self) -> float:
        """Seconds since 1970, as far as this machine knows."""

    def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    """The machine's own."""

    def now(self) -> float:
        return time.monotonic()

    def epoch(self) -> float:
        return time.time()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)
