"""A label that cannot be written is told and holds nothing up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from delivering import LABELS, Wish, essence, sealed
from memory_forge import ME, PULL, MemoryForge, Mishap
from postil.domain.forge import Shown
from postil.domain.publication import (
    Action,
    AddLabel,
    Carrier,
    Fate,
    Receipt,
    Refusal,
    RemoveLabel,
)
from postil.publish.carrying_out import LABEL, LOOKS, Courier, Delivery, is_label
from writing import CASES, Aimed

CHANGES, CLEAN = LABELS
LABELLED = Wish(label=CHANGES)
CARRIERS = [Carrier.COMMENT, Carrier.COMMENT_PER_HEAD, Carrier.REVIEW]


@dataclass
class Narrow(MemoryForge):
    """A forge that takes everything but labels."""

    refusal: Refusal = Refusal.FORBIDDEN

    def carry_out(self, action: Action) -> Receipt:
        if not is_label(action):
            return super().carry_out(action)
        self.writes.append(action)
        return Receipt(action=action, fate=Fate.REFUSED, refusal=self.refusal, why="No.")


@dataclass
class Run:
    """One delivery, and the waits in it."""

    forge: MemoryForge
    wish: Wish = LABELLED
    waits: list[float] = field(default_factory=list)

    def deliver(self, through: Aimed | None = None) -> Delivery:
        forge = through or self.forge
        start = forge.look()
        courier = Courier(forge=forge, seal=sealed(start), wait=self.waits.append)
        return courier.deliver(self.wish.composed(start, "run"), start)

    @property
    def kinds(self) -> list[str]:
        return [type(each).__name__ for each in self.forge.writes]


def place(*labels: str) -> Shown:
    return Shown(pull=replace(PULL, labels=labels), me=ME)


@pytest.mark.parametrize("refusal", list(Refusal))
@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_refused_label_leaves_the_review_as_it_would_be(
    carrier: Carrier, refusal: Refusal
) -> None:
    plain = Run(MemoryForge(shown=place("bug")), Wish(carrier=carrier))
    plain.deliver()
    run = Run(Narrow(shown=place("bug"), refusal=refusal), Wish(carrier=carrier, label=CHANGES))
    delivery = run.deliver()
    assert delivery.left == (AddLabel(name=CHANGES),)
    assert essence(run.forge.shown) == essence(plain.forge.shown)
    assert delivery.unplaced == {LABEL: refusal}
    assert run.kinds.count("AddLabel") == 1
    assert run.waits == []


@pytest.mark.parametrize("refusal", [Refusal.FORBIDDEN, Refusal.LOCKED, Refusal.UNAUTHENTICATED])
def test_whoever_may_not_take_one_off_is_not_asked_to_put_one_on(refusal: Refusal) -> None:
    run = Run(Narrow(shown=place(CLEAN), refusal=refusal))
    run.deliver()
    assert [each for each in run.forge.writes if is_label(each)] == [RemoveLabel(name=CLEAN)]


def test_one_that_cannot_go_does_not_keep_the_right_one_away() -> None:
    run = Run(Narrow(shown=place(CLEAN), refusal=Refusal.INVALID))
    run.deliver()
    labels = [each for each in run.forge.writes if is_label(each)]
    assert labels == [RemoveLabel(name=CLEAN), AddLabel(name=CHANGES)]


def test_a_locked_label_does_not_silence_the_conversation() -> None:
    run = Run(Narrow(refusal=Refusal.LOCKED))
    run.deliver()
    assert run.kinds[-3:] == ["PostReview", "EditComment", "SetCheck"]


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_label_in_doubt_is_sent_again_at_once(carrier: Carrier) -> None:
    run = Run(MemoryForge(), Wish(carrier=carrier, label=CHANGES))
    aimed = Aimed(run.forge, CASES[f"label, {carrier}"], _lost(run.forge, Mishap.DROPPED_BEFORE))
    assert run.deliver(aimed).left == ()
    assert run.kinds.count("AddLabel") == 2
    assert run.waits == []


def test_one_that_is_lost_twice_is_given_up_and_owed() -> None:
    run = Run(MemoryForge())
    lost = Mishap.ERROR_BEFORE
    aimed = Aimed(run.forge, CASES["label, comment"], _lost(run.forge, lost), later=1)
    delivery = run.deliver(aimed)
    assert delivery.left == (AddLabel(name=CHANGES),)
    assert delivery.unplaced == {LABEL: None}
    assert run.waits == []
    assert run.kinds == [
        "PostComment",
        "AddLabel",
        "AddLabel",
        "PostReview",
        "EditComment",
        "SetCheck",
    ]


def test_one_that_was_taken_is_waited_for_until_it_shows() -> None:
    run = Run(MemoryForge(lag=2), Wish(lines=0, carrier=Carrier.COMMENT_PER_HEAD, label=CHANGES))
    assert run.deliver().left == ()
    assert run.kinds.count("AddLabel") == 1
    assert run.waits
    assert set(run.waits) <= set(LOOKS)


def _lost(forge: MemoryForge, mishap: Mishap) -> Callable[[int], Callable[[], None]]:
    def spoil(_nth: int) -> Callable[[], None]:
        forge.mishaps = [mishap]
        return forge.mishaps.clear

    return spoil
