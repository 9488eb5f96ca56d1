"""What a sentence of a prompt can do: the sorts of demands and denials, and one reading of its words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Sort(Enum):
    """What a sentence does: demand, or deny."""

    EVERY = auto()
    AFTER = auto()
    NEVER_SKIP = auto()
    SKIP = auto()
    DROP = auto()
    LIMIT = auto()
    DO = auto()
    DO_NOT = auto()
    KEEP_TO = auto()
    SHOWN = auto()
    LISTED = auto()
    ALONE = auto()
    BESIDE = auto()
    OTHERWISE = auto()
    IN_FORM = auto()
    NOT_IN_FORM = auto()
    WAIT = auto()
    SHARE = auto()
    IN_ROW = auto()


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing a sentence says: `at` is where its words begin, `strong` when it allows no exception."""

    sort: Sort
    at: int
    noun: str = ""
    verb: str = ""
    object: str = ""
    is_strong: bool = False
