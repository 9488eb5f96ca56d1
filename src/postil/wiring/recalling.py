"""Looks back from a change to what earlier reviews of it left."""

from __future__ import annotations

from collections.abc import Callable

from postil.domain.change import Change, Id
from postil.domain.document import ReviewDocument
from postil.domain.errors import UserError
from postil.domain.memory import Memory
from postil.pipeline.past import Past
from postil.track.locating import Sides
from postil.wiring.lines import line_sides
from postil.workspaces.git import Repository


def past_of(
    reviews: tuple[ReviewDocument, ...], repository: Repository, change: Change, *, everything: bool
) -> Past:
    """What earlier reviews of a change left, seen from its head now."""
    last = reviews[-1] if reviews else None
    return Past(
        sides=_sides(repository, change.head.oid),
        follows=lambda head: _follows(repository, head, change.head.oid),
        memory=last.memory if last else Memory(),
        last=last,
        everything=everything,
    )


def _sides(repository: Repository, new: Id) -> Callable[[Id], Sides]:
    def sides(old: Id) -> Sides:
        try:
            repository.resolve(old)
        except UserError:
            # The earlier head is gone: what was quoted is searched for by its text.
            return Sides(new=repository.tree(new))
        return line_sides(repository, old=old, new=new)

    return sides


def _follows(repository: Repository, earlier: Id, later: Id) -> bool:
    try:
        return repository.follows(earlier, later)
    except UserError:
        return False
