"""Looks back from a change to what earlier reviews of it left."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from postil.domain.change import Change, ChangedFile, Id
from postil.domain.document import ReviewDocument
from postil.domain.errors import UserError, WorkspaceError
from postil.domain.memory import Memory
from postil.pipeline.past import Past, Trail
from postil.track.locating import Sides
from postil.wiring.lines import line_sides
from postil.workspaces.git import Repository


def past_of(
    reviews: tuple[ReviewDocument, ...], repository: Repository, change: Change, *, everything: bool
) -> Past:
    """What earlier reviews of a change left, seen from its head now."""
    last = reviews[-1] if reviews else None
    return Past(
        sides=_sides(repository, change),
        since=_since(repository, change.head.oid),
        follows=lambda head: _follows(repository, head, change.head.oid),
        memory=last.memory if last else Memory(),
        last=last,
        everything=everything,
        trail=_trail(repository, change),
    )


def outdated(last: ReviewDocument, repository: Repository, change: Change) -> str:
    """Why nothing of the last review is about this change, in one sentence; empty when it is.

    A branch lives on after it was merged, and the next work is not committed either. What was
    open then is part of the base now, and nobody can fix it in this change.
    """
    before = last.subject
    if not change.head.is_commit:
        if before.base == change.base.oid:
            return ""
        return f"What was reviewed last stood on `{before.base[:7]}`; this review starts afresh."
    if not (change.base.is_commit and _follows(repository, before.head, change.base.oid)):
        return ""
    return (
        f"What was reviewed last (`{before.head[:7]}`) is part of `{change.base.name}` by now; "
        "this review starts afresh."
    )


def _trail(repository: Repository, change: Change) -> Trail | None:
    if not change.head.is_commit:
        return None
    return Trail(
        history=repository.history(change.head),
        between=cache(lambda old, new: line_sides(repository, old=old, new=new)),
    )


def _sides(repository: Repository, change: Change) -> Callable[[Id], Sides]:
    new = change.head.oid

    def sides(old: Id) -> Sides:
        try:
            repository.resolve(old)
        except UserError:
            # The earlier head is gone: what was quoted is searched for by its text, also in
            # the other files of the change, for one of them may be its file by another name.
            changed = tuple(file.path for file in change.files)
            return Sides(new=repository.tree(new), elsewhere=changed)
        return line_sides(repository, old=old, new=new)

    return sides


def _since(repository: Repository, new: Id) -> Callable[[Id], tuple[ChangedFile, ...] | None]:
    def since(old: Id) -> tuple[ChangedFile, ...] | None:
        try:
            return repository.changed(repository.resolve(old).oid, new)
        except (UserError, WorkspaceError):
            return None

    return cache(since)


def _follows(repository: Repository, earlier: Id, later: Id) -> bool:
    try:
        return repository.follows(earlier, later)
    except (UserError, WorkspaceError):
        # A commit that is no longer here leads nowhere.
        return False
