"""Publishes a review: writes until the pull request shows it, and records what was seen there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from postil.domain.document import DeliveryRecord, ReviewDocument, Stand
from postil.domain.forge import Shown
from postil.domain.publication import AddLabel, Fate, Receipt, RemoveLabel, SetCheck
from postil.pipeline.figures import seen
from postil.pipeline.labelling import label_seen
from postil.pipeline.owing import Owing
from postil.pipeline.posting import Posting
from postil.publish.carrying_out import Courier, Delivery, is_label
from postil.publish.recognising import recognise
from postil.render._status import standing

_NOT_SEEN = "The forge does not show everything that was written; the next run looks again."
_LABEL_NOT_SEEN = "The forge does not show the label of this review; the next run tries again."
_MOVED = "The pull request got new commits while this was written; the next run reviews them."
_OTHER_RUN = "Another run is publishing to this pull request; this one stopped."


@dataclass(frozen=True, kw_only=True)
class Published:
    """The document with how it was delivered, and whether it all was."""

    document: ReviewDocument
    delivery: Delivery

    @property
    def is_whole(self) -> bool:
        return self.document.delivery is not None and self.document.delivery.is_confirmed


def publish(posting: Posting, courier: Courier, shown: Shown) -> Published:
    """Carry out what the posting wants, and say of it only what was read back."""
    delivery = courier.deliver(posting.wanted, shown)
    owes = posting.owing(delivery.shown, delivery.unplaced)
    # A label is a convenience: one that cannot be written is told, and fails no review.
    left = [action for action in delivery.left if not is_label(action)]
    is_failed = bool(left or delivery.trouble or delivery.is_superseded)
    record = DeliveryRecord(
        stands=_stands(posting, delivery),
        addresses=tuple(_addresses(posting, delivery)),
        # What waits for a person's own review is told and is no failure of ours.
        is_confirmed=not is_failed and (not owes.findings or owes.is_held_back),
        troubles=(*_troubles(delivery), *(() if _is_explained(owes, delivery) else owes.troubles)),
        edits=posting.edits,
        owed=owes.findings,
        figures=seen(shown, delivery.shown, posting.seal),
        label=label_seen(posting.document, delivery.shown),
    )
    return Published(document=replace(posting.document, delivery=record), delivery=delivery)


def _stands(posting: Posting, delivery: Delivery) -> tuple[tuple[str, Stand], ...]:
    """Where each finding stands as it was seen; what is nowhere on its own is in the summary."""
    threads = recognise(delivery.shown, posting.seal).threads
    result = []
    for finding in standing(posting.document):
        thread = threads.get(finding.id)
        if thread is None:
            result.append((finding.id, Stand.SUMMARY))
        else:
            is_line = thread.line is not None or thread.is_outdated
            result.append((finding.id, Stand.LINE if is_line else Stand.FILE))
    return tuple(result)


def _addresses(posting: Posting, delivery: Delivery) -> list[tuple[str, str]]:
    own = recognise(delivery.shown, posting.seal)
    head = posting.document.subject.head
    found = [("summary", each.comment.address) for each in own.summaries[-1:]]
    found += [
        ("review", each.review.address) for each in own.reviews[-1:] if each.mark.head == head
    ]
    done = [each for each in delivery.receipts if isinstance(each.action, SetCheck)]
    found += [("check", each.address) for each in done[-1:] if each.fate is Fate.DONE]
    return [(name, address) for name, address in found if address]


def _is_explained(owes: Owing, delivery: Delivery) -> bool:
    """Whether what GitHub refused says already why notes are missing."""
    refusals = [each for each in delivery.refusals if not is_label(each.action)]
    return bool(refusals) and not (owes.is_held_back or owes.is_locked)


def _troubles(delivery: Delivery) -> list[str]:
    sentences = [delivery.trouble] if delivery.trouble else []
    if delivery.is_yielded:
        sentences.append(_OTHER_RUN)
    elif delivery.is_superseded:
        sentences.append(_MOVED)
    sentences += [_refused(each) for each in delivery.refusals if each.why]
    if delivery.left and not sentences:
        is_only_label = all(map(is_label, delivery.left))
        sentences.append(_LABEL_NOT_SEEN if is_only_label else _NOT_SEEN)
    return list(dict.fromkeys(sentences))


def _refused(receipt: Receipt) -> str:
    action = receipt.action
    if isinstance(action, AddLabel | RemoveLabel):
        return f"The label `{action.name}` was not changed: {receipt.why}"
    return receipt.why
