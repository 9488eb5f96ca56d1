"""The journal answers what a test wants to know about a run."""

from __future__ import annotations

import pytest

from postil.testing.models import Asked, Call, Dialect, Ending, Journal
from postil.testing.models.asked import Piece
from postil.testing.models.caching import Reuse


def call(number: int, *, text: str = "", arrived: float = 0.0, read: int = 0) -> Call:
    asked = Asked(dialect=Dialect.CHAT, model="m", pieces=(Piece(text),), number=number)
    return Call(asked=asked, arrived=arrived, reuse=Reuse(read=read))


def journal(*spans: tuple[float, float | None]) -> Journal:
    kept = Journal()
    for number, (arrived, ended) in enumerate(spans, start=1):
        kept.arrive(call(number, arrived=arrived))
        if ended is not None:
            kept.finish(number, at=ended, ending=Ending.ANSWERED)
    return kept


@pytest.mark.parametrize(
    ("spans", "most"),
    [
        ((), 0),
        (((0, 1),), 1),
        (((0, 1), (1, 2)), 1),
        (((0, 1.5), (1, 2)), 2),
        (((0, 9), (1, 2), (3, 4), (3.5, 5)), 3),
        (((0, None), (1, None)), 2),
    ],
)
def test_how_many_were_open_together(
    spans: tuple[tuple[float, float | None], ...], most: int
) -> None:
    assert journal(*spans).open_together() == most


def test_the_prefix_that_all_prompts_share() -> None:
    kept = Journal()
    assert kept.shared_prefix() == 0
    for number, text in enumerate(("shared é one", "shared é two", "shared è"), start=1):
        kept.arrive(call(number, text=text))
    assert kept.shared_prefix(kept.calls[:2]) == len("shared é ".encode())
    assert kept.shared_prefix() == len("shared ") + 1  # é and è have their first byte in common


def test_what_was_billed() -> None:
    kept = Journal()
    kept.arrive(call(1, text="x" * 400))
    kept.arrive(call(2, text="x" * 400, read=60))
    kept.arrive(call(3, text="x" * 400))
    kept.begin(1, at=0.5, status=200)
    kept.begin(2, at=0.6, status=200)
    kept.begin(3, at=0.6, status=429)
    assert kept.billed_input() == pytest.approx(100 + 40 + 6)
    assert kept.billed_input(cached_at=0.5) == pytest.approx(100 + 40 + 30)


def test_a_call_is_followed_to_its_end() -> None:
    kept = journal((1.0, None))
    assert (kept.calls[0].ending, kept.calls[0].began) == (Ending.OPEN, None)
    kept.begin(1, at=1.5, status=200)
    kept.finish(1, at=2.0, ending=Ending.LEFT, output=7)
    done = kept.calls[0]
    assert (done.began, done.ended, done.status, done.output) == (1.5, 2.0, 200, 7)
    assert done.ending is Ending.LEFT


def test_clearing_forgets_what_ended() -> None:
    kept = journal((0, 1), (0, None))
    kept.visit("GET /v1/models")
    kept.clear()
    assert [one.asked.number for one in kept.calls] == [2]
    assert kept.visits == ()
