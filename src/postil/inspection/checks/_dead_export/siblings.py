"""The older exports beside a new one: where several have no user either, users are elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from postil.domain.change import Change
from postil.inspection.checks._dead_export.conventions import family_of, is_watched
from postil.inspection.checks._dead_export.offers import Offer, offers_in
from postil.inspection.checks._dead_export.placed import is_placed
from postil.inspection.checks._dead_export.users import Users
from postil.ports import Tree

LEAST_UNUSED = 3
"""Older exports without a user, from which on it is the custom to offer such."""
_MOST_NAMES = 12
_MOST_BESIDE = 8
_MOST_FOLDERS = 12


@dataclass
class Siblings:
    """What the files around new exports offered before the change."""

    change: Change
    base: Tree
    users: Users
    known: dict[tuple[str, bool], tuple[Offer, ...]] = field(default_factory=dict)

    def around(self, offers: Iterable[Offer]) -> tuple[Offer, ...]:
        """The older exports of the folders of some new ones, as many as are worth a search."""
        first = {_key(offer): offer for offer in offers}
        return tuple(
            older for offer in islice(first.values(), _MOST_FOLDERS) for older in self.of(offer)
        )

    def of(self, offer: Offer) -> tuple[Offer, ...]:
        """The older exports of the folder that are of the same language, and placed or not as it is."""
        key = _key(offer)
        if key not in self.known:
            older = (one for path in self._files(offer) for one in self._older(path))
            self.known[key] = tuple(islice(older, 2 * _MOST_NAMES))
        return self.known[key]

    def _files(self, offer: Offer) -> list[str]:
        """The watched files of the offer's folder; those that the change touches come first."""
        beside = [
            path
            for path in self._by_folder.get(offer.folder, ())
            if family_of(path) == offer.family
            and (is_watched(path) or (is_placed(offer.path) and is_placed(path)))
        ]
        beside.sort(key=lambda path: (not self.change.touches(path), path))
        return beside[:_MOST_BESIDE]

    @cached_property
    def _by_folder(self) -> dict[str, list[str]]:
        """The files of the head: what was offered before and is not there any more has no say."""
        found: dict[str, list[str]] = {}
        for path in self.users.head.paths():
            found.setdefault(path.rpartition("/")[0], []).append(path)
        return found

    def _older(self, path: str) -> Iterator[Offer]:
        """What a file offered before and still does."""
        before, view = self.base.read(path), self.users.view(path)
        if before is None or view is None:
            return
        names = offers_in(path, before)
        still = (offer for name, offer in offers_in(path, view.text).items() if name in names)
        yield from islice(still, _MOST_NAMES)


def _key(offer: Offer) -> tuple[str, bool]:
    return offer.folder, is_placed(offer.path)
