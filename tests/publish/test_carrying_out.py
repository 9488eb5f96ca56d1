"""Whatever becomes of the writes: nothing twice, nothing lost, and nothing left to plan."""

from __future__ import annotations

import contextlib
import os
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from delivering import LABELS, Notebook
from memory_forge import ANN, HEAD, ME, PULL, Killed, MemoryForge, Mishap, seeded
from postil.domain.forge import Comment, Conclusion, Shown
from postil.domain.marks import Mark, MarkKind, Seal, Stage
from postil.domain.publication import (
    Answer,
    Carrier,
    CheckWanted,
    Closing,
    DeleteComment,
    EditComment,
    Fate,
    LabelWanted,
    Note,
    PostComment,
    PostReview,
    Refusal,
    SetCheck,
    Wanted,
)
from postil.publish.carrying_out import Composed, Courier, Delivery, Unplaced
from postil.publish.planning import plan
from postil.publish.recognising import recognise

SEAL = Seal(repository_id="R_1", number=7, key=b"k")
FINDINGS = tuple(f"{n:08x}" for n in range(1, 9))
SEEDS = int(os.environ.get("KILL_SEEDS", "20"))


def summary(text: str, *, run: str = "run1", stage: Stage = Stage.FINAL) -> str:
    return SEAL.stamp(text, Mark(kind=MarkKind.SUMMARY, head=HEAD, id=run, stage=stage))


def note(finding: str, line: int | None = 3) -> Note:
    body = SEAL.stamp(f"Note {finding}", Mark(kind=MarkKind.NOTE, head=HEAD, id=finding))
    return Note(finding=finding, path="a.py", line=line, body=body)


def composed(carrier: Carrier = Carrier.COMMENT, run: str = "run1") -> Composed:
    """Eight findings: six on lines, two on the file; what cannot be placed is in the summary."""

    def of(_shown: Shown, unplaced: Unplaced) -> Wanted:
        notes = [
            note(each, line=None if each in FINDINGS[6:] else 3)
            for each in FINDINGS
            if each not in unplaced
        ]
        said = " ".join(sorted(unplaced))
        return Wanted(
            head=HEAD,
            carrier=carrier,
            body=summary(f"Review. Only here: {said}", run=run),
            opening=""
            if carrier is not Carrier.COMMENT
            else summary("In progress", run=run, stage=Stage.OPENING),
            review_body=SEAL.stamp("One line", Mark(kind=MarkKind.REVIEW, head=HEAD)),
            notes=tuple(notes),
            check=CheckWanted(
                name="postil", conclusion=Conclusion.FAILURE, title="Blocking", summary=""
            ),
        )

    return of


def deliver(
    forge: MemoryForge, want: Composed | None = None, journal: Notebook | None = None
) -> Delivery:
    courier = Courier(
        forge=forge, seal=SEAL, wait=lambda _seconds: None, journal=journal or Notebook()
    )
    return courier.deliver(want or composed(), forge.look())


def holds(forge: MemoryForge, want: Composed, carrier: Carrier = Carrier.COMMENT) -> None:
    """One summary, every finding said exactly once, and nothing more to do."""
    own = recognise(forge.shown, SEAL)
    threads = Counter(
        SEAL.read(each.comments[0].body).mark.id  # type: ignore[union-attr]
        for each in forge.shown.threads
    )
    assert max(threads.values(), default=1) == 1
    if carrier is Carrier.REVIEW:
        summaries = [each for each in own.reviews if each.mark.kind is MarkKind.SUMMARY]
        assert len(summaries) == 1
        body = summaries[0].review.body
    else:
        assert len(own.summaries) == 1
        assert own.summaries[0].mark.stage is Stage.FINAL
        body = own.summaries[0].comment.body
    for finding in FINDINGS:
        assert (finding in threads) + (finding in body) == 1, finding
    unplaced = dict.fromkeys(set(FINDINGS) - set(threads))
    assert plan(want(forge.shown, unplaced), forge.shown, SEAL) == ()


