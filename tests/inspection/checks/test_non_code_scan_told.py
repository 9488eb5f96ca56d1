"""How many values of a kind are told: one by one while they are few, at once when they are many."""

from __future__ import annotations

import pytest

from postil.domain.change import Side
from postil.inspection.checks._non_code_scan.sightings import Sighting
from postil.inspection.checks._non_code_scan.told import MOST_PLACES, remarks
from postil.inspection.credentials import Credential, Grade


def sighting(path: str, digest: str, *, name: str = "token", side: Side = Side.NEW) -> Sighting:
    text = f'{name} = "{digest}"'
    start = text.index(digest)
    credential = Credential("token", start, start + len(digest), Grade.SURROUNDINGS, digest)
    return Sighting(path, side, 1, text, credential, (credential,))


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ([("a", "1", "x"), ("a", "2", "x")], 2),
        ([("a", "1", "x"), ("a", "2", "y"), ("a", "3", "z")], 1),
        ([("a", "1", "x"), ("b", "2", "x"), ("c", "3", "x")], 1),
        ([("a", "1", "x"), ("b", "2", "y"), ("c", "3", "z")], 3),
        ([("a", "1", "x"), ("b", "1", "x"), ("c", "1", "x")], 1),
    ],
)
def test_many_are_one(seen: list[tuple[str, str, str]], told: int) -> None:
    found = [sighting(path, digest, name=name) for path, digest, name in seen]
    assert len(list(remarks(found))) == told


@pytest.mark.parametrize("side", list(Side))
def test_one_remark_says_how_many_and_shows_the_first_places(side: Side) -> None:
    (remark,) = remarks(sighting("a", str(number), side=side) for number in range(10, 20))
    assert "10 values of the kind token" in remark.title
    assert [quote.text for quote in remark.quotes] == [
        f'token = "{number}"' for number in range(10, 10 + MOST_PLACES)
    ]


def test_sides_are_told_apart() -> None:
    found = [sighting("a", str(number)) for number in range(2)]
    found += [sighting("a", str(number), side=Side.OLD) for number in range(2, 4)]
    assert len(list(remarks(found))) == 4
