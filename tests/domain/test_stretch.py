"""Lines picked out of a change: what meets them, and what they hold whole."""

from __future__ import annotations

import pytest

from postil.domain.change import Side
from postil.domain.finding import Evidence
from postil.domain.stretch import Stretch

from fakes.changes import change_between

CHANGE = change_between({"a.py": "one\ntwo\nsix\n"}, {"a.py": "one\nthree\nfour\nsix\n"})
"""Line 2 of the base goes, lines 2 and 3 of the head come."""


def evidence(start: int | None, end: int | None = None, **fields: str) -> Evidence:
    side = Side(fields.get("side", "new"))
    return Evidence(
        path=fields.get("path", "a.py"), side=side, revision="", text="", start=start, end=end
    )


SOME = Stretch(
    added={"a.py": frozenset({3})}, removed={"a.py": frozenset({2})}, paths=frozenset({"a.py"})
)


@pytest.mark.parametrize(
    ("shown", "is_met"),
    [
        (evidence(3), True),
        (evidence(1, 3), True),
        (evidence(3, 9), True),
        (evidence(2), False),
        (evidence(4, 9), False),
        (evidence(2, side="old"), True),
        (evidence(3, side="old"), False),
        (evidence(3, path="b.py"), False),
        (evidence(None), True),
        (evidence(None, path="b.py"), False),
    ],
)
def test_one_quoted_line_is_enough_to_meet(shown: Evidence, is_met: bool) -> None:
    assert SOME.meets(shown) is is_met


@pytest.mark.parametrize(
    ("shown", "is_held"),
    [
        (evidence(3), True),
        (evidence(3, 4), True),
        (evidence(2, 3), False),
        (evidence(1), False),
        (evidence(2, side="old"), True),
        (evidence(None), False),
        (evidence(3, path="b.py"), False),
    ],
)
def test_held_is_what_the_change_wrote_and_all_of_it(shown: Evidence, is_held: bool) -> None:
    assert SOME.holds(shown, CHANGE) is is_held
