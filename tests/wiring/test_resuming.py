"""The boundary of a run that died is taken up again; of one that ended, never."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

import pytest

from postil.domain.errors import StoreError
from postil.domain.memory import Memory, Standing
from postil.domain.policy import Policy
from postil.domain.replies import Aim, Reply
from postil.inspection.prompt.charges import Inputs
from postil.pipeline import Desk, PanelDesk
from postil.pipeline.past import Past
from postil.stores.in_memory import InMemoryStore
from postil.track.locating import Sides
from postil.understand import Request
from postil.wiring import PaidAnswers, resumed

from fakes.changes import change_between
from fakes.models import FakeClock
from fakes.panels import NoTools
from fakes.trees import MemorySearch, MemoryTree
from samples import NOISY

BEFORE, AFTER = {"a.py": "x = 1\n"}, {"a.py": "x = 2\n"}
SAME = change_between(BEFORE, AFTER)
FIRST, SECOND = "1" * 24, "2" * 24
PAST = Past(sides=lambda _head: Sides(new=MemoryTree(AFTER)), follows=lambda _head: True)


def desk(nonce: str, **parts: Any) -> Desk:
    inputs = {name: parts.pop(name) for name in ("operator", "inputs") if name in parts}
    settings: dict[str, Any] = {
        "change": SAME,
        "request": Request(),
        "panel": PanelDesk(
            roles={}, models=lambda _name: (), clock=FakeClock(), nonce=nonce, **inputs
        ),
    }
    return Desk(
        head=MemoryTree(AFTER),
        base=MemoryTree(BEFORE),
        search=MemorySearch(AFTER),
        tools=NoTools(),
        checks=(),
        policy=Policy(),
        today=dt.date(2026, 1, 1),
        **{**settings, **parts},
    )


def nonce_of(found: Desk) -> str:
    assert found.panel is not None
    return found.panel.nonce


def test_the_same_run_again_has_the_same_boundary() -> None:
    store = InMemoryStore()
    first = resumed(desk(FIRST), store)
    assert nonce_of(first) == FIRST
    assert first.panel is not None
    assert first.panel.answers is store
    assert nonce_of(resumed(desk(SECOND), store)) == FIRST


@pytest.mark.parametrize(
    "parts",
    [
        {"change": replace(SAME, head=replace(SAME.head, oid="c" * 40))},
        {"change": replace(SAME, title="Another title")},
        {"change": replace(SAME, description="Another story.")},
        {"change": replace(SAME, branch="other")},
        {"request": Request(issues=(("#1", "It breaks."),))},
        {"operator": "Only the money matters."},
        {"inputs": Inputs(texts={"spec-auditor": (("spec", "Check first."),)})},
        {"past": replace(PAST, memory=Memory(heads=("a" * 40,)))},
        {"past": replace(PAST, last=NOISY.document)},
        {"past": replace(PAST, everything=True)},
        {
            "past": replace(
                PAST, replies=(Reply(finding="F1", aim=Aim.CONTESTS, by=Standing.AUTHOR),)
            )
        },
    ],
)
def test_whatever_is_different_makes_another_run(parts: dict[str, Any]) -> None:
    store = InMemoryStore()
    resumed(desk(FIRST), store)
    assert nonce_of(resumed(desk(SECOND, **parts), store)) == SECOND


def test_a_later_review_is_another_run_than_the_one_it_follows() -> None:
    store = InMemoryStore()
    resumed(desk(FIRST, past=replace(PAST, last=NOISY.document)), store)
    later = replace(NOISY.document, seconds=99.0)
    assert nonce_of(resumed(desk(SECOND, past=replace(PAST, last=later)), store)) == SECOND


@dataclass
class Meddled:
    """A store in which somebody has put their own boundary."""

    data: bytes

    def recall(self, _question: str) -> bytes:
        return self.data

    def keep(self, question: str, answer: bytes) -> None:
        """Lost."""


@pytest.mark.parametrize("data", [b"", b"guess", b"g" * 24, b"\xff" * 24, b"1" * 65, b"1" * 15])
def test_a_boundary_that_is_none_is_not_taken(data: bytes) -> None:
    assert nonce_of(resumed(desk(SECOND), Meddled(data))) == SECOND


def test_without_a_store_or_a_panel_nothing_is_kept() -> None:
    assert nonce_of(resumed(desk(FIRST), None)) == FIRST
    alone = desk(FIRST, panel=None)
    assert resumed(alone, InMemoryStore()) is alone


class Broken(InMemoryStore):
    tries = 0

    def recall(self, question: str) -> bytes | None:
        self.tries += 1
        raise StoreError("`reviews.db` is damaged.")

    def keep(self, question: str, answer: bytes) -> None:
        self.recall(question)


@pytest.mark.parametrize("first", ["recall", "keep"])
def test_a_store_that_fails_is_told_once_and_left_alone(first: str) -> None:
    told: list[str] = []
    store = Broken()
    answers = PaidAnswers(store=store, tell=told.append)
    if first == "keep":
        answers.keep("q", b"a")
    assert answers.recall("q") is None
    answers.keep("q", b"a")
    assert answers.recall("q") is None
    assert (store.tries, len(told)) == (1, 1)
    assert told[0].startswith("`reviews.db` is damaged.")
    assert "not kept" in told[0]
