"""Whatever becomes of a write of any kind, the end is what an undisturbed run comes to."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import get_args

import pytest

from delivering import Essence, Notebook, deliver, essence
from memory_forge import MemoryForge, Mishap
from memory_ground import Memory
from postil.domain.publication import Action
from writing import CASES, Aimed, Case

SEEDS = int(os.environ.get("AMBIGUOUS_SEEDS", "3"))
OUTCOMES = [each for each in Mishap if each not in (Mishap.NONE, Mishap.HOLLOW)]
"""All that leave a doubt; what is plainly taken and hollow stays in the summary from then on."""
LOST = (Mishap.DROPPED_BEFORE, Mishap.ERROR_BEFORE, Mishap.LIE)
HALF = (Mishap.PARTIAL, Mishap.INVALID_BODY_KEPT)
"""What leaves a review that cannot be taken back without all of its notes."""


def prepared(case: Case) -> Memory:
    ground = Memory()
    if case.before is not None:
        deliver(ground, case.before, "before")
    case.deed(ground, case.wish)
    return ground


def undisturbed(case: Case) -> Essence:
    ground = prepared(case)
    assert deliver(ground, case.wish, "clean").left == ()
    return essence(ground.place.shown)


def spoiling(place: MemoryForge, mishaps: list[Mishap]) -> Callable[[int], Callable[[], None]]:
    def spoil(nth: int) -> Callable[[], None]:
        place.mishaps = [mishaps[nth]]
        return place.mishaps.clear

    return spoil


def _apart(reviews: tuple[str, ...]) -> tuple[int, list[str]]:
    """How many reviews only carry notes, and those that are a summary."""
    summaries = [each for each in reviews if each != "One line."]
    return len(reviews) - len(summaries), summaries


def test_every_kind_of_write_has_a_case() -> None:
    assert {case.action for case in CASES.values()} == set(get_args(Action))
    assert len(OUTCOMES) == 9


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("name", CASES)
def test_f_10_to_f_14_inv_08_any_outcome_of_any_write_comes_to_the_same(
    name: str, outcome: Mishap, tally: Callable[[str, str, int], None]
) -> None:
    for seed in range(SEEDS):
        chance = random.Random(f"{name} {outcome} {seed}")  # noqa: S311 - seeded on purpose
        case = CASES[name].sized(chance.randrange(3))
        clean = undisturbed(case)
        ground = prepared(case)
        # What is lost twice is given up and said in the summary, which is not this test.
        mishaps = [outcome, chance.choice([each for each in OUTCOMES if each not in LOST])]
        # A refusal is believed: nobody waits for what it may have left all the same.
        is_refused = Mishap.INVALID_BODY_KEPT in mishaps
        ground.place.lag = 0 if is_refused else chance.randrange(4)
        aimed = Aimed(
            ground.place, case, spoiling(ground.place, mishaps), later=chance.randrange(4)
        )
        journal = Notebook()
        deliver(ground, case.wish, "one", forge=aimed, journal=journal)
        assert aimed.hits, "the write of this kind never came"
        said = essence(ground.place.shown).comments
        assert aimed.hits > 1 or len(said) == len(set(said)), (name, seed, mishaps)
        kept = journal if chance.randrange(2) else Notebook()
        deliver(ground, case.wish, "two", journal=kept)
        found = essence(ground.place.shown)
        assert found == clean, (name, seed, mishaps[: aimed.hits])
        halves = sum(each in HALF for each in mishaps[: aimed.hits])
        beside, summaries = _apart(found.reviews)
        assert summaries == _apart(clean.reviews)[1], (name, seed, mishaps[: aimed.hits])
        assert beside <= _apart(clean.reviews)[0] + halves, (name, seed, mishaps[: aimed.hits])
        written = len(ground.place.writes)
        assert deliver(ground, case.wish, "two").left == ()
        assert len(ground.place.writes) == written, (name, outcome, seed)
        tally("left in doubt, in memory", f"{name}: {outcome}", seed)
