"""Two publishers at one pull request, in any order, killed at any step: nothing twice or lost."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from delivering import LABELS, Essence, Notebook, Wish, deliver, essence, sealed
from interleaving import Runner, interleaved
from memory_forge import MemoryForge
from memory_ground import Memory
from postil.domain.publication import Action, Carrier, PostComment, PostReview, Receipt
from postil.publish.carrying_out import Courier

SEEDS = int(os.environ.get("KILL_SEEDS", "2"))
POINTS = range(1, 31)
"""Steps of a run at which it may be killed; a first one takes no more."""

WISH = Wish(lines=3, files=2, label=LABELS[0])
CARRIERS = [Carrier.COMMENT, Carrier.COMMENT_PER_HEAD, Carrier.REVIEW]


def begun(carrier: Carrier, *, is_first: bool) -> Memory:
    """A pull request nobody has written on, or one with a review of ours and two questions."""
    ground = Memory()
    if not is_first:
        deliver(
            ground,
            Wish(carrier=carrier, lines=2, text="Earlier.", title="Notes", label=LABELS[1]),
            "before",
        )
        ground.says(ground.place.shown.threads[1].id)
        ground.says("")
    return ground


def undisturbed(wish: Wish, *, is_first: bool) -> Essence:
    ground = begun(wish.carrier, is_first=is_first)
    deliver(ground, wish, "clean")
    deliver(ground, wish, "again")
    return essence(ground.place.shown)


def runner(ground: Memory, wish: Wish, name: str, die_at: int = 0) -> Runner:
    """A run that must not say that all is written unless it is."""

    def work(forge: Runner) -> None:
        delivery = deliver(ground, wish, name, forge=forge, journal=Notebook())
        shown = ground.place.shown
        assert delivery.left or len(shown.threads) >= len(wish.findings)

    return Runner(forge=ground.place, work=work, die_at=die_at)


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("is_first", [True, False], ids=["first", "later"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_f_01_f_03_inv_01_to_inv_03_two_runs_at_once_one_or_both_killed(
    carrier: Carrier, seed: int, tally: Callable[[str, str, int], None], *, is_first: bool
) -> None:
    wish = replace(WISH, carrier=carrier, closes=not is_first)
    clean = undisturbed(wish, is_first=is_first)
    for point in POINTS:
        chance = random.Random(f"{carrier} {is_first} {seed} {point}")  # noqa: S311 - on purpose
        ground = begun(carrier, is_first=is_first)
        second = chance.choice([0, chance.choice(POINTS)])
        runners = [runner(ground, wish, "one", point), runner(ground, wish, "two", second)]
        interleaved(runners, chance)
        deliver(ground, wish, "three")
        where = (carrier, is_first, seed, point, second)
        found = essence(ground.place.shown)
        # Of checks with one name a forge shows the newest, and none can be taken back.
        assert replace(found, checks=tuple(dict.fromkeys(found.checks))) == clean, where
        assert len(found.reviews) - len(clean.reviews) <= 1, where
        written = len(ground.place.writes)
        assert deliver(ground, wish, "three").left == (), where
        assert len(ground.place.writes) == written, where
        tally("two at once, killed in this process", f"{carrier} {is_first} {point}", seed)


def courier(ground: Memory) -> Courier:
    return Courier(forge=ground.place, seal=sealed(ground.place.shown), wait=ground.wait)


@pytest.mark.parametrize("carrier", [Carrier.COMMENT_PER_HEAD, Carrier.REVIEW])
def test_gh_29_who_was_told_to_go_on_late_looks_at_what_stands_first(carrier: Carrier) -> None:
    wish, ground = replace(WISH, carrier=carrier), Memory()
    start = ground.place.look()
    deliver(ground, wish, "one")
    stood = essence(ground.place.shown)
    delivery = courier(ground).deliver(wish.composed(start, "two"), start)
    assert not any(isinstance(each.action, PostReview) for each in delivery.receipts)
    assert essence(ground.place.shown) == stood


def test_f_03_of_two_summaries_for_one_head_the_older_goes_on() -> None:
    """The other run posts its own between our look and our write."""
    wish, ground = replace(WISH, carrier=Carrier.COMMENT_PER_HEAD), Memory()
    start = ground.place.look()
    theirs = wish.composed(start, "one")(start, {}).body

    class Overtaken(MemoryForge):
        def carry_out(self, action: Action) -> Receipt:
            if not self.writes:
                super().carry_out(PostComment(body=theirs))
            return super().carry_out(action)

    ground.place = Overtaken()
    delivery = courier(ground).deliver(wish.composed(start, "two"), start)
    assert delivery.is_yielded
    assert delivery.left
    assert [type(each.action).__name__ for each in delivery.receipts] == ["AddLabel", "PostComment"]
    deliver(ground, wish, "three")
    assert essence(ground.place.shown) == undisturbed(wish, is_first=True)
