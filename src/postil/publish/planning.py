"""The least list of writes from what a pull request shows to what we want it to show."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.forge import PostedCheck, Shown
from postil.domain.labels import standing as spelt
from postil.domain.marks import MarkKind, Seal
from postil.domain.publication import (
    Action,
    AddLabel,
    Carrier,
    DeleteComment,
    DeleteNote,
    DeleteReview,
    EditComment,
    Note,
    PostAnswer,
    PostComment,
    PostFileNote,
    PostReview,
    RemoveLabel,
    ResolveThread,
    SetCheck,
    Wanted,
)
from postil.publish.recognising import Own, OwnComment, recognise


def plan(wanted: Wanted, shown: Shown, seal: Seal) -> tuple[Action, ...]:
    """What to write, in order; nothing once it has all been written.

    Nothing is planned for a head that is no longer the newest, nor over the marks of a later
    Postil. An `EditComment` without an id stands for the opening that is to be posted first.
    """
    own = recognise(shown, seal)
    if shown.pull.head != wanted.head or own.has_newer:
        return ()
    middle = [
        *_taken_back(wanted, own),
        *_review(wanted, own),
        # Whether a closed thread was opened again is told by the answer under it, so that is later.
        *_closings(wanted, shown),
        *_answers(wanted, own, shown),
        *_repetitions(own),
    ]
    # They go before what shows that a head was delivered: one that is missing then was taken off.
    labels = _labels(wanted, shown)
    standing = _standing(wanted, own)
    actions: list[Action] = []
    is_final = _is_final(wanted, standing)
    if wanted.carrier is Carrier.COMMENT_PER_HEAD and not is_final:
        # It is written once, and first: it holds the state from which a later run goes on.
        first = _final(wanted, standing, is_opened=False)
        return (*labels, *_overflow(wanted, own), *first, *middle, *_check(wanted, shown))
    is_opened = bool(middle and not is_final and wanted.opening)
    if is_opened:
        actions += _opening(wanted, standing)
    actions += [*labels, *middle]
    actions += _overflow(wanted, own)
    if not is_final:
        actions += _final(wanted, standing, is_opened=is_opened)
    actions += [DeleteComment(id=extra.comment.id) for extra in standing[1:]]
    return (*actions, *_check(wanted, shown))


def _is_final(wanted: Wanted, standing: tuple[OwnComment, ...]) -> bool:
    """Whether no comment has to be written for the summary."""
    if wanted.is_kept or not wanted.body:
        return True
    if wanted.carrier in (Carrier.REVIEW, Carrier.NOTHING):
        return True
    return bool(standing) and _same(standing[0].comment.body, wanted.body)


def _standing(wanted: Wanted, own: Own) -> tuple[OwnComment, ...]:
    """The summaries that are this one: the oldest counts, the others came of a race."""
    if wanted.carrier is Carrier.COMMENT:
        return own.summaries
    if wanted.carrier is Carrier.COMMENT_PER_HEAD:
        return tuple(each for each in own.summaries if each.mark.head == wanted.head)
    return ()


def _opening(wanted: Wanted, standing: tuple[OwnComment, ...]) -> Iterator[Action]:
    if not standing:
        yield PostComment(body=wanted.opening)
    elif not _same(standing[0].comment.body, wanted.opening):
        yield EditComment(id=standing[0].comment.id, body=wanted.opening)


def _final(
    wanted: Wanted, standing: tuple[OwnComment, ...], *, is_opened: bool
) -> Iterator[Action]:
    if standing:
        yield EditComment(id=standing[0].comment.id, body=wanted.body)
    elif is_opened:
        yield EditComment(id="", body=wanted.body)
    else:
        yield PostComment(body=wanted.body)


def _taken_back(wanted: Wanted, own: Own) -> Iterator[Action]:
    """A review of ours that was begun and never submitted would block every later one."""
    if own.pending is not None and own.pending_is_ours and (wanted.notes or wanted.body):
        yield DeleteReview(id=own.pending.id)


def _review(wanted: Wanted, own: Own) -> Iterator[Action]:
    missing = [
        note
        for note in wanted.notes
        if note.finding not in own.threads and note.finding not in wanted.withheld
    ]
    if own.pending is not None and not own.pending_is_ours:
        return
    placed = tuple(note for note in missing if note.line is not None)
    is_carrier = wanted.carrier is Carrier.REVIEW
    has_summary = any(
        each.mark.kind is MarkKind.SUMMARY and each.mark.head == wanted.head for each in own.reviews
    )
    needs_summary = is_carrier and bool(wanted.body) and not has_summary and not wanted.is_kept
    if placed or needs_summary:
        body = wanted.body if needs_summary else wanted.review_body
        yield PostReview(head=wanted.head, event=wanted.event, body=body, notes=placed)
    yield from (PostFileNote(head=wanted.head, note=note) for note in missing if _is_of_file(note))


def _is_of_file(note: Note) -> bool:
    return note.line is None


def _answers(wanted: Wanted, own: Own, shown: Shown) -> Iterator[Action]:
    there = {thread.id for thread in shown.threads}
    for answer in wanted.answers:
        if answer.to in own.answered:
            continue
        if not answer.thread:
            yield PostComment(body=answer.body)
        elif answer.thread in there:
            yield PostAnswer(thread=answer.thread, to=answer.to, body=answer.body)


def _repetitions(own: Own) -> Iterator[Action]:
    """What two runs at once said twice; the older word stays."""
    yield from (DeleteNote(id=thread.comments[0].handle) for thread in own.doubles)
    yield from (DeleteNote(id=comment.id) for comment in own.double_replies)
    yield from (DeleteComment(id=comment.id) for comment in own.double_remarks)


def _closings(wanted: Wanted, shown: Shown) -> Iterator[Action]:
    by_id = {thread.id: thread for thread in shown.threads}
    for closing in wanted.closings:
        thread = by_id.get(closing.thread)
        if thread is not None and not thread.is_resolved and thread.may_resolve:
            yield ResolveThread(thread=thread.id)


def _overflow(wanted: Wanted, own: Own) -> Iterator[Action]:
    """State that does not fit beside the summary stands in one comment, and goes when it fits."""
    standing = own.overflow[:1]
    if wanted.is_kept:
        return
    if wanted.overflow and not standing:
        yield PostComment(body=wanted.overflow)
    elif wanted.overflow and not _same(standing[0].comment.body, wanted.overflow):
        yield EditComment(id=standing[0].comment.id, body=wanted.overflow)
    elif not wanted.overflow and standing:
        yield DeleteComment(id=standing[0].comment.id)
    yield from (DeleteComment(id=extra.comment.id) for extra in own.overflow[1:])


def _labels(wanted: Wanted, shown: Shown) -> Iterator[Action]:
    """The wrong ones go first, so that no two of them ever contradict each other."""
    if wanted.label is None:
        return
    present = shown.pull.labels
    found = (spelt(other, present) for other in wanted.label.others)
    yield from (RemoveLabel(name=name) for name in found if name)
    if wanted.label.name and not spelt(wanted.label.name, present):
        yield AddLabel(name=wanted.label.name)


def _check(wanted: Wanted, shown: Shown) -> Iterator[Action]:
    check = wanted.check
    if check is None:
        return
    standing = [each for each in shown.checks if _is_that(each, wanted)]
    if not standing:
        yield SetCheck(head=wanted.head, check=check)
    elif (standing[-1].conclusion, standing[-1].title) != (check.conclusion, check.title):
        yield SetCheck(head=wanted.head, check=check, id=standing[-1].id)


def _is_that(check: PostedCheck, wanted: Wanted) -> bool:
    assert wanted.check is not None  # noqa: S101 - asked only where a check is wanted
    return check.name == wanted.check.name and check.head == wanted.head


def _same(shown: str, wanted: str) -> bool:
    """Forges may change line ends and the blanks around a body, and nothing else."""
    return shown.replace("\r\n", "\n").strip() == wanted.replace("\r\n", "\n").strip()
