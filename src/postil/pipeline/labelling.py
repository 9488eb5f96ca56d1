"""Which of the team's labels a pull request should have, given what people did to them."""

from __future__ import annotations

from postil.domain.document import ReviewDocument
from postil.domain.forge import Shown
from postil.domain.labels import standing
from postil.domain.marks import Seal, Stage
from postil.domain.publication import LabelWanted
from postil.publish.carrying_out import LABEL, Unplaced
from postil.publish.recognising import recognise


def label_of(document: ReviewDocument) -> str:
    """The label of the review's state; empty where the team wants none for it."""
    labels = document.policy.labels
    return labels.of(document.verdict, document.coverage, is_read=document.panel)


def label_wanted(
    document: ReviewDocument, previous: ReviewDocument | None, began: Shown, seal: Seal
) -> LabelWanted | None:
    """What should stand of the table; None where there is no table, and no label is touched."""
    table = document.policy.labels.names
    if not table:
        return None
    name = label_of(document)
    others = tuple(each for each in table if each.lower() != name.lower())
    is_taken = bool(name) and _is_taken_off(name, previous, began, seal)
    return LabelWanted(name="" if is_taken else name, others=others)


def label_told(document: ReviewDocument, unplaced: Unplaced) -> str:
    """The label to remember with the review; one that the forge failed to take is none.

    One that it refused is remembered: it would be refused again, until something changes.
    """
    is_failed = LABEL in unplaced and unplaced[LABEL] is None
    return "" if is_failed else label_of(document)


def label_seen(document: ReviewDocument, shown: Shown) -> str:
    """The label of the review's state as it stands there; empty when it does not."""
    name = label_of(document)
    return standing(name, shown.pull.labels) if name else ""


def _is_taken_off(name: str, previous: ReviewDocument | None, began: Shown, seal: Seal) -> bool:
    """Whether this head was delivered with this label and somebody has taken it off since."""
    record = previous.delivery if previous else None
    if previous is None or record is None or previous.subject.head != began.pull.head:
        return False
    if record.label.lower() != name.lower() or standing(name, began.pull.labels):
        return False
    own, head = recognise(began, seal), began.pull.head
    marks = [*(each.mark for each in own.summaries), *(each.mark for each in own.reviews)]
    stages = {mark.stage for mark in marks if mark.head == head}
    return stages == {Stage.FINAL}
