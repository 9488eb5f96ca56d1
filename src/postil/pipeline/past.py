"""What earlier reviews of a change left behind, and how to look back from here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from postil.domain.change import Id
from postil.domain.document import ReviewDocument
from postil.domain.memory import Memory
from postil.domain.replies import Reply
from postil.track.locating import Sides


@dataclass(frozen=True, kw_only=True)
class Past:
    """What earlier reviews left, and how to look back from here.

    `last` is the newest stored review, None when there is none or only what a caller handed in.
    `sides` are an earlier head and this one, for finding lines again; `follows` says whether
    this head comes after that one. `everything` has all of it read again.
    """

    sides: Callable[[Id], Sides]
    follows: Callable[[Id], bool]
    memory: Memory = field(default_factory=Memory)
    last: ReviewDocument | None = None
    replies: tuple[Reply, ...] = ()
    everything: bool = False

    @property
    def previous_head(self) -> Id:
        return self.memory.heads[-1] if self.memory.heads else ""
