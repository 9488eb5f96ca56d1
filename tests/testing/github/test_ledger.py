"""Writes can be taken back: after any of them, everything is as it was."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from postil.testing.github.state.ledger import Ledger


@dataclass
class Thing:
    name: str = "a"
    size: int = 0
    parts: list[int] = field(default_factory=list)


@dataclass
class Shelf:
    things: dict[int, Thing] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)


KEYS = st.integers(0, 5)
ACTS = st.lists(
    st.tuples(st.sampled_from(["put", "append", "drop", "remove", "change"]), KEYS), max_size=20
)


def do(ledger: Ledger, shelf: Shelf, act: str, key: int) -> None:
    if act == "put" and key not in shelf.things:
        ledger.put(shelf.things, key, Thing())
    elif act == "append":
        ledger.append(shelf.order, key + 10 * len(shelf.order))
    elif act == "drop" and key in shelf.things:
        ledger.drop(shelf.things, key)
    elif act == "remove" and shelf.order:
        ledger.remove(shelf.order, shelf.order[key % len(shelf.order)])
    elif act == "change" and key in shelf.things:
        thing = shelf.things[key]
        ledger.change(thing, size=thing.size + 1, parts=[*thing.parts, key])


@given(before=ACTS, after=ACTS)
def test_everything_is_as_it_was(
    before: list[tuple[str, int]], after: list[tuple[str, int]]
) -> None:
    ledger, shelf = Ledger(), Shelf()
    for act in before:
        do(ledger, shelf, *act)
    ledger.open()
    assert ledger.written == 0
    kept = deepcopy(shelf)
    for act in after:
        do(ledger, shelf, *act)
    ledger.take_back()
    assert shelf == kept
    assert list(shelf.things) == list(kept.things)
    assert ledger.written == 0


def test_what_was_written_is_counted() -> None:
    ledger, shelf = Ledger(), Shelf()
    ledger.put(shelf.things, 1, Thing())
    ledger.change(shelf.things[1], name="b")
    assert ledger.written == 2