def test_a_first_delivery_takes_five_writes_and_two_for_the_file() -> None:
    forge = MemoryForge()
    delivery = deliver(forge)
    kinds = [type(each).__name__ for each in forge.writes]
    assert kinds == [
        "PostComment",
        "PostReview",
        "PostFileNote",
        "PostFileNote",
        "EditComment",
        "SetCheck",
    ]
    assert not delivery.left
    holds(forge, composed())


def test_inv_08_planning_again_after_carrying_out_yields_nothing() -> None:
    forge = MemoryForge()
    deliver(forge)
    written = len(forge.writes)
    again = deliver(forge)
    assert len(forge.writes) == written
    assert again.receipts == ()


KINDS = ("opening", "review", "file note", "file note 2", "final", "check")


@pytest.mark.parametrize("mishap", list(Mishap))
@pytest.mark.parametrize("nth", range(len(KINDS)), ids=KINDS)
@pytest.mark.parametrize("lag", [0, 1, 3])
def test_f_10_to_f_14_any_mishap_at_any_write(mishap: Mishap, nth: int, lag: int) -> None:
    forge = MemoryForge(mishaps=[Mishap.NONE] * nth + [mishap], lag=lag)
    delivery = deliver(forge)
    if mishap is Mishap.INVALID_BODY_KEPT and KINDS[nth] in ("opening", "final", "check"):
        # What is refused for good is told, and not sent again.
        assert delivery.refusals
        assert Counter(forge.writes).most_common(1)[0][1] == 1
        return
    holds(forge, composed())


@pytest.mark.parametrize("seed", range(10 * SEEDS))
@pytest.mark.parametrize("carrier", [Carrier.COMMENT, Carrier.COMMENT_PER_HEAD, Carrier.REVIEW])
def test_inv_02_and_inv_03_under_any_run_of_mishaps(seed: int, carrier: Carrier) -> None:
    usual: list[Mishap] = [each for each in seeded(seed) if each is not Mishap.INVALID_BODY_KEPT]
    forge = MemoryForge(mishaps=usual, lag=seed % 3)
    deliver(forge, composed(carrier))
    # A second run is what heals: it starts from what is there.
    want = composed(carrier, run="run2")
    deliver(forge, want)
    forge.mishaps.clear()
    deliver(forge, want)
    threads = [each.comments[0].body for each in forge.shown.threads]
    assert len(threads) == len(set(threads))
    if carrier is not Carrier.REVIEW:
        holds(forge, want, carrier)
    # A review that was given is not edited: what it had to say in its text may get a note later.
    said = "".join((*threads, *(each.body for each in forge.shown.reviews)))
    said += "".join(each.body for each in forge.shown.comments)
    assert [each for each in FINDINGS if each not in said] == []


LABELLED = Shown(pull=replace(PULL, labels=("bug", LABELS[1])), me=ME)


def labelled(carrier: Carrier, run: str = "run1") -> Composed:
    """The same with a label that stands in place of another."""
    want = composed(carrier, run)
    label = LabelWanted(name=LABELS[0], others=LABELS[1:])
    return lambda shown, unplaced: replace(want(shown, unplaced), label=label)


@pytest.mark.parametrize("carrier", [Carrier.COMMENT, Carrier.COMMENT_PER_HEAD, Carrier.REVIEW])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_f_01_f_02_killed_at_every_point_and_in_recovery(
    carrier: Carrier, seed: int, tally: Callable[[str, str, int], None]
) -> None:
    points = MemoryForge(shown=LABELLED)
    deliver(points, labelled(carrier))
    for at in range(points.steps + 1):
        chance = random.Random(seed * 1000 + at)  # noqa: S311 - seeded on purpose
        forge = MemoryForge(shown=LABELLED, die_at=at, lag=chance.randrange(2))
        journal = Notebook()
        try:
            deliver(forge, labelled(carrier), journal)
        except Killed:
            if chance.random() < 0.3:
                forge.die_at = forge.steps + chance.randrange(4)
                with contextlib.suppress(Killed):
                    deliver(forge, labelled(carrier, run="run2"), journal)
        forge.die_at = -1
        want = labelled(carrier, run="run3")
        deliver(forge, want, journal)
        holds_after_kill(forge, want, carrier)
        assert forge.shown.pull.labels == ("bug", LABELS[0])
        tally("killed in this process", f"{carrier} {at}", seed)


