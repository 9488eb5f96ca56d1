"""Counts requests and writes per token and says when it is too much."""

from __future__ import annotations

from collections import defaultdict, deque

from postil.testing.github.limits import Limits
from postil.testing.github.wire import FORBIDDEN, Refusal, Reply

HOUR = 3_600
MINUTE = 60
SECONDARY = (
    "You have exceeded a secondary rate limit and have been temporarily blocked from content "
    "creation. Please retry your request again later."
)


class Rates:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._windows: dict[tuple[str, str], tuple[float, int]] = {}
        self._writes: dict[str, deque[float]] = defaultdict(deque)
        self.spent: dict[str, int] = {}
        """Requests already counted when a test wants a token to be nearly exhausted."""

    def count(self, who: str, resource: str, now: float) -> None:
        """One more request; raises when the hour's share is used up."""
        start, used = self._window(who, resource, now)
        if used >= self._limits.requests_an_hour:
            raise Refusal(FORBIDDEN, "API rate limit exceeded for user ID 1.")
        self._windows[who, resource] = (start, used + 1)

    def give_back(self, who: str, resource: str) -> None:
        """An answer of 304 costs nothing."""
        start, used = self._windows[who, resource]
        self._windows[who, resource] = (start, used - 1)

    def count_write(self, who: str, now: float) -> None:
        """One more piece of content; raises when they come too fast."""
        moments = self._writes[who]
        while moments and moments[0] <= now - HOUR:
            moments.popleft()
        minute = [moment for moment in moments if moment > now - MINUTE]
        if len(minute) >= self._limits.writes_a_minute:
            raise too_fast(int(minute[0] + MINUTE - now) + 1)
        if len(moments) >= self._limits.writes_an_hour:
            raise too_fast(int(moments[0] + HOUR - now) + 1)
        moments.append(now)

    def headers(self, who: str, resource: str, now: float) -> dict[str, str]:
        start, used = self._window(who, resource, now)
        most = self._limits.requests_an_hour
        return {
            "x-ratelimit-limit": str(most),
            "x-ratelimit-remaining": str(most - used),
            "x-ratelimit-used": str(used),
            "x-ratelimit-reset": str(int(start + HOUR)),
            "x-ratelimit-resource": resource,
        }

    def overview(self, who: str, now: float) -> dict[str, dict[str, int]]:
        """All resources; asking costs nothing."""
        found = {}
        for resource in ("core", "graphql", "search"):
            start, used = self._window(who, resource, now)
            most = self._limits.requests_an_hour
            facts = {"limit": most, "used": used, "remaining": most - used}
            found[resource] = {**facts, "reset": int(start + HOUR)}
        return found

    def _window(self, who: str, resource: str, now: float) -> tuple[float, int]:
        start, used = self._windows.get((who, resource), (now, self.spent.get(who, 0)))
        if now >= start + HOUR:
            start, used = now, 0
        self._windows[who, resource] = (start, used)
        return start, used


class _TooFast(Refusal):
    def __init__(self, after: int) -> None:
        super().__init__(FORBIDDEN, SECONDARY)
        self._after = after

    def reply(self) -> Reply:
        plain = super().reply()
        headers = {"retry-after": str(self._after)}
        return Reply(status=plain.status, document=plain.document, headers=headers)


def too_fast(after: int) -> Refusal:
    return _TooFast(after)
