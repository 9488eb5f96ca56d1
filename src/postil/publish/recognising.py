"""What on a pull request is ours: by our own author and our own mark, both at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from postil.domain.forge import Comment, PostedReview, ReviewState, Shown, Thread
from postil.domain.marks import Mark, MarkKind, Seal, is_newer


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnComment:
    comment: Comment
    mark: Mark
    is_intact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnReview:
    review: PostedReview
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """Our objects, oldest first; `threads` are by finding, the oldest where there are several.

    `doubles` are the later ones of those, where nobody else has said anything in them.
    `answered` are the comments we have answered; `double_replies` in threads and
    `double_remarks` in the conversation are later answers to the same.
    `pending` is an unfinished review of our account: ours to take back only when
    `pending_is_ours`, for a person may share the account. `has_newer` says that a later
    Postil has written here.
    """

    summaries: tuple[OwnComment, ...] = ()
    overflow: tuple[OwnComment, ...] = ()
    reviews: tuple[OwnReview, ...] = ()
    threads: Mapping[str, Thread] = field(default_factory=dict)
    doubles: tuple[Thread, ...] = ()
    answered: frozenset[str] = frozenset()
    double_replies: tuple[Comment, ...] = ()
    double_remarks: tuple[Comment, ...] = ()
    pending: PostedReview | None = None
    pending_is_ours: bool = False
    has_newer: bool = False


def recognise(shown: Shown, seal: Seal) -> Own:
    """Sort out what is ours; whatever lacks the author or the mark is somebody's text."""
    comments = _comments(shown, seal)
    threads, doubles = _threads(shown, seal)
    replies = _answers(shown, seal, [each for one in shown.threads for each in one.comments])
    remarks = _answers(shown, seal, shown.comments)
    pending = _pending(shown)
    return Own(
        summaries=tuple(own for own in comments if own.mark.kind is MarkKind.SUMMARY),
        overflow=tuple(own for own in comments if own.mark.kind is MarkKind.OVERFLOW),
        reviews=_reviews(shown, seal),
        threads=threads,
        doubles=doubles,
        answered=frozenset({*replies, *remarks}),
        double_replies=_later(replies),
        double_remarks=_later(remarks),
        pending=pending,
        pending_is_ours=pending is not None and seal.read(pending.body) is not None,
        has_newer=any(is_newer(body) for body in _bodies(shown)),
    )


def _threads(shown: Shown, seal: Seal) -> tuple[dict[str, Thread], tuple[Thread, ...]]:
    first: dict[str, Thread] = {}
    doubles: list[Thread] = []
    ours = [(_opened_by(thread, shown, seal), thread) for thread in shown.threads]
    for id_, thread in sorted(
        ((mark.id, thread) for mark, thread in ours if mark is not None),
        key=lambda pair: (pair[1].is_resolved, _age(pair[1].comments[0].id)),
    ):
        if id_ not in first:
            first[id_] = thread
        elif all(shown.is_mine(comment.author) for comment in thread.comments):
            doubles.append(thread)
    return first, tuple(each for each in doubles if not each.is_resolved)


def _opened_by(thread: Thread, shown: Shown, seal: Seal) -> Mark | None:
    mark = _mark(shown, seal, thread.comments[0]) if thread.comments else None
    return mark if mark is not None and mark.kind is MarkKind.NOTE else None


def _answers(shown: Shown, seal: Seal, said: Sequence[Comment]) -> dict[str, list[Comment]]:
    """Our answers by the comment they answer, oldest first."""
    found: dict[str, list[Comment]] = {}
    for comment in sorted(said, key=lambda each: _age(each.id)):
        mark = _mark(shown, seal, comment)
        if mark is not None and mark.kind is MarkKind.ANSWER:
            found.setdefault(mark.id, []).append(comment)
    return found


def _later(answers: Mapping[str, Sequence[Comment]]) -> tuple[Comment, ...]:
    return tuple(comment for each in answers.values() for comment in each[1:])


def _comments(shown: Shown, seal: Seal) -> list[OwnComment]:
    found = []
    for comment in shown.comments:
        marked = seal.read(comment.body) if shown.is_mine(comment.author) else None
        if marked is not None:
            found.append(OwnComment(comment=comment, mark=marked.mark, is_intact=marked.is_intact))
    return sorted(found, key=lambda own: _age(own.comment.id))


def _reviews(shown: Shown, seal: Seal) -> tuple[OwnReview, ...]:
    found = []
    for review in shown.reviews:
        if not shown.is_mine(review.author) or review.state is ReviewState.PENDING:
            continue
        marked = seal.read(review.body)
        if marked is not None:
            found.append(OwnReview(review=review, mark=marked.mark))
    return tuple(sorted(found, key=lambda own: _age(own.review.id)))


def _mark(shown: Shown, seal: Seal, comment: Comment) -> Mark | None:
    marked = seal.read(comment.body) if shown.is_mine(comment.author) else None
    return marked.mark if marked else None


def _pending(shown: Shown) -> PostedReview | None:
    """Nobody but its author is shown a pending review, so any is of our account."""
    return next((each for each in shown.reviews if each.state is ReviewState.PENDING), None)


def _bodies(shown: Shown) -> list[str]:
    bodies = [each.body for each in shown.comments if shown.is_mine(each.author)]
    return bodies + [each.body for each in shown.reviews if shown.is_mine(each.author)]


def _age(id_: str) -> tuple[int, str]:
    """Ids of a forge grow; where they are no numbers, a longer one is the later one."""
    return (len(id_), id_)
