"""Writes stay below what GitHub allows, and a small review does not wait at all."""

from __future__ import annotations

from postil.forges.github.throttle import AT_ONCE, PER_HOUR, PER_MINUTE, Throttle

from fakes.github import StillClock


def sent(count: int) -> list[float]:
    clock = StillClock(moment=1_000.0)
    throttle = Throttle(clock)
    moments = []
    for _ in range(count):
        throttle.take()
        moments.append(clock.now())
    return moments


def most_within(moments: list[float], seconds: float) -> int:
    return max(sum(1 for other in moments if 0 <= other - one < seconds) for one in moments)


def test_gh_19_a_few_writes_are_sent_at_once() -> None:
    assert sent(AT_ONCE) == [1_000.0] * AT_ONCE


def test_gh_19_more_than_a_few_are_a_second_apart() -> None:
    moments = sent(20)
    gaps = [
        later - one for one, later in zip(moments[AT_ONCE - 1 :], moments[AT_ONCE:], strict=False)
    ]
    assert min(gaps) >= 1.0


def test_inv_13_never_more_than_forty_in_a_minute_nor_three_hundred_in_an_hour() -> None:
    moments = sent(700)
    assert most_within(moments, 60.0) == PER_MINUTE
    assert most_within(moments, 3_600.0) == PER_HOUR


def test_gh_19_a_pause_lets_a_few_through_again() -> None:
    clock = StillClock()
    throttle = Throttle(clock)
    for _ in range(AT_ONCE):
        throttle.take()
    assert throttle.delay() == 1.0
    clock.sleep(60.0)
    assert throttle.delay() == 0.0
