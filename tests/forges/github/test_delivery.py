"""The publisher on the real adapter over HTTP: few requests, nothing twice, nothing lost."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from delivering import Notebook
from postil.domain.forge import Conclusion, Shown
from postil.domain.marks import Mark, MarkKind, Seal, Stage
from postil.domain.publication import Carrier, CheckWanted, Note, Wanted
from postil.forges.github.forge import GitHubForge
from postil.publish.carrying_out import Composed, Courier, Delivery, Unplaced
from postil.publish.planning import plan
from postil.publish.recognising import recognise
from postil.testing.github import Faults, When
from postil.testing.github.faults import OUTCOMES

from fakes.github import Scene, scene

KEY = b"k"
SEEDS = int(os.environ.get("KILL_SEEDS", "2"))


def seal(shown: Shown) -> Seal:
    return Seal(repository_id=shown.pull.repository_id, number=shown.pull.number, key=KEY)


def composed(shown: Shown, *, lines: int, files: int = 0) -> Composed:
    """A summary, so many notes on lines and on files, and a check."""
    ours, head = seal(shown), shown.pull.head

    def note(number: int) -> Note:
        mark = Mark(kind=MarkKind.NOTE, head=head, id=f"{number:08x}")
        line = number if number <= lines else None
        body = ours.stamp(f"Finding {number}.", mark)
        return Note(finding=mark.id, path="many.py", body=body, line=line)

    def summary(text: str, stage: Stage) -> str:
        return ours.stamp(text, Mark(kind=MarkKind.SUMMARY, head=head, id="run", stage=stage))

    def of(_: Shown, unplaced: Unplaced) -> Wanted:
        notes = [note(number) for number in range(1, lines + files + 1)]
        return Wanted(
            head=head,
            carrier=Carrier.COMMENT,
            body=summary(f"Read. Only here: {' '.join(sorted(unplaced))}", Stage.FINAL),
            opening=summary("In progress.", Stage.OPENING),
            review_body=ours.stamp("One line.", Mark(kind=MarkKind.REVIEW, head=head)),
            notes=tuple(each for each in notes if each.finding not in unplaced),
            check=CheckWanted(
                name="postil", conclusion=Conclusion.FAILURE, title="Blocking", summary="See."
            ),
        )

    return of


def deliver(stage: Scene, forge: GitHubForge, *, lines: int, files: int = 0) -> Delivery:
    shown = forge.look()
    courier = Courier(forge=forge, seal=seal(shown), wait=stage.clock.sleep, journal=Notebook())
    return courier.deliver(composed(shown, lines=lines, files=files), shown)


def holds(shown: Shown, *, lines: int, files: int = 0) -> None:
    """One summary that is final, every finding said once, and nothing left to plan."""
    ours = seal(shown)
    own = recognise(shown, ours)
    assert [each.mark.stage for each in own.summaries] == [Stage.FINAL]
    said = Counter(
        marked.mark.id
        for each in shown.threads
        if (marked := ours.read(each.comments[0].body)) is not None
    )
    body = own.summaries[0].comment.body
    for number in range(1, lines + files + 1):
        assert said[f"{number:08x}"] + (f"{number:08x}" in body) == 1
    every = {f"{number:08x}" for number in range(1, lines + files + 1)}
    unplaced = dict.fromkeys(every - set(said))
    assert plan(composed(shown, lines=lines, files=files)(shown, unplaced), shown, ours) == ()


def with_many_lines(stage: Scene) -> None:
    stage.push({"many.py": "".join(f"{number}\n" for number in range(1, 31))})


def test_a_first_review_with_twenty_notes_takes_at_most_twelve_requests(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        with_many_lines(stage)
        forge = stage.forge()
        forge.patches()
        forge.head()
        delivery = deliver(stage, forge, lines=20)
        assert delivery.left == ()
        assert len(stage.hub.journal.exchanges) <= 12, str(stage.hub.journal)
        assert len(stage.hub.journal.writes) == 4
        holds(forge.look(), lines=20)


def test_an_unchanged_run_takes_two_reads_and_no_write(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        with_many_lines(stage)
        token = stage.bot_token()
        deliver(stage, stage.forge(token), lines=20)
        stage.hub.journal.clear()
        again = deliver(stage, stage.forge(token), lines=20)
        assert (again.receipts, again.left) == ((), ())
        assert stage.hub.journal.writes == ()
        assert len(stage.hub.journal.reads) == 2


def test_inv_13_a_hundred_and_twenty_findings_are_paced_and_none_is_lost(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        with_many_lines(stage)
        forge = stage.forge()
        delivery = deliver(stage, forge, lines=20, files=100)
        assert delivery.left == ()
        moments = [each.moment for each in stage.hub.journal.writes]
        most = max(sum(1 for other in moments if 0 <= other - one < 60) for one in moments)
        assert most <= 40
        assert len(moments) == 104
        holds(forge.look(), lines=20, files=100)


@pytest.mark.parametrize("outcome", OUTCOMES, ids=str)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_f_11_whatever_becomes_of_two_writes_the_end_is_the_same(
    tmp_path: Path, outcome: object, seed: int
) -> None:
    with scene(tmp_path) as stage:
        with_many_lines(stage)
        token = stage.bot_token()
        among = [When(method=method, path="/repos/*") for method in ("POST", "PATCH")]
        plan_of_faults = Faults.seeded(seed, count=2, among=among, outcomes=[outcome], latest=4)  # type: ignore[list-item]
        stage.hub.faults.use(plan_of_faults)
        deliver(stage, stage.forge(token), lines=4, files=2)
        stage.hub.faults.clear()
        forge = stage.forge(token)
        deliver(stage, forge, lines=4, files=2)
        holds(forge.look(), lines=4, files=2)
