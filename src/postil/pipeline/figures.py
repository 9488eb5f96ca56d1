"""Counts what a publication writes: beforehand for its readers, afterwards for the record."""

from __future__ import annotations

from postil.domain.document import Figures
from postil.domain.forge import Shown
from postil.domain.marks import MarkKind, Seal
from postil.domain.publication import Carrier, Wanted
from postil.publish.recognising import Own, recognise


def planned(wanted: Wanted, began: Shown, seal: Seal) -> Figures:
    """What is to be written, seen from where the run began.

    It stays the same while the run goes on, so that a summary that says it is not edited again.
    """
    own = recognise(began, seal)
    summaries, is_new = _summaries(own), wanted.carrier is Carrier.REVIEW
    if wanted.carrier is Carrier.COMMENT_PER_HEAD:
        is_new = not any(each.mark.head == wanted.head for each in own.summaries)
    is_written = not wanted.is_kept and wanted.carrier is not Carrier.NOTHING
    is_posted = is_written and (is_new or not summaries)
    return Figures(
        notes=sum(
            note.finding not in own.threads and note.finding not in wanted.withheld
            for note in wanted.notes
        ),
        answers=len(wanted.answers),
        posted=int(is_posted),
        edited=int(is_written and not is_posted),
        resolved=len(wanted.closings),
    )


def seen(began: Shown, ended: Shown, seal: Seal) -> Figures:
    """What is there now and was not when the run began."""
    before, after = recognise(began, seal), recognise(ended, seal)
    old, new = _summaries(before), _summaries(after)
    resolved = {thread.id for thread in began.threads if thread.is_resolved}
    return Figures(
        notes=len(after.threads.keys() - before.threads.keys()),
        answers=len(after.answered - before.answered),
        posted=len(new.keys() - old.keys()),
        edited=sum(old[id_] != new[id_] for id_ in old.keys() & new.keys()),
        resolved=sum(
            thread.is_resolved and thread.id not in resolved and ended.is_mine(thread.resolved_by)
            for thread in ended.threads
        ),
    )


def _summaries(own: Own) -> dict[str, str]:
    """The text of each summary, whether a comment or a review holds it."""
    reviews = [each.review for each in own.reviews if each.mark.kind is MarkKind.SUMMARY]
    return {each.comment.id: each.comment.body for each in own.summaries} | {
        each.id: each.body for each in reviews
    }
