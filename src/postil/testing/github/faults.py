"""Which requests go wrong, and how: scripted one by one, or drawn from a seed."""

from __future__ import annotations

import fnmatch
import random
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from postil.testing.github.wire import Request

GATEWAY_TIMEOUT = 504


@dataclass(frozen=True, slots=True, kw_only=True)
class DropBefore:
    """The connection is cut before anything happens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropAfter:
    """Everything is stored; the connection is cut before a word of the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Partial:
    """A review is stored with its first comments only, and the answer is an error."""

    comments: int
    status: int = GATEWAY_TIMEOUT


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """An error instead of the answer; `committed` does the work first."""

    status: int
    message: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    committed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    """The answer says that it was stored; nothing was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truncate:
    """The answer ends in the middle, after the work was done."""

    bytes: int = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Html:
    """A page of HTML with status 200, after the work was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyOnly:
    """A 422 although the review was stored, without its comments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropComments:
    """A success that silently stores only the first comments of a review."""

    comments: int


Outcome = (
    DropBefore
    | DropAfter
    | Partial
    | Delay
    | Status
    | Forget
    | Truncate
    | Html
    | BodyOnly
    | DropComments
)


def secondary_limit(after: int | None = 60) -> Status:
    """The abuse limit, with or without a word on how long to wait."""
    headers = {} if after is None else {"retry-after": str(after)}
    words = (
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    )
    return Status(status=403, message=words, headers=headers)


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """Which requests; `path` may hold `*`, `holds` is looked for in the body."""

    method: str = "*"
    path: str = "*"
    holds: str = ""

    def matches(self, request: Request) -> bool:
        return (
            fnmatch.fnmatchcase(request.method, self.method)
            and fnmatch.fnmatchcase(request.path, self.path)
            and self.holds.encode() in request.body
        )


WRITES = tuple(When(method=method, path="/repos/*") for method in ("POST", "PATCH", "PUT"))
READS = (When(method="GET", path="/repos/*"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The `nth` request that matches has this outcome, and the `times - 1` after it.

    With `each_path` requests are counted for every path by itself.
    """

    when: When
    outcome: Outcome
    nth: int = 1
    times: int = 1
    each_path: bool = False


OUTCOMES: tuple[Outcome, ...] = (
    DropBefore(),
    DropAfter(),
    Partial(comments=1),
    Status(status=500),
    Status(status=502, committed=True),
    Status(status=429, message="Too many requests", headers={"retry-after": "1"}),
    secondary_limit(1),
    Forget(),
    Truncate(),
    Html(),
    BodyOnly(),
)


class Faults:
    """A plan of faults; each counts the requests that match it."""

    def __init__(self, plan: Sequence[Fault] = ()) -> None:
        self._lock = threading.Lock()
        self._plan: list[Fault] = list(plan)
        self._seen: list[Counter[str]] = [Counter() for _ in self._plan]

    @classmethod
    def seeded(
        cls,
        seed: int,
        *,
        count: int = 1,
        among: Sequence[When] = WRITES,
        outcomes: Sequence[Outcome] = OUTCOMES,
        latest: int = 6,
    ) -> Faults:
        """The same seed gives the same plan; `str` of it says which."""
        # Only repeatability matters here; nobody gains by guessing the next fault.
        dice = random.Random(seed)  # noqa: S311 - see above
        return cls(
            [
                Fault(
                    when=dice.choice(among),
                    outcome=dice.choice(outcomes),
                    nth=dice.randint(1, latest),
                )
                for _ in range(count)
            ]
        )

    @property
    def plan(self) -> tuple[Fault, ...]:
        return tuple(self._plan)

    def add(
        self, outcome: Outcome, when: When | None = None, *, nth: int = 1, times: int = 1
    ) -> None:
        self.plan_for(Fault(when=when or When(), outcome=outcome, nth=nth, times=times))

    def plan_for(self, fault: Fault) -> None:
        with self._lock:
            self._plan.append(fault)
            self._seen.append(Counter())

    def use(self, other: Faults) -> None:
        """Take over a plan; what was planned before is gone."""
        with self._lock:
            self._plan = list(other.plan)
            self._seen = [Counter() for _ in self._plan]

    def clear(self) -> None:
        self.use(Faults())

    def take(self, request: Request) -> Outcome | None:
        """The outcome this request was given; the first fault of the plan wins."""
        chosen: Outcome | None = None
        with self._lock:
            for place, fault in enumerate(self._plan):
                if not fault.when.matches(request):
                    continue
                counted = request.path if fault.each_path else ""
                self._seen[place][counted] += 1
                number = self._seen[place][counted]
                if chosen is None and fault.nth <= number < fault.nth + fault.times:
                    chosen = fault.outcome
        return chosen

    def __str__(self) -> str:
        return "; ".join(f"{f.outcome} at {f.nth} of {f.when}" for f in self._plan)
