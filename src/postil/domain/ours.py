"""Which threads and answers on a pull request are ours: by our author, and by a mark of this request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from postil.domain.change import Id
from postil.domain.forge import Comment, Shown
from postil.domain.marks import Mark, MarkKind, Seal


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    """Our threads, each with its finding and the head it was written for, and what we answered.

    `answered` are ids of comments, other people's and our own notes alike.
    """

    findings: Mapping[str, str] = field(default_factory=dict)
    heads: Mapping[str, Id] = field(default_factory=dict)
    answered: frozenset[str] = frozenset()


def ours(shown: Shown, seal: Seal) -> Ours:
    """What of all that is shown we wrote; a copy of a mark in somebody else's words is not."""
    notes = {
        thread.id: mark
        for thread in shown.threads
        for mark in _marks(shown, seal, thread.comments[:1])
        if mark.kind is MarkKind.NOTE
    }
    said = (*shown.comments, *(each for thread in shown.threads for each in thread.comments))
    return Ours(
        findings={thread: mark.id for thread, mark in notes.items()},
        heads={thread: mark.head for thread, mark in notes.items()},
        answered=frozenset(
            mark.id for mark in _marks(shown, seal, said) if mark.kind is MarkKind.ANSWER
        ),
    )


def _marks(shown: Shown, seal: Seal, comments: tuple[Comment, ...]) -> Iterator[Mark]:
    for comment in comments:
        read = seal.read(comment.body) if shown.is_mine(comment.author) else None
        if read is not None:
            yield read.mark
