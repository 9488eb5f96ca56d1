"""Reviews and threads: made, submitted, dismissed, answered, under GitHub's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from postil.testing.github import anchors
from postil.testing.github.permissions import may_speak
from postil.testing.github.saying import app_of, checked_body, short_enough
from postil.testing.github.state.accounts import Account, Token
from postil.testing.github.state.conversation import Review, ReviewComment, Thread
from postil.testing.github.state.repositories import Pull
from postil.testing.github.state.world import World
from postil.testing.github.wire import unprocessable

STATES = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}
_OWN = {
    "APPROVE": "Can not approve your own pull request",
    "REQUEST_CHANGES": "Can not request changes on your own pull request",
}
ONE_PENDING = "User can only have one pending review per pull request"


def review_as(world: World, pull: Pull, token: Token, wish: Mapping[str, Any]) -> Review:
    """A whole review in one request: every comment is checked before anything is stored."""
    may_speak(pull, token)
    if pull.pending(token.account) is not None:
        raise unprocessable(ONE_PENDING)
    event, body = wish.get("event"), wish.get("body") or ""
    notes: Sequence[Mapping[str, Any]] = wish.get("comments") or []
    _check_event(pull, token.account, event, has_words=bool(body.strip() or notes))
    if event == "REQUEST_CHANGES" and not body.strip():
        raise unprocessable(resource="PullRequestReview", code="missing_field", field="body")
    short_enough(world, body, "PullRequestReview")
    commit = anchors.checked_commit(pull, wish.get("commit_id"))
    places = [anchors.anchored(pull, commit, note) for note in notes]
    texts = [checked_body(world, note.get("body"), "PullRequestReviewComment") for note in notes]
    review = _new_review(world, pull, token, body, commit)
    for (anchor, hunk), text in zip(places, texts, strict=True):
        thread = Thread(
            id=world.next_id(),
            pull=pull.number,
            original=anchor,
            original_commit=commit,
            diff_hunk=hunk,
            place=anchor,
            commit=commit,
        )
        _say(world, thread, review, text)
        open_thread(world, pull, thread)
    if event:
        submit(world, pull, review, event)
    return review


def _new_review(world: World, pull: Pull, token: Token, body: str, commit: str) -> Review:
    now = world.now()
    review = Review(
        id=world.next_id(),
        author=token.account,
        app=app_of(token),
        body=body,
        created=now,
        updated=now,
        pull=pull.number,
        state="PENDING",
        commit=commit,
    )
    world.ledger.put(pull.reviews, review.id, review)
    world.born(review.id)
    return review


def open_thread(world: World, pull: Pull, thread: Thread) -> None:
    world.ledger.put(pull.threads, thread.id, thread)
    if thread.original_commit != pull.head_sha:
        anchors.relocate(world.ledger, pull, thread)


def _say(world: World, thread: Thread, review: Review, body: str) -> ReviewComment:
    now = world.now()
    said = ReviewComment(
        id=world.next_id(),
        author=review.author,
        app=review.app,
        body=body,
        created=now,
        updated=now,
        pull=thread.pull,
        review=review,
        reply_to=thread.comments[0].id if thread.comments else None,
    )
    world.ledger.append(thread.comments, said)
    world.born(said.id)
    return said


def _check_event(pull: Pull, account: Account, event: str | None, *, has_words: bool) -> None:
    if event in _OWN and pull.author is account:
        raise unprocessable(_OWN[event])
    if event == "COMMENT" and not has_words:
        raise unprocessable(resource="PullRequestReview", code="missing_field", field="body")
    if event is not None and event not in STATES:
        raise unprocessable(resource="PullRequestReview", code="invalid", field="event")


def submit(world: World, pull: Pull, review: Review, event: str) -> None:
    now = world.now()
    world.ledger.change(review, state=STATES[event], submitted=now, updated=now)
    world.ledger.change(pull, updated=now)
    facts = {"action": "submitted", "pull": pull, "review": review}
    world.happened("pull_request_review", pull.repository, **facts)


def submit_as(
    world: World, pull: Pull, token: Token, review: Review, wish: Mapping[str, Any]
) -> None:
    """Make a pending review visible; only its author can."""
    may_speak(pull, token)
    if review.state != "PENDING":
        raise unprocessable("Can not submit a non-pending pull request review")
    body = wish.get("body") or review.body
    notes = [each for each in pull.review_comments if each.review is review]
    event = wish.get("event")
    _check_event(pull, token.account, event, has_words=bool(body.strip() or notes))
    world.ledger.change(review, body=short_enough(world, body, "PullRequestReview"))
    if event:
        submit(world, pull, review, event)


def note_as(world: World, pull: Pull, token: Token, wish: Mapping[str, Any]) -> ReviewComment:
    """A single comment on a line or a file, which is a small review of its own."""
    may_speak(pull, token)
    text = checked_body(world, wish.get("body"), "PullRequestReviewComment")
    if pull.pending(token.account) is not None:
        raise unprocessable(ONE_PENDING)
    commit = anchors.checked_commit(pull, wish.get("commit_id"))
    anchor, hunk = anchors.anchored(pull, commit, wish)
    review = _new_review(world, pull, token, "", commit)
    thread = Thread(
        id=world.next_id(),
        pull=pull.number,
        original=anchor,
        original_commit=commit,
        diff_hunk=hunk,
        place=anchor,
        commit=commit,
    )
    said = _say(world, thread, review, text)
    open_thread(world, pull, thread)
    submit(world, pull, review, "COMMENT")
    _told(world, pull, said)
    return said


def reply_as(world: World, pull: Pull, token: Token, thread: Thread, body: Any) -> ReviewComment:
    may_speak(pull, token)
    text = checked_body(world, body, "PullRequestReviewComment")
    if pull.pending(token.account) is not None:
        raise unprocessable(ONE_PENDING)
    review = _new_review(world, pull, token, "", pull.head_sha)
    said = _say(world, thread, review, text)
    submit(world, pull, review, "COMMENT")
    _told(world, pull, said)
    return said


def _told(world: World, pull: Pull, said: ReviewComment) -> None:
    facts = {"action": "created", "pull": pull, "review_comment": said}
    world.happened("pull_request_review_comment", pull.repository, **facts)


def remove_comment(world: World, pull: Pull, said: ReviewComment) -> None:
    """A thread goes with its last comment."""
    thread = thread_of(pull, said)
    world.ledger.remove(thread.comments, said)
    if not thread.comments:
        world.ledger.drop(pull.threads, thread.id)


def remove_review(world: World, pull: Pull, review: Review) -> None:
    for said in [each for each in pull.review_comments if each.review is review]:
        remove_comment(world, pull, said)
    world.ledger.drop(pull.reviews, review.id)


def thread_of(pull: Pull, said: ReviewComment) -> Thread:
    return next(thread for thread in pull.threads.values() if said in thread.comments)


def resolve(world: World, pull: Pull, thread: Thread, by: Account | None) -> None:
    """`by` nobody means that the thread is open again."""
    world.ledger.change(thread, resolved=by is not None, resolved_by=by)
    action = "resolved" if by else "unresolved"
    facts = {"action": action, "pull": pull, "thread": thread}
    world.happened("pull_request_review_thread", pull.repository, **facts)
