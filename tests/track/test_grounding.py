"""A memory somebody noted down, with what the repository knows about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.memory import Memory
from postil.track.grounding import grounded
from track.lives import FIRST, SECOND, entry, memory, place

FILES = {(FIRST, "a.py"): "one\ntwo\nthree\n"}


def known(made: Memory) -> Memory:
    return grounded(
        made,
        lambda name: FIRST if name == FIRST[:7] else name,
        lambda revision, path: FILES.get((revision, path)),
    )


def test_short_ids_become_whole_ones_everywhere() -> None:
    short = replace(memory(entry(evidence=(place(revision=FIRST[:7]),))), heads=(SECOND, FIRST[:7]))
    events = tuple(replace(event, head=FIRST[:7]) for event in short.entries[0].events)
    made = known(replace(short, entries=(replace(short.entries[0], events=events),)))
    (only,) = made.entries
    assert (made.heads, only.first_head) == ((SECOND, FIRST), FIRST)
    assert only.finding.place == place(revision=FIRST)


@pytest.mark.parametrize(
    ("noted", "text"),
    [
        (place(text="", start=2, end=2), "two"),
        (place(text="", start=2, end=None), "two"),
        (place(text="", start=2, end=3), "two\nthree"),
        (place(text="", start=9, end=9), ""),
        (place(text="", start=None, end=None), ""),
        (place(text="", start=2, end=2, path="gone.py"), ""),
        (place(text="", start=2, end=2, revision=SECOND), ""),
        (place(text="mine", start=2, end=2), "mine"),
    ],
)
def test_a_line_that_is_only_numbered_is_quoted(noted: object, text: str) -> None:
    (only,) = known(memory(entry(evidence=(noted,)))).entries
    assert only.finding.place.text == text
