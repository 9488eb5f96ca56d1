"""What titles say about the state of the work."""

from __future__ import annotations

import pytest

from postil.inspection.titles import is_beginning, is_unfinished


@pytest.mark.parametrize(
    ("title", "unfinished"),
    [
        ("WIP: pools", True),
        ("[Draft] pools", True),
        ("fixup! Use pools", True),
        ("Pools, a prototype", True),
        ("Wipe the pools", False),
        ("Use pools", False),
        ("", False),
        ("x" * 100_000 + " prototype", False),
    ],
)
def test_unfinished_work(title: str, *, unfinished: bool) -> None:
    assert is_unfinished(title) is unfinished


@pytest.mark.parametrize(
    ("title", "beginning"),
    [
        ("Hacky start to building a select box", True),
        ("Very basic rendering started.", True),
        ("First cut of pools", True),
        ("Latest pools. Far from being done", True),
        ("Start the pools at once", False),
        ("Show the start of a row", False),
        ("Use the first pool", False),
        ("x" * 100_000 + " unfinished", False),
    ],
)
def test_first_steps(title: str, *, beginning: bool) -> None:
    assert is_beginning(title) is beginning