def holds_after_kill(forge: MemoryForge, want: Composed, carrier: Carrier) -> None:
    if carrier is Carrier.REVIEW:
        # The review that carries the summary stands for its head, whichever run wrote it.
        bodies = [each.review.body for each in recognise(forge.shown, SEAL).reviews]
        assert len(bodies) == 1
        assert len(forge.shown.threads) == len(FINDINGS)
        return
    holds(forge, want, carrier)


def test_f_03_inv_01_two_runs_at_once_leave_one_summary_and_no_double() -> None:
    forge = MemoryForge()
    start = forge.look()
    first = Courier(forge=forge, seal=SEAL, wait=lambda _s: None)
    second = Courier(forge=forge, seal=SEAL, wait=lambda _s: None)
    one, two = composed(run="one"), composed(run="two")
    first.deliver(one, start)
    second.deliver(two, start)
    deliver(forge, two)
    holds(forge, two)


def test_gh_29_of_two_openings_the_older_goes_on() -> None:
    other = Comment(
        id="50", author=ME, body=summary("In progress", run="other", stage=Stage.OPENING)
    )
    forge = MemoryForge(shown=Shown(pull=PULL, me=ME))
    start = forge.look()
    forge.shown = replace(forge.shown, comments=(other,))
    delivery = deliver_from(forge, start)
    assert delivery.is_yielded
    assert not any(isinstance(each, PostReview) for each in forge.writes)


def test_gh_29_the_opening_of_a_run_that_died_is_not_taken_for_another_run() -> None:
    """It may show for a while after we have written over it."""
    dead = Comment(id="50", author=ME, body=summary("In progress", run="dead", stage=Stage.OPENING))
    forge = MemoryForge(shown=Shown(pull=PULL, me=ME, comments=(dead,)), lag=4)
    assert not deliver(forge).is_yielded
    holds(forge, composed())


def deliver_from(forge: MemoryForge, start: Shown) -> Delivery:
    return Courier(forge=forge, seal=SEAL, wait=lambda _s: None).deliver(composed(), start)


def test_f_14_a_look_that_fails_stops_everything() -> None:
    forge = MemoryForge(mishaps=[Mishap.DROPPED_AFTER], failing_looks={2})
    delivery = deliver(forge)
    assert delivery.trouble == "the forge does not answer."
    assert len(forge.writes) == 1
    assert delivery.left


def test_gh_06_f_07_inv_07_a_push_while_we_write_stops_it() -> None:
    class Moving(MemoryForge):
        def look(self) -> Shown:
            if len(self.writes) == 1:
                self.shown = replace(self.shown, pull=replace(PULL, head="c" * 40))
            return super().look()

    forge = Moving()
    delivery = deliver(forge)
    assert delivery.is_superseded
    assert len(forge.writes) == 1


def test_gh_18_waiting_is_counted_out_before_a_second_try() -> None:
    waited: list[float] = []
    forge = MemoryForge(mishaps=[Mishap.DROPPED_BEFORE])
    Courier(forge=forge, seal=SEAL, wait=waited.append).deliver(composed(), forge.look())
    assert waited == [5.0, 30.0, 180.0]
    assert isinstance(forge.writes[0], PostComment)
    assert forge.writes[0] == forge.writes[1]


