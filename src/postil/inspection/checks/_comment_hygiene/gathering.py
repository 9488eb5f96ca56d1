"""Tells many leftovers of one kind in one change as the one thing they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from postil.domain.finding import Remark
from postil.inspection.gathering import FEW, gathered

_DEBUG = "debug-leftover"
_ONE_BY_ONE = frozenset({"merge-marker"})


def leftovers(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """The remarks; the same debugging statement again and again is one habit, and said sooner."""
    told = list(remarks)
    debug = [remark for remark in told if remark.slug == _DEBUG]
    others = [remark for remark in told if remark.slug != _DEBUG]
    yield from gathered(others, lambda one: "" if one.slug in _ONE_BY_ONE else one.slug)
    yield from gathered(debug, lambda one: one.title, few=FEW - 1)
