"""Paces writes below what GitHub allows one identity, whoever in the process sends them."""

from __future__ import annotations

from collections import deque

from postil.forges.github.clock import Clock

PER_MINUTE = 40
PER_HOUR = 300
AT_ONCE = 5
"""So many may follow each other without a pause: a small review is not made to wait."""

APART = 1.0
_MINUTE, _HOUR = 60.0, 3600.0


class Throttle:
    """Remembers when writes were sent and says how long the next one has to wait."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sent: deque[float] = deque(maxlen=PER_HOUR)

    def delay(self) -> float:
        """Seconds until another write may be sent."""
        now = self._clock.now()
        free = now
        recent = sum(1 for moment in self._sent if now - moment < _MINUTE)
        if recent >= AT_ONCE:
            free = max(free, self._sent[-1] + APART)
        if recent >= PER_MINUTE:
            free = max(free, self._sent[-PER_MINUTE] + _MINUTE)
        if len(self._sent) == PER_HOUR:
            free = max(free, self._sent[0] + _HOUR)
        return free - now

    def take(self) -> None:
        """Wait until a write may be sent, and count it."""
        if (delay := self.delay()) > 0:
            self._clock.sleep(delay)
        self._sent.append(self._clock.now())
