"""The machine's own clock passes."""

from __future__ import annotations

import time

from postil.forges.github.clock import SystemClock


def test_time_passes_while_it_sleeps() -> None:
    clock = SystemClock()
    before, moment = clock.now(), time.time()
    clock.sleep(0.01)
    assert clock.now() - before >= 0.01
    assert abs(clock.epoch() - moment) < 60
