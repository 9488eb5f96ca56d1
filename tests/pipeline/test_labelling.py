"""Which label a review asks for, and what a person who takes it off decides."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest

from memory_forge import ME, PULL, Killed, MemoryForge
from pipeline.test_posting import RUN, SEAL, document_of, forge_for, posting
from postil.domain.document import DeliveryRecord, ReviewDocument
from postil.domain.forge import Shown
from postil.domain.judgement import Verdict
from postil.domain.labels import Labels
from postil.domain.policy import Profile
from postil.domain.publication import (
    Action,
    AddLabel,
    Fate,
    LabelWanted,
    Receipt,
    Refusal,
    RemoveLabel,
)
from postil.pipeline.earlier import earlier
from postil.pipeline.labelling import label_of, label_seen, label_told, label_wanted
from postil.pipeline.publishing import Published, publish
from postil.publish.carrying_out import LABEL, Courier, is_label
from postil.publish.planning import plan

from samples import BLIND, CLEAN, NOISY, Sample, under

TABLE = Labels(blocked="stop", review="look", notes="fine", clean="go", partial="half")
NEXT_HEAD = "9" * 40
PEOPLES = ("bug", "urgent")


def labelled(sample: Sample = NOISY, profile: Profile = Profile.PANEL) -> ReviewDocument:
    document = document_of(under(sample, profile))
    return replace(document, policy=replace(document.policy, labels=TABLE))


def published(document: ReviewDocument, forge: MemoryForge, sample: Sample = NOISY) -> Published:
    """One run that finds what an earlier one left."""
    shown = forge.look()
    previous = earlier(shown, SEAL, run=RUN).document
    one = posting(sample, document=document, previous=previous, began=shown)
    courier = Courier(forge=forge, seal=SEAL, wait=lambda _seconds: None)
    result = publish(one, courier, shown)
    assert result.delivery.left == ()
    return result


def take_off(forge: MemoryForge, name: str) -> None:
    kept = tuple(each for each in forge.shown.pull.labels if each != name)
    forge.shown = replace(forge.shown, pull=replace(forge.shown.pull, labels=kept))


def ground(document: ReviewDocument, *labels: str) -> MemoryForge:
    forge = forge_for(document)
    forge.shown = replace(forge.shown, pull=replace(forge.shown.pull, labels=labels))
    return forge


@pytest.mark.parametrize(("sample", "label"), [(NOISY, "stop"), (CLEAN, "go"), (BLIND, "half")])
@pytest.mark.parametrize("profile", list(Profile))
def test_the_label_of_the_state_comes_and_the_others_go(
    sample: Sample, label: str, profile: Profile
) -> None:
    document = labelled(sample, profile)
    document = replace(document, verdict=_verdict(sample))
    forge = ground(document, *PEOPLES, "go", "LOOK")
    result = published(document, forge, sample)
    assert sorted(forge.shown.pull.labels) == sorted([*PEOPLES, label])
    assert result.is_whole
    assert result.document.delivery is not None
    assert result.document.delivery.label == label


def _verdict(sample: Sample) -> Verdict:
    return Verdict.BLOCKED if sample is NOISY else Verdict.CLEAN


def test_without_a_table_no_label_is_touched_and_none_is_told() -> None:
    document = document_of(NOISY)
    forge = ground(document, "stop", "go")
    result = published(document, forge)
    assert forge.shown.pull.labels == ("stop", "go")
    assert not any(map(is_label, forge.writes))
    assert label_wanted(document, None, forge.shown, SEAL) is None
    assert (label_of(document), label_seen(document, forge.shown)) == ("", "")
    assert result.document.delivery is not None
    assert result.document.delivery.label == ""


def test_a_state_without_a_label_takes_the_others_off() -> None:
    document = labelled()
    silent = replace(document, policy=replace(document.policy, labels=Labels(clean="go")))
    forge = ground(silent, "go", "bug")
    published(replace(silent, verdict=Verdict.BLOCKED), forge)
    assert forge.shown.pull.labels == ("bug",)


@pytest.mark.parametrize("profile", list(Profile))
def test_inv_04_a_label_a_person_took_off_stays_away_at_this_head(
    profile: Profile,
) -> None:
    document = replace(labelled(NOISY, profile), verdict=Verdict.BLOCKED)
    forge = ground(document)
    published(document, forge)
    assert forge.shown.pull.labels == ("stop",)
    take_off(forge, "stop")
    written = len(forge.writes)
    for _ in range(2):
        published(document, forge)
        assert list(forge.shown.pull.labels) == []
        assert not any(map(is_label, forge.writes[written:]))
    moved = replace(document, subject=replace(document.subject, head=NEXT_HEAD))
    forge.shown = replace(forge.shown, pull=replace(forge.shown.pull, head=NEXT_HEAD))
    published(moved, forge)
    assert forge.shown.pull.labels == ("stop",)


def test_another_state_at_the_same_head_is_another_label() -> None:
    document = replace(labelled(), verdict=Verdict.BLOCKED)
    forge = ground(document)
    published(document, forge)
    take_off(forge, "stop")
    published(replace(document, verdict=Verdict.REVIEW), forge)
    assert forge.shown.pull.labels == ("look",)


def test_a_table_that_came_later_counts_at_the_same_head() -> None:
    document = replace(document_of(NOISY), verdict=Verdict.BLOCKED)
    forge = ground(document)
    published(document, forge)
    published(replace(document, policy=replace(document.policy, labels=TABLE)), forge)
    assert forge.shown.pull.labels == ("stop",)


@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize("step", range(2, 8))
def test_after_a_crash_a_missing_label_is_one_that_was_never_written(
    profile: Profile, step: int
) -> None:
    document = replace(labelled(NOISY, profile), verdict=Verdict.BLOCKED)
    forge = ground(document, "go")
    forge.die_at = step
    with contextlib.suppress(Killed):
        published(document, forge)
    forge.die_at = -1
    published(document, forge)
    assert forge.shown.pull.labels == ("stop",)


class Deaf(MemoryForge):
    """A forge that says yes to labels and forgets them."""

    def carry_out(self, action: Action) -> Receipt:
        if not is_label(action):
            return super().carry_out(action)
        self.writes.append(action)
        return Receipt(action=action, fate=Fate.DONE)


class Narrow(MemoryForge):
    """A forge that takes everything but labels."""

    def carry_out(self, action: Action) -> Receipt:
        if not is_label(action):
            return super().carry_out(action)
        self.writes.append(action)
        why = "GitHub answered 403: No; give the token write access."
        return Receipt(action=action, fate=Fate.REFUSED, refusal=Refusal.FORBIDDEN, why=why)


@pytest.mark.parametrize("profile", list(Profile))
def test_inv_14_without_permission_it_is_told_once_fails_nothing_and_is_asked_once_a_head(
    profile: Profile,
) -> None:
    document = replace(labelled(NOISY, profile), verdict=Verdict.BLOCKED)
    forge = Narrow(shown=ground(document).shown)
    result = publish(
        posting(NOISY, document=document, began=forge.shown),
        Courier(forge=forge, seal=SEAL, wait=lambda _seconds: None),
        forge.shown,
    )
    record = result.document.delivery
    assert record is not None
    assert record.troubles == (
        "The label `stop` was not changed: GitHub answered 403: No; give the token write access.",
    )
    assert (record.is_confirmed, record.label) == (True, "")
    assert sum(map(is_label, forge.writes)) == 1
    previous = earlier(forge.shown, SEAL, run=RUN).document
    again = posting(NOISY, document=document, previous=previous, began=forge.shown, is_kept=True)
    assert plan(again.wanted(forge.shown, {}), forge.shown, SEAL) == ()


def test_one_that_never_shows_is_told_and_tried_again_by_the_next_run() -> None:
    document = replace(labelled(), verdict=Verdict.BLOCKED)
    forge = Deaf(shown=ground(document).shown)
    one = posting(NOISY, document=document, began=forge.shown)
    courier = Courier(forge=forge, seal=SEAL, wait=lambda _seconds: None)
    record = publish(one, courier, forge.shown).document.delivery
    assert record is not None
    assert record.troubles == (
        "The forge does not show the label of this review; the next run tries again.",
    )
    assert (record.is_confirmed, record.label) == (True, "")
    assert sum(map(is_label, forge.writes)) == 2
    healed = MemoryForge(shown=forge.shown)
    published(document, healed)
    assert healed.shown.pull.labels == ("stop",)


@pytest.mark.parametrize(
    ("unplaced", "told"),
    [
        ({}, "stop"),
        ({LABEL: Refusal.FORBIDDEN}, "stop"),
        ({LABEL: None}, ""),
        ({"aabbccdd": None}, "stop"),
    ],
)
def test_what_is_remembered_of_a_label(unplaced: dict[str, Refusal | None], told: str) -> None:
    assert label_told(replace(labelled(), verdict=Verdict.BLOCKED), unplaced) == told


def test_a_record_of_another_run_that_had_no_delivery_takes_nothing_off() -> None:
    document = replace(labelled(), verdict=Verdict.BLOCKED)
    wanted = LabelWanted(name="stop", others=("look", "fine", "go", "half"))
    shown = Shown(pull=replace(PULL, head=document.subject.head), me=ME)
    for previous in (document, replace(document, delivery=DeliveryRecord(label="stop"))):
        assert label_wanted(document, previous, shown, SEAL) == wanted


def test_the_plan_says_what_comes_and_what_goes() -> None:
    document = replace(labelled(), verdict=Verdict.BLOCKED)
    shown = ground(document, "Go").shown
    wanted = posting(NOISY, document=document, began=shown).wanted(shown, {})
    labels = [each for each in plan(wanted, shown, SEAL) if is_label(each)]
    assert labels == [RemoveLabel(name="Go"), AddLabel(name="stop")]
