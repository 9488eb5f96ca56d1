"""Where the quotes of remembered findings are now, also those that were masked when they were kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.change import ChangedFile
from postil.pipeline.past import Past
from postil.pipeline.whereabouts import whereabouts
from postil.track.locating import Kind, Sides
from track.lives import FIRST, ID, SECOND, entry, place

from fakes.changes import change_between
from fakes.trees import MemoryTree

OLD = 'REGION = "eu"\nTOKEN = "s3cr3t"\nRETRIES = 3\n'
MASKED = 'TOKEN = "[token 1a2b3c4d]"'


def kind(new: str, text: str = MASKED, *, is_gone: bool = False) -> tuple[Kind, int]:
    """What became of line 2 of the old text, as it was kept."""
    change = change_between({"a.py": OLD}, {"a.py": new})
    files: tuple[ChangedFile, ...] = change.files
    tree = MemoryTree({"a.py": new})
    sides = Sides(new=tree, old=None if is_gone else MemoryTree({"a.py": OLD}), files=files)
    past = Past(sides=lambda _head: sides, follows=lambda _head: True)
    known = entry(evidence=(place(text=text, start=2, end=2),))
    answer = whereabouts([known], past, SECOND)[ID].answers[0]
    return answer.kind, answer.start


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (OLD, (Kind.SAME, 2)),
        ("import os\n\n" + OLD, (Kind.MOVED, 4)),
        (OLD.replace('TOKEN = "s3cr3t"\n', ""), (Kind.DELETED, 0)),
    ],
)
def test_a_masked_quote_is_followed_by_its_lines(new: str, expected: tuple[Kind, int]) -> None:
    assert kind(new) == expected


def test_a_secret_that_was_taken_out_is_known_to_be_altered() -> None:
    assert kind(OLD.replace('"s3cr3t"', 'os.environ["TOKEN"]'))[0] in (Kind.EDITED, Kind.DELETED)


def test_without_the_old_revision_there_is_nothing_to_follow_it_by() -> None:
    assert kind(OLD, is_gone=True) == (Kind.UNKNOWN, 0)


def test_a_quote_that_stands_in_other_lines_than_noted_is_not_taken_for_them() -> None:
    assert kind(OLD, text='REGION = "eu"') == (Kind.UNKNOWN, 0)


def test_what_was_seen_here_is_not_asked_for() -> None:
    past = Past(
        sides=lambda _head: Sides(new=MemoryTree({"a.py": OLD})), follows=lambda _head: True
    )
    known = entry(evidence=(replace(place(), revision=SECOND),))
    assert whereabouts([known], past, SECOND) == {}
    assert place().revision == FIRST
