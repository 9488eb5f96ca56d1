"""Tells an export that was forgotten from one that belongs to a surface somebody drew up."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change, FileStatus
from postil.inspection.arrivals import is_brought_in
from postil.inspection.checks._dead_export.offers import Offer, offers_in
from postil.inspection.checks._dead_export.users import Users
from postil.syntax import Kind

_LEAST_SIBLINGS = 2
_NEAR = 8
_LEAST_SHARED = 5
_FAMILY = re.compile(r"(?:is|has|to|from|as|assert)(?:_|(?=[A-Z]))")
_HUMPS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_LEAST_FAMILY = 5
_LEAST_FILES = 2
_LEAST_FUNCTIONS = 6
_DOES = re.compile(r"=>|\bfunction\b|\bclass\b")


@dataclass(frozen=True)
class Plans:
    """A change, the exports it adds, and who uses what."""

    change: Change
    users: Users
    offers: tuple[Offer, ...]

    def slips(self, dead: list[Offer]) -> list[Offer]:
        """The dead exports that nothing shows to be meant for users who may follow."""
        told = self._without_inner(dead)
        return [
            offer
            for offer in told
            if offer.cause is not None
            or not (
                self._is_of_series(offer)
                or self._is_of_package(offer)
                or self._is_one_of_each(offer)
                or is_brought_in(self.change, self.change.by_path[offer.path])
            )
        ]

    def _without_inner(self, dead: list[Offer]) -> list[Offer]:
        """The dead ones without what its own file uses, unless it is one function of an older file.

        A new file and several names at once are a surface that somebody drew up; users may follow.
        """
        inner = [offer for offer in dead if self.users.in_own_file(offer)]
        count = Counter(offer.path for offer in inner)
        planned = {
            (offer.path, offer.name)
            for offer in inner
            if _is_value(offer)
            or offer.is_unpacked
            or count[offer.path] > 1
            or self._is_new(offer)
            or self._is_all_exported(offer)
        }
        return [offer for offer in dead if (offer.path, offer.name) not in planned]

    def _is_all_exported(self, offer: Offer) -> bool:
        """Whether its file keeps none of many functions to itself: there the word says nothing."""
        view = self.users.view(offer.path)
        functions = [
            found
            for found in (view.definitions if view is not None else ())
            if found.kind is Kind.FUNCTION and not (found.local or found.owner)
        ]
        return len(functions) >= _LEAST_FUNCTIONS and all(one.exported for one in functions)

    def _is_new(self, offer: Offer) -> bool:
        return self.change.by_path[offer.path].status is FileStatus.ADDED

    def _is_of_package(self, offer: Offer) -> bool:
        """Whether a whole package of Go is new, of several files: its users come in the next step.

        Its files take from each other without a word, so that none of them was forgotten.
        """
        beside = [file for file in self.change.files if _folder(file.path) == offer.folder]
        if offer.family != "go" or len(beside) < _LEAST_FILES:
            return False
        is_new = all(file.status is FileStatus.ADDED for file in beside)
        return is_new and self._by_folder[offer.folder] == len(beside)

    @cached_property
    def _by_folder(self) -> Counter[str]:
        """How many files each folder of the head has."""
        return Counter(map(_folder, self.users.head.paths()))

    def _is_one_of_each(self, offer: Offer) -> bool:
        """Whether the change gives several files a name of the same make, as `isRow` of `Row.ts`."""
        own = _make(offer)
        alike = {other.path for other in self.offers if own and _make(other) == own}
        return len(alike) > _LEAST_SIBLINGS

    def _is_of_series(self, offer: Offer) -> bool:
        """Whether a constant stands among others of the same beginning: one of a list of values.

        A question or a conversion belongs to those of its file that begin with the same word.
        """
        view = self.users.view(offer.path)
        offered = {} if view is None else offers_in(offer.path, view.text)
        ending = _ending(offer.name) if _is_value(offer) else ""
        if ending and any(name != offer.name and _ending(name) == ending for name in offered):
            return True
        if not offer.is_constant:
            first = _FAMILY.match(offer.name)
            family = [name for name in offered if first and name.startswith(first[0])]
            return len(family) > _LEAST_FAMILY
        beside = [
            other
            for other in offered.values()
            if other.is_constant and other.name != offer.name
            if abs(other.line - offer.line) <= _NEAR
        ]
        alike = [
            other for other in beside if other.name[:_LEAST_SHARED] == offer.name[:_LEAST_SHARED]
        ]
        return len(alike) >= _LEAST_SIBLINGS


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _make(offer: Offer) -> str:
    """What a name is made of around the name of its file; empty where it has nothing of it."""
    stem = offer.path.rpartition("/")[2].partition(".")[0]
    is_made = stem and stem in offer.name and not offer.is_default
    return offer.name.replace(stem, "*") if is_made else ""


def _ending(name: str) -> str:
    """The last two words of a name of three or more: what it is, as against what it is about."""
    words = _HUMPS.findall(name)
    return "".join(words[-2:]) if len(words) > _LEAST_SIBLINGS else ""


def _is_value(offer: Offer) -> bool:
    """Whether it holds something rather than does something, plain or worked out."""
    worked_out = " const " in f" {offer.text}" and not _DOES.search(offer.text)
    return offer.is_constant or (worked_out and not offer.is_unpacked)
