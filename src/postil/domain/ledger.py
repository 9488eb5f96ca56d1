"""The states a finding lives through; which of them count as open."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    NEW = "new"
    OPEN = "open"
    UNTOUCHED = "untouched"
    LIKELY_FIXED = "likely-fixed"
    RESOLVED = "resolved"
    REOPENED = "reopened"
    DISPUTED = "disputed"
    UPHELD = "upheld"
    WITHDRAWN = "withdrawn"
    DISMISSED = "dismissed"
    WONTFIX = "wontfix"
    DEFERRED = "deferred"
    SUPPRESSED = "suppressed"

    @property
    def is_open(self) -> bool:
        return self in _OPEN


_OPEN = frozenset(
    {State.NEW, State.OPEN, State.UNTOUCHED, State.REOPENED, State.DISPUTED, State.UPHELD}
)
