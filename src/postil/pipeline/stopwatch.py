"""How long each stage of a review took."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class Stopwatch:
    """How long each stage took, in seconds."""

    started: float = field(default_factory=time.monotonic)
    laps: list[tuple[str, float]] = field(default_factory=list)

    def lap(self, stage: str) -> None:
        self.laps.append((stage, self.total - sum(seconds for _, seconds in self.laps)))

    @property
    def total(self) -> float:
        return time.monotonic() - self.started
