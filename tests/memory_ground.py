"""A pull request in memory, and what others do there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from memory_forge import ANN, ME, MemoryForge, joined
from postil.domain.forge import Comment, PostedReview, ReviewState


@dataclass
class Memory:
    """A pull request in memory; every run sees the same."""

    place: MemoryForge = field(default_factory=MemoryForge)
    said: int = 0

    def forge(self) -> MemoryForge:
        return self.place

    def wait(self, _seconds: float) -> None:
        """Time is counted in looks."""

    def says(self, thread: str) -> None:
        shown = self.place.shown
        self.said += 1
        comment = Comment(id=f"90{self.said:02}", author=ANN, body="Why?")
        if not thread:
            self.place.shown = replace(shown, comments=(*shown.comments, comment))
            return
        self.place.shown = replace(shown, threads=joined(shown.threads, thread, comment))

    def begins(self, body: str) -> None:
        shown = self.place.shown
        begun = PostedReview(
            id="9100", author=ME, state=ReviewState.PENDING, body=body, commit=shown.pull.head
        )
        self.place.shown = replace(shown, reviews=(*shown.reviews, begun))
