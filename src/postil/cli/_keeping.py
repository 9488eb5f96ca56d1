"""Keeps a review where the next one finds it, and keeps two runs off one head."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from postil import wiring
from postil.cli._screen import note
from postil.domain.change import Change
from postil.domain.document import ReviewDocument
from postil.domain.errors import StoreError, UserError
from postil.domain.judgement import Outcome
from postil.pipeline import Review
from postil.ports import Answers
from postil.publish.carrying_out import Journal, NoJournal


@dataclass(frozen=True, kw_only=True)
class Keeper:
    """The newest reviews that were kept, and what keeps this one.

    `keep` says False when a review should have been kept and could not. `answers` are those of
    models, kept while the review is not there yet; `journal` is for writes to a forge.
    """

    keep: Callable[[Review], bool]
    reviews: tuple[ReviewDocument, ...] = ()
    answers: Answers | None = None
    journal: Journal = field(default_factory=NoJournal)


@contextmanager
def remembered(
    change: Change, wanted: wiring.Wanted, around: wiring.Surroundings
) -> Iterator[Keeper]:
    """Hold the head for the block; yields what was kept, and what keeps the review once done."""
    place = wiring.store_place(wanted.store, around)
    with wiring.shelf(place, change, is_asked=wanted.store is not None) as shelf:
        if isinstance(shelf, str):
            if shelf:
                note(shelf)
            yield Keeper(keep=lambda _done: True)
            return
        with shelf.store.lease(shelf.key, change.head.oid) as alone:
            if not alone:
                raise UserError(
                    f"another run is reviewing `{change.head.short}` right now; wait for it, or "
                    "review with `--store none`."
                )
            keeper = _keeper(shelf)
            for notice in shelf.store.notices:
                note(notice)
            yield keeper


def _keeper(shelf: wiring.Shelf) -> Keeper:
    """What is kept, and what keeps the next; nothing is added to what cannot be read."""
    try:
        return Keeper(
            keep=lambda done: _kept(shelf, done),
            reviews=shelf.latest(),
            answers=wiring.PaidAnswers(store=shelf.store, tell=note),
            journal=wiring.StoredJournal(store=shelf.store, key=shelf.key),
        )
    except StoreError as error:
        if shelf.is_asked:
            raise
        note(f"{error} This review is not kept.")
        return Keeper(keep=lambda _done: True)


def _kept(shelf: wiring.Shelf, done: Review) -> bool:
    if done.interrupted or done.document.outcome is Outcome.NOOP:
        return True
    try:
        shelf.keep(done.document)
    except StoreError as error:
        note(f"{error} This review is not kept.")
        return not shelf.is_asked
    return True
