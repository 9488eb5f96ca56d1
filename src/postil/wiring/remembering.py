"""Finds the store and the key under which the reviews of a change are kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from postil.domain.change import Change
from postil.domain.document import ReviewDocument
from postil.domain.errors import StoreError, UserError
from postil.ports import ChangeKey, Store
from postil.wiring.process import Surroundings
from postil.workspaces.git import Target, open_repository

NO_STORE = "none"
_FILE = "reviews.db"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The place of one change in a store; `is_asked` says that somebody named the store."""

    store: Store
    key: ChangeKey
    is_asked: bool = False

    def reviews(self) -> tuple[ReviewDocument, ...]:
        """What was kept of earlier reviews, newest last."""
        return self.store.load(self.key)

    def latest(self) -> tuple[ReviewDocument, ...]:
        """The newest reviews, newest last: one, and two more should it be damaged."""
        return self.store.load(self.key, most=3)

    def keep(self, document: ReviewDocument) -> None:
        self.store.save(self.key, document)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The reviews of a change, with its name in words and what to say about the store."""

    target: str
    reviews: tuple[ReviewDocument, ...] = ()
    notices: tuple[str, ...] = ()


def change_key(change: Change) -> ChangeKey | None:
    """What a local change is kept under; None where there is no history to know it by.

    A branch compared with something else is another change, and so is work that is not
    committed; a commit that no branch name was given for is known by its id.
    """
    if not change.repository:
        return None
    if change.request:
        return ChangeKey(repository=change.repository, change=change.request)
    name = f"{change.branch or change.head.oid} against {change.base.name}"
    if not change.head.is_commit:
        name = f"{change.branch} ({change.head.name})"
    return ChangeKey(repository=change.repository, change=name)


def store_place(given: str | None, around: Surroundings) -> str:
    """The path of the store, empty for none: as given, else in the user's state folder."""
    if given == NO_STORE:
        return ""
    if given is not None:
        return given
    return str(Path(around.state) / _FILE) if around.state else ""


@contextmanager
def shelf(place: str, change: Change, *, is_asked: bool = True) -> Iterator[Shelf | str]:
    """The change's place in the store at a path, or why nothing can be kept, in words or none.

    A store that nobody asked for is never the reason why there is no review.
    """
    from postil.stores import open_store

    key = change_key(change)
    if not place or key is None:
        yield ""
        return
    with ExitStack() as stack:
        try:
            store = stack.enter_context(closing(open_store(place)))
        except StoreError as error:
            if is_asked:
                raise
            yield f"{error} This review is not kept."
            return
        yield Shelf(store=store, key=key, is_asked=is_asked)


def kept_reviews(repo: str, target: Target, place: str) -> Kept:
    """What is kept of the reviews of a change; a store that is not there is not made for it."""
    if not place:
        raise UserError("there is no store to look into; name one with `--store PATH`.")
    with open_repository(repo) as repository:
        change = repository.change(target)
    if not Path(place).exists():
        return Kept(target=change.target)
    with shelf(place, change) as found:
        if isinstance(found, str):
            return Kept(target=change.target)
        reviews = found.reviews()
        return Kept(target=change.target, reviews=reviews, notices=found.store.notices)
