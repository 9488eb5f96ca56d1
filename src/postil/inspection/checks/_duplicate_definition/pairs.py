"""What a file says twice although only one of the two counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

LONGEST_NAME = 100


class Sort(StrEnum):
    """What it is that stands twice."""

    FUNCTION = "function"
    CLASS = "class"
    MEMBER = "member"
    KEY = "key"
    CASE = "case"
    CONDITION = "condition"
    OPERAND = "operand"
    RECIPE = "recipe"
    ENTRY = "entry"
    LINK = "link"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two places with one name; lines count from 1.

    `owner` is the class that both stand in, or the operator between both. `is_same` tells that
    both say the same, so that nothing is lost with one of them. `times` counts how often it stands
    there when there are more than two, of which these are the first and the last.
    """

    sort: Sort
    name: str
    first: int
    second: int
    owner: str = ""
    is_same: bool = False
    times: int = 2

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is known by when lines have moved."""
        return self.sort, self.owner, self.name


@dataclass(frozen=True, slots=True)
class Slot:
    """One place that takes a name, and what it puts there; without a name all before is forgotten."""

    name: str
    line: int
    value: str = ""


APART = Slot("", 0)
"""Stands where something unknown comes between, which may be why a name is given again."""


def paired(slots: Iterable[Slot], sort: Sort, owner: str = "") -> Iterator[Pair]:
    """Each slot that takes a name again, with the one before it."""
    taken: dict[str, Slot] = {}
    for slot in slots:
        if slot is APART:
            taken.clear()
            continue
        before = taken.get(slot.name)
        if before is not None:
            yield Pair(
                sort=sort,
                name=slot.name,
                first=before.line,
                second=slot.line,
                owner=owner,
                is_same=before.value == slot.value,
            )
        taken[slot.name] = slot


def joined(pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs, where what stands there three times or more is one of them."""
    found: dict[tuple[Sort, str, str, int], Pair] = {}
    for pair in pairs:
        before = found.pop((pair.sort, pair.owner, pair.name, pair.first), None)
        found[pair.sort, pair.owner, pair.name, pair.second] = (
            pair
            if before is None
            else replace(
                before,
                second=pair.second,
                times=before.times + 1,
                is_same=before.is_same and pair.is_same,
            )
        )
    return list(found.values())
