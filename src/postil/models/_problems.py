"""The ways in which an answer can fail to come, by names that can be written down."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from postil.domain.errors import (
    Garbled,
    ModelDown,
    ModelError,
    RateLimited,
    Refused,
    TooLong,
    Unusable,
)


class Failing(StrEnum):
    """What kind of failure it is; nothing about whose."""

    UNUSABLE = "unusable"
    RATE_LIMITED = "rate-limited"
    DOWN = "down"
    TOO_LONG = "too-long"
    REFUSED = "refused"
    GARBLED = "garbled"


_ERRORS: dict[Failing, type[ModelError]] = {
    Failing.UNUSABLE: Unusable,
    Failing.RATE_LIMITED: RateLimited,
    Failing.DOWN: ModelDown,
    Failing.TOO_LONG: TooLong,
    Failing.REFUSED: Refused,
    Failing.GARBLED: Garbled,
}
_KINDS = {error: kind for kind, error in _ERRORS.items()}


def error_of(kind: Failing) -> Callable[[str], ModelError]:
    return _ERRORS[kind]


def kind_of(error: ModelError) -> Failing:
    """An error that is none of these may pass, as one that says only that nothing came."""
    return _KINDS.get(type(error), Failing.DOWN)
