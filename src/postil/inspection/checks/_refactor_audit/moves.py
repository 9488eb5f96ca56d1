"""Pairs what left one place of a change with what arrived in another."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change, FileStatus
from postil.inspection.checks._refactor_audit.places import Key, Place, is_read, places_in
from postil.ports import Tree

MOST_MOVES = 2_000
_EVERYWHERE = frozenset(
    {"main", "constructor", "initialize", "new", "setUp", "tearDown", "setup", "teardown", "init"}
)
_LEAST_ALIKE = 0.5
_LONGEST = 1_000
_ALIAS = re.compile(r"\b(?:type|using)\s{1,4}\w{1,80}(?:<[^<>\n]{0,80}>)?\s{0,4}=")


@dataclass(frozen=True)
class Move:
    """One thing, where it was and where it is; in one file when only its reach changed."""

    old: Place
    new: Place

    @property
    def is_elsewhere(self) -> bool:
        return self.old.path != self.new.path or (
            self.old.definition.owner != self.new.definition.owner
        )

    @property
    def is_opening(self) -> bool:
        """Whether it can be used from elsewhere since, and could not before."""
        return not self.old.is_public and self.new.is_open

    @property
    def is_outward(self) -> bool:
        """Whether it moved into another package, where what is private could not be reached."""
        old, new = self.old.path.partition("/src/"), self.new.path.partition("/src/")
        return bool(old[1] and new[1]) and old[0] != new[0]

    @cached_property
    def is_alike(self) -> bool:
        """Whether it is the same thing, by its lines; of a single line the name must do."""
        one, other = Counter(self.old.body), Counter(self.new.body)
        longest = max(one.total(), other.total())
        return longest == 1 or (one & other).total() >= _LEAST_ALIKE * longest

    @property
    def is_callable(self) -> bool:
        return self.new.is_callable

    @property
    def is_type(self) -> bool:
        return self.new.is_type


@dataclass(frozen=True)
class Moves:
    """What moved, what arrived without having been anywhere before, and what went for good.

    `classes` stand at head on their own: what left them is not inherited or aliased back;
    `beyond` counts moves that are too many to be followed.
    """

    moved: tuple[Move, ...]
    arrived: tuple[Place, ...]
    gone: tuple[Place, ...] = ()
    classes: frozenset[str] = frozenset()
    beyond: int = 0

    @cached_property
    def passing(self) -> frozenset[str]:
        """Names that only one of the two versions knows."""
        return frozenset(place.name for place in (*self.arrived, *self.gone))

    @cached_property
    def open_before(self) -> frozenset[tuple[str, Key]]:
        """What stands in another file since and was open there as well, by its new file and key."""
        return frozenset(
            (move.new.path, move.new.key)
            for move in self.moved
            if move.old.path != move.new.path and move.old.is_public
        )

    @cached_property
    def respelled(self) -> frozenset[str]:
        """Both names of what is called otherwise since, as when it was opened to others."""
        return frozenset(
            place.name
            for move in self.moved
            if move.old.name != move.new.name
            for place in (move.old, move.new)
        )


def moves_of(change: Change, *, base: Tree, head: Tree) -> Moves:
    """Every definition that left and arrived exactly once, and those that stayed."""
    gone: list[Place] = []
    arrived: list[Place] = []
    found: list[Move] = []
    for file in change.files:
        if not is_read(file):
            continue
        old = places_in(file.old_path, base) if file.status is not FileStatus.COPIED else {}
        new = places_in(file.path, head) if file.status is not FileStatus.DELETED else {}
        found += [Move(old[key], new[key]) for key in old if key in new]
        gone += [place for key, place in old.items() if key not in new]
        arrived += [place for key, place in new.items() if key not in old]
    found += _paired(gone, arrived)
    heads = [*(move.new for move in found), *arrived]
    taken = {id(place) for move in found for place in (move.old, move.new)}
    fresh = [place for place in arrived if id(place) not in taken]
    lost = [place for place in gone if id(place) not in taken]
    elsewhere = [move for move in found if move.is_elsewhere or move.is_opening]
    return Moves(
        tuple(elsewhere[:MOST_MOVES]),
        tuple(fresh[:MOST_MOVES]),
        tuple(lost),
        frozenset(place.name for place in heads if place.is_type and not _has_more(place)),
        max(0, len(elsewhere) - MOST_MOVES),
    )


def _paired(gone: Iterable[Place], arrived: Iterable[Place]) -> Iterator[Move]:
    """First by owner and name, then by name alone, each only where nothing is in doubt."""
    for with_owner in (True, False):
        left, came = _by_name(gone, with_owner=with_owner), _by_name(arrived, with_owner=with_owner)
        pairs = [
            Move(left[key][0], came[key][0])
            for key in left
            if len(left[key]) == 1 and len(came.get(key, ())) == 1
        ]
        yield from pairs
        taken = {id(move.old) for move in pairs} | {id(move.new) for move in pairs}
        gone = [place for place in gone if id(place) not in taken]
        arrived = [place for place in arrived if id(place) not in taken]


def _has_more(type_: Place) -> bool:
    """Whether a type has what stands elsewhere too: it inherits, or is another's second name."""
    return type_.definition.inherits or _ALIAS.search(type_.text[:_LONGEST]) is not None


def _by_name(places: Iterable[Place], *, with_owner: bool) -> dict[Key, list[Place]]:
    named: dict[Key, list[Place]] = defaultdict(list)
    for place in places:
        owner, name, group = place.key
        if with_owner or not _is_everywhere(place.name):
            named[(owner if with_owner else "", name, group)].append(place)
    return named


def _is_everywhere(name: str) -> bool:
    """Whether every other class has a member of that name."""
    return name in _EVERYWHERE or (name.startswith("__") and name.endswith("__"))
