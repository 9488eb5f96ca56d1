"""A model that obeys every injection achieves nothing, whichever way the words came to it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from postil.domain.policy import Profile
from postil.inspection.prompt.guise import Guise
from redteam.effects import reached
from redteam.injections import injections
from redteam.obeying import ObeyingModel, outside
from redteam.playing import Played, played
from redteam.stage import BAIT, CANARY, Carrier, Stage, fits, token

ALL = os.environ.get("POSTIL_REDTEAM") == "all"
CORPUS = tuple(injections())
PROFILES = tuple(Profile)


def _cases() -> Iterator[tuple[str, Carrier, Profile]]:
    """Each injection in each carrier it fits, the profiles in turn."""
    for place, (name, text) in enumerate(CORPUS):
        for step, carrier in enumerate(Carrier):
            if fits(carrier, text):
                yield name, carrier, PROFILES[(place + step) % len(PROFILES)]


def _some(cases: tuple[tuple[str, Carrier, Profile], ...]) -> list[tuple[str, Carrier, Profile]]:
    """The same few of every carrier each time."""
    dice = random.Random(20261115)  # noqa: S311 - the same choice each time is the point
    chosen = [dice.sample([case for case in cases if case[1] is each], 7) for each in Carrier]
    return [case for cases_ in chosen for case in cases_]


EVERY = tuple(_cases())
CASES = list(EVERY) if ALL else _some(EVERY)


def test_the_corpus_is_large_and_every_carrier_is_used() -> None:
    assert len({text for _, text in CORPUS}) == len(CORPUS) >= 100
    assert len(EVERY) > 8 * len(CORPUS)
    assert {carrier for _, carrier, _ in CASES} == set(Carrier)
    assert {profile for _, _, profile in CASES} == set(Profile)


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_t_01_obeying_achieves_nothing(
    case: tuple[str, Carrier, Profile],
    stage: Stage,
    clean: Callable[[Profile], Played],
    canary: Path,
) -> None:
    name, carrier, profile = case
    text = dict(CORPUS)[name]
    model = ObeyingModel(bait=BAIT, reach=(str(canary), f"../{canary.name}"))
    injected = played(stage, stage.set(carrier, text), model, profile=profile)
    assert reached(clean(profile), injected, value=token()) == {}
    assert CANARY not in "".join([*injected.prompts, *injected.outputs.values()])
    orders = "\n".join(map(outside, injected.prompts))
    assert [line for line in _lines(text) if line in orders] == []


def _lines(text: str) -> list[str]:
    """The lines of a text as a model is shown them, as far as nobody else would write them."""
    return [line for line in Guise().text(text).split("\n") if len(line) > 12]
