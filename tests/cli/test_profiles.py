"""`postil profiles` shows the profiles side by side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from postil.cli import _tables
from postil.domain.policy import PROFILES, Profile
from postil.domain.severity import Severity

from commands import Ran


def test_every_profile_is_a_column(run: Callable[..., Ran]) -> None:
    ran = run("profiles")
    lines = ran.out.splitlines()
    assert ran.status == 0
    assert lines[0].split() == ["option", *Profile]
    assert max(map(len, lines)) <= 80
    (block_at,) = [line for line in lines if line.startswith("block_at")]
    assert block_at.split()[1:] == [str(policy.block_at or "none") for policy in PROFILES.values()]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        (Severity.HIGH, "high"),
        ((), "none"),
        (("a", None), "a, none"),
        (frozenset({Severity.LOW}), "low"),
        (2.5, "2.5"),
        ("text", "text"),
    ],
)
def test_a_value_is_shown_in_the_words_of_the_file(value: object, words: str) -> None:
    assert _tables.shown(value) == words


def test_long_cells_are_folded_and_stay_in_their_column() -> None:
    rows = {"a": ["one two three four five six seven eight nine", ""], "long-name": ["x", "y"]}
    lines = list(_tables.aligned(("name", "first", "second"), rows))
    assert lines == [
        "name       first                             second",
        "a          one two three four five six",
        "           seven eight nine",
        "long-name  x                                 y",
    ]
