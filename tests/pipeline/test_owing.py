"""What a publication still owes, by what the forge said and by what stands there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.document import DeliveryRecord
from postil.domain.forge import Comment, PostedReview, ReviewState
from postil.domain.marks import Mark, MarkKind, Stage
from postil.domain.publication import Carrier, Note, Refusal
from postil.pipeline.owing import Owing, is_owing, owing
from postil.publish.carrying_out import CONVERSATION, LABEL
from postil.publish.recognising import Own, OwnComment, OwnReview
from publish.reviewed import document
from talks import HEAD, ME, note, thread

NOTES = tuple(Note(finding=id_, path="a.py", body="", line=1) for id_ in ("aa", "bb"))
THREADS = {"aa": thread(note("aa"))}
PENDING = PostedReview(id="9", author=ME, state=ReviewState.PENDING, body="", commit=HEAD)


@pytest.mark.parametrize(
    ("refusal", "is_owed"),
    [
        (None, True),
        (Refusal.FORBIDDEN, True),
        (Refusal.UNAUTHENTICATED, True),
        (Refusal.LOCKED, True),
        (Refusal.INVALID, False),
        (Refusal.TOO_MANY, False),
        (Refusal.GONE, False),
    ],
)
def test_what_may_still_be_taken_is_owed(refusal: Refusal | None, *, is_owed: bool) -> None:
    owed = owing(NOTES, Own(), {"aa": refusal})
    assert owed == Owing(findings=("aa",) if is_owed else ())
    assert len(owed.troubles) == is_owed


def test_a_label_is_no_note_that_is_owed() -> None:
    assert owing(NOTES, Own(threads=THREADS), {LABEL: None}) == Owing()
    locked = {LABEL: Refusal.FORBIDDEN, CONVERSATION: Refusal.LOCKED}
    assert owing(NOTES, Own(threads=THREADS), locked).findings == ("bb",)


def test_what_waits_behind_a_review_somebody_began_is_owed() -> None:
    owed = owing(NOTES, Own(pending=PENDING, threads=THREADS), {"aa": None})
    assert owed == Owing(findings=("bb",), is_held_back=True)
    assert "submit or discard it" in owed.troubles[0]
    assert owing(NOTES, Own(pending=PENDING, pending_is_ours=True), {}) == Owing()


def test_in_a_locked_conversation_everything_that_is_missing_is_owed() -> None:
    owed = owing(NOTES, Own(threads=THREADS), {CONVERSATION: Refusal.LOCKED})
    assert owed == Owing(findings=("bb",), is_locked=True)
    assert "unlock it" in owed.troubles[0]
    assert owing((), Own(), {CONVERSATION: Refusal.LOCKED}).troubles == owed.troubles


def summary(stage: Stage, head: str = HEAD) -> Own:
    mark = Mark(kind=MarkKind.SUMMARY, head=head, stage=stage)
    comment = OwnComment(comment=Comment(id="1", author=ME, body=""), mark=mark, is_intact=True)
    return Own(summaries=(comment,))


def review(kind: MarkKind, head: str = HEAD) -> Own:
    posted = replace(PENDING, state=ReviewState.COMMENTED)
    return Own(reviews=(OwnReview(review=posted, mark=Mark(kind=kind, head=head)),))


CONFIRMED, FAILED = DeliveryRecord(is_confirmed=True), DeliveryRecord()
OWED = DeliveryRecord(owed=("aa",), is_confirmed=True)
COMMENT, REVIEW = Carrier.COMMENT, Carrier.REVIEW


@pytest.mark.parametrize(
    ("record", "own", "carrier", "expected"),
    [
        (None, Own(), COMMENT, False),
        (CONFIRMED, Own(), COMMENT, False),
        (FAILED, Own(), COMMENT, True),
        (FAILED, summary(Stage.OPENING), COMMENT, True),
        (FAILED, summary(Stage.FINAL, "1" * 40), COMMENT, True),
        (FAILED, summary(Stage.FINAL), COMMENT, False),
        (FAILED, summary(Stage.FINAL), Carrier.COMMENT_PER_HEAD, False),
        (FAILED, Own(), Carrier.NOTHING, False),
        (FAILED, review(MarkKind.REVIEW), REVIEW, True),
        (FAILED, review(MarkKind.SUMMARY, "1" * 40), REVIEW, True),
        (FAILED, review(MarkKind.SUMMARY), REVIEW, False),
        (OWED, Own(), COMMENT, True),
        (OWED, Own(threads=THREADS), COMMENT, False),
        (OWED, Own(pending=PENDING), COMMENT, False),
    ],
)
def test_a_run_with_nothing_new_makes_up_for_what_is_missing(
    record: DeliveryRecord | None, own: Own, carrier: Carrier, *, expected: bool
) -> None:
    last = document()
    last = replace(last, subject=replace(last.subject, head=HEAD), delivery=record)
    assert is_owing(last, own, carrier) is expected
