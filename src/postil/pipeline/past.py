"""What earlier reviews of a change left behind, and how to look back from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from postil.domain.change import ChangedFile, Id
from postil.domain.document import ReviewDocument
from postil.domain.memory import Memory, Standing
from postil.domain.replies import Reply
from postil.domain.stretch import Stretch
from postil.ports import History
from postil.track.locating import Sides
from postil.track.windows import Window


@dataclass(frozen=True, kw_only=True)
class Trail:
    """The commits that lead to this head: who wrote what, and how any two of them differ."""

    history: History
    between: Callable[[Id, Id], Sides]


@dataclass(frozen=True, kw_only=True)
class Past:
    """What earlier reviews left, and how to look back from here.

    `last` is the newest stored review, None when there is none or only what a caller handed in.
    `sides` are an earlier head and this one, for finding lines again; `follows` says whether
    this head comes after that one; `since` is what differs between the two, None when that is
    not known. `everything` has all of it read again. `trail` is None where no commit can be
    named: for work that is not committed.

    With `is_handed_in` the memory is what a caller kept, and with `is_current` the caller says
    that this very head was reviewed. `fixes` are the lines that answered the last review, None
    when nobody says which; inside a `window` alone is anything new looked for.
    """

    sides: Callable[[Id], Sides]
    follows: Callable[[Id], bool]
    memory: Memory = field(default_factory=Memory)
    last: ReviewDocument | None = None
    replies: tuple[Reply, ...] = ()
    everything: bool = False
    trail: Trail | None = None
    since: Callable[[Id], Sequence[ChangedFile] | None] = lambda _head: None
    is_handed_in: bool = False
    is_current: bool = False
    fixes: Stretch | None = None
    window: Window | None = None

    @property
    def previous_head(self) -> Id:
        return self.memory.heads[-1] if self.memory.heads else ""

    @property
    def is_addressed(self) -> bool:
        """Whether somebody else said something that may move a finding."""
        return any(not each.is_text and each.by is not Standing.POSTIL for each in self.replies)
