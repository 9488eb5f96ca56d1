"""Every outcome of every kind of write, over HTTP: the end is what an undisturbed run comes to."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from delivering import Essence, deliver, essence
from postil.forges.github.forge import GitHubForge
from postil.testing.github.faults import OUTCOMES, BodyOnly, Fault, Faults, Outcome, Partial, When
from writing import CASES, Aimed, Case

from fakes.github import Scene, scene

PAIRS = [(name, number) for name in CASES for number in range(len(OUTCOMES))]
CHOSEN = PAIRS if "AMBIGUOUS_SEEDS" in os.environ else PAIRS[4::9]
HALF = (Partial, BodyOnly)


@dataclass
class OnGitHub:
    """A pull request on the stand-in; every run has a connection of its own."""

    stage: Scene
    token: str

    def forge(self) -> GitHubForge:
        return self.stage.forge(self.token)

    def wait(self, seconds: float) -> None:
        self.stage.clock.sleep(seconds)

    def says(self, thread: str) -> None:
        if not thread:
            self.stage.hub.comment(self.stage.pull, self.stage.bob, "Why?")
            return
        first = next(iter(self.stage.pull.threads.values()))
        self.stage.hub.reply(first, self.stage.bob, "Why?")

    def begins(self, body: str) -> None:
        accounts = [each.author for each in self.stage.pull.comments.values()]
        assert accounts[0] is not None
        self.stage.hub.review(self.stage.pull, accounts[0], body=body, event=None)


def prepared(stage: Scene, case: Case) -> OnGitHub:
    ground = OnGitHub(stage, stage.token(stage.ada) if case.is_status else stage.bot_token())
    if case.before is not None:
        deliver(ground, case.before, "before")
    case.deed(ground, case.wish)
    return ground


def undisturbed(folder: Path, case: Case) -> Essence:
    with scene(folder) as stage:
        ground = prepared(stage, case)
        delivery = deliver(ground, case.wish, "clean")
        assert (delivery.left, delivery.refusals, delivery.trouble) == ((), (), "")
        return essence(ground.forge().look())


def spoiling(stage: Scene, outcome: Outcome) -> Callable[[int], Callable[[], None]]:
    def spoil(_nth: int) -> Callable[[], None]:
        stage.hub.faults.use(Faults([Fault(when=When(), outcome=outcome)]))
        return stage.hub.faults.clear

    return spoil


@pytest.mark.parametrize(("name", "number"), CHOSEN)
def test_f_10_to_f_15_any_outcome_of_any_write_comes_to_the_same(
    tmp_path: Path, name: str, number: int, tally: Callable[[str, str, int], None]
) -> None:
    case, outcome = CASES[name], OUTCOMES[number]
    (tmp_path / "clean").mkdir()
    (tmp_path / "spoilt").mkdir()
    clean = undisturbed(tmp_path / "clean", case)
    with scene(tmp_path / "spoilt") as stage:
        ground = prepared(stage, case)
        aimed = Aimed(ground.forge(), case, spoiling(stage, outcome))
        deliver(ground, case.wish, "one", forge=aimed)
        assert aimed.hits == 1, "the write of this kind never came"
        deliver(ground, case.wish, "two")
        found = essence(ground.forge().look())
        assert found == clean, outcome
        assert set(found.reviews) - {"One line."} == set(clean.reviews) - {"One line."}
        assert len(found.reviews) <= len(clean.reviews) + isinstance(outcome, HALF)
        stage.hub.journal.clear()
        assert deliver(ground, case.wish, "two").left == ()
        assert stage.hub.journal.writes == ()
    tally("left in doubt, over HTTP", f"{name}: {outcome}", 0)