@pytest.mark.parametrize(
    ("mishaps", "refusal"),
    [
        ([Mishap.NONE, Mishap.HOLLOW], Refusal.INVALID),
        ([Mishap.NONE, Mishap.LIE, *[Mishap.NONE] * 4, Mishap.LIE], None),
    ],
)
def test_gh_04_a_note_that_was_taken_and_never_shows_is_said_in_the_summary(
    mishaps: list[Mishap], refusal: Refusal | None
) -> None:
    """Missing in a review that stands, which is for good, or twice with the whole of it."""
    forge = MemoryForge(mishaps=mishaps)
    delivery = deliver(forge)
    assert delivery.unplaced == dict.fromkeys(FINDINGS[:6], refusal)
    holds(forge, composed())


def test_f_10_a_review_that_is_lost_as_a_whole_is_sent_once_more() -> None:
    forge = MemoryForge(mishaps=[Mishap.NONE, Mishap.LIE])
    assert deliver(forge).unplaced == {}
    assert len(forge.shown.threads) == len(FINDINGS)
    assert sum(isinstance(each, PostReview) for each in forge.writes) == 2
    holds(forge, composed())


def test_answers_are_given_once_and_threads_closed() -> None:
    forge = MemoryForge()
    deliver(forge)
    thread = forge.shown.threads[0]
    reply = Comment(id="900", author=ANN, body="why?")
    joined = replace(thread, comments=(*thread.comments, reply))
    forge.shown = replace(forge.shown, threads=(joined, *forge.shown.threads[1:]))
    answer = SEAL.stamp("Because.", Mark(kind=MarkKind.ANSWER, head=HEAD, id="900"))
    to_command = SEAL.stamp("Help.", Mark(kind=MarkKind.ANSWER, head=HEAD, id="901"))

    def want(shown: Shown, unplaced: Unplaced) -> Wanted:
        return replace(
            composed()(shown, unplaced),
            answers=(
                Answer(finding=FINDINGS[0], thread=joined.id, to="900", body=answer),
                Answer(finding="", thread="", to="901", body=to_command),
                Answer(finding="", thread="gone", to="902", body=answer),
            ),
            closings=(
                Closing(finding=FINDINGS[1], thread=forge.shown.threads[1].id),
                Closing(finding=FINDINGS[2], thread="gone"),
            ),
        )

    before = len(forge.writes)
    deliver(forge, want)
    kinds = [type(each).__name__ for each in forge.writes[before:]]
    assert kinds == ["ResolveThread", "PostAnswer", "PostComment"]
    deliver(forge, want)
    assert len(forge.writes) == before + 3
    assert forge.shown.threads[1].is_resolved


def test_f_16_what_is_refused_is_tried_once_and_the_check_still_set() -> None:
    class Locked(MemoryForge):
        def carry_out(self, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            if isinstance(action, SetCheck):
                return super().carry_out(action)
            self.mishaps = [Mishap.INVALID_BODY_KEPT]
            before = self.shown
            receipt = super().carry_out(action)
            self.shown = before
            return receipt

    forge = Locked()
    delivery = deliver(forge)
    assert max(Counter(map(repr, forge.writes)).values()) == 1
    assert forge.shown.checks
    assert delivery.left


def test_the_extra_of_two_summaries_goes() -> None:
    first = Comment(id="10", author=ME, body=summary("old"))
    second = Comment(id="11", author=ME, body=summary("old"))
    forge = MemoryForge(shown=Shown(pull=PULL, me=ME, comments=(second, first)))
    deliver(forge)
    assert DeleteComment(id="11") in forge.writes
    assert any(isinstance(each, EditComment) and each.id == "10" for each in forge.writes)
    holds(forge, composed())


def test_a_receipt_knows_its_refusals() -> None:
    forge = MemoryForge(mishaps=[Mishap.INVALID_BODY_KEPT])
    assert [each.fate for each in deliver(forge).refusals] == [Fate.REFUSED]
