"""One thing goes wrong in a run: every planted fault is said once, or the run does not end well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from journeys.planted_pull import PlantedPull, planted_pull
from postil.testing.github import Delay, DropAfter, Fault, Outcome, Status, When, secondary_limit
from postil.testing.github.faults import WRITES
from postil.testing.models import Ending, Failure
from postil.testing.models import Fault as ModelFault
from stories import planted

COMMENT = When(method="POST", path="*/issues/*/comments")
REVIEW = When(method="POST", path="*/reviews")
BROKEN = Status(status=500)
LOST = Status(status=502, committed=True)
BAD_MOMENT = Status(status=502)
SLOWER = 0.15
"""Seconds more for every answer: enough to upset an order of events, too little to wait for."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """What goes wrong, in the first run or in the one after a push."""

    name: str
    arrange: Callable[[PlantedPull], None]
    is_second_push: bool = False


def once(outcome: Outcome, *places: When) -> Callable[[PlantedPull], None]:
    def arrange(pull: PlantedPull) -> None:
        for place in places:
            pull.stage.hub.faults.add(outcome, place)

    return arrange


def first_of_each_path(outcome: Outcome, *places: When) -> Callable[[PlantedPull], None]:
    def arrange(pull: PlantedPull) -> None:
        for place in places:
            fault = Fault(when=place, outcome=outcome, each_path=True)
            pull.stage.hub.faults.plan_for(fault)

    return arrange


def always(outcome: Outcome) -> Callable[[PlantedPull], None]:
    return lambda pull: pull.stage.hub.faults.add(outcome, times=1000)


def model(fault: ModelFault, retry_after: float | None = None) -> Callable[[PlantedPull], None]:
    failure = Failure(fault=fault, retry_after=retry_after)
    return lambda pull: pull.finder.failures.append(failure)


def elsewhere(pull: PlantedPull) -> None:
    pull.finder.elsewhere = True


READS = (
    When(method="GET", path="/repos/*"),
    When(method="POST", path="/graphql", holds="query"),
)
LISTINGS = (
    When(method="POST", path="/graphql", holds="query"),
    When(method="GET", path="*/comments"),
)
ROWS = (
    Row(name="the first comment is refused with a 500", arrange=once(BROKEN, COMMENT)),
    Row(name="the first comment is stored and answered with a 502", arrange=once(LOST, COMMENT)),
    Row(name="the first comment is stored and never answered", arrange=once(DropAfter(), COMMENT)),
    Row(name="the first comment comes too fast", arrange=once(secondary_limit(1), COMMENT)),
    Row(name="the review is refused with a 500", arrange=once(BROKEN, REVIEW)),
    Row(name="the review is stored and answered with a 502", arrange=once(LOST, REVIEW)),
    Row(name="the review is stored and never answered", arrange=once(DropAfter(), REVIEW)),
    Row(name="the review comes too fast", arrange=once(secondary_limit(1), REVIEW)),
    Row(name="the first write of any kind is refused with a 500", arrange=once(BROKEN, WRITES[0])),
    Row(
        name="every path is read too fast at first",
        arrange=first_of_each_path(secondary_limit(1), *READS),
    ),
    Row(
        name="every path answers its first reader with a 502",
        arrange=first_of_each_path(BAD_MOMENT, *READS),
    ),
    Row(name="every answer is slow", arrange=always(Delay(seconds=SLOWER))),
    Row(
        name="the model is asked too fast",
        arrange=model(ModelFault.RATE_LIMITED, retry_after=0.1),
    ),
    Row(name="the model breaks down once", arrange=model(ModelFault.SERVER_ERROR)),
    Row(name="the model hangs up once", arrange=model(ModelFault.RESET)),
    Row(name="the model talks nonsense once", arrange=model(ModelFault.GARBAGE)),
    Row(name="one finding is about a line that is not in the diff", arrange=elsewhere),
    Row(
        name="after a push every listing fails once with a 502",
        arrange=first_of_each_path(BAD_MOMENT, *LISTINGS),
        is_second_push=True,
    ),
    Row(
        name="after a push every listing comes too fast once",
        arrange=first_of_each_path(secondary_limit(1), *LISTINGS),
        is_second_push=True,
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_fault_loses_nothing_and_says_nothing_twice(tmp_path: Path, row: Row) -> None:
    with planted_pull(tmp_path, faults=4) as pull:
        expected = Counter({1: 1, 2: 1, 3: 1, 4: 1})
        if row.is_second_push:
            assert pull.run() == 0
            pull.push(planted.planted([5]))
            expected[5] = 1
        row.arrange(pull)
        assert pull.run() == 0, pull.said
        assert went_wrong(pull)
        assert pull.noted() == expected
        (summary,) = pull.carriers()
        assert f"Currently open ({len(expected) + pull.finder.elsewhere})" in summary
        assert summary.count("settled.py:2") == pull.finder.elsewhere
        assert pull.conclusions()[-1] == "success"
        pull.stage.hub.faults.clear()
        at, calls = pull.moment, pull.calls
        assert pull.run() == 0, pull.said
        assert not any(each.is_write for each in pull.since(at))
        assert pull.calls == calls


def went_wrong(pull: PlantedPull) -> bool:
    """Whether the fault that was planned came to pass."""
    at_github = any(each.fault for each in pull.stage.hub.journal.exchanges)
    at_model = any(
        call.ending in (Ending.REFUSED, Ending.BROKEN) for call in pull.models.journal.calls
    )
    return at_github or at_model or pull.finder.elsewhere


LASTING = {
    "GitHub takes no comment": COMMENT,
    "GitHub takes no review": REVIEW,
    "GitHub takes no edit": When(method="PATCH", path="*/issues/comments/*"),
    "GitHub takes no check": When(method="POST", path="*/check-runs"),
    "GitHub cannot be read after the first write": When(method="POST", path="/graphql"),
}


@pytest.mark.parametrize("name", LASTING)
def test_what_stays_broken_is_never_a_success_and_mends_when_it_is_over(
    tmp_path: Path, name: str
) -> None:
    with planted_pull(tmp_path, faults=4) as pull:
        first = 2 if LASTING[name].path == "/graphql" else 1
        pull.stage.hub.faults.add(BROKEN, LASTING[name], nth=first, times=1000)
        assert pull.run() == 1
        assert "postil: " in pull.said
        pull.stage.hub.faults.clear()
        calls = pull.calls
        assert pull.run() == 0, pull.said
        assert pull.calls == calls
        assert pull.noted() == Counter({1: 1, 2: 1, 3: 1, 4: 1})
        (summary,) = pull.carriers()
        assert "Currently open (4)" in summary
        assert pull.conclusions() == ["success"]


@pytest.mark.parametrize("fault", [ModelFault.SERVER_ERROR, ModelFault.RESET, ModelFault.GARBAGE])
def test_a_model_that_stays_broken_is_told_on_the_pull_request(
    tmp_path: Path, fault: ModelFault
) -> None:
    with planted_pull(tmp_path, faults=4) as pull:
        pull.finder.failures += [Failure(fault=fault)] * 100
        assert pull.run() == 1
        assert pull.conclusions() == ["action_required"]
        (summary,) = pull.carriers()
        assert "✅" not in summary.split("<details>")[0]
        pull.finder.failures.clear()
        assert pull.run() == 0, pull.said
        assert pull.noted() == Counter({1: 1, 2: 1, 3: 1, 4: 1})
        assert pull.conclusions() == ["success"]
