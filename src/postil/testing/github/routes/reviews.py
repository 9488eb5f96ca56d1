"""Reviews: written whole or pending, submitted, changed, dismissed, deleted."""

from __future__ import annotations

from postil.testing.github import reviewing
from postil.testing.github.desk import Desk
from postil.testing.github.permissions import inaccessible
from postil.testing.github.routing import Route, read, write
from postil.testing.github.saying import rewrite, short_enough
from postil.testing.github.shapes.conversation import review, review_comment
from postil.testing.github.state.accounts import Role
from postil.testing.github.state.conversation import Review
from postil.testing.github.wire import Reply, not_found, unprocessable

_DISMISSABLE = ("APPROVED", "CHANGES_REQUESTED")


def _shown(desk: Desk, said: Review) -> Reply:
    return Reply(document=review(desk.world, desk.links, desk.pull(), said))


def _may_see(desk: Desk, said: Review) -> bool:
    """A pending review is seen by its author alone."""
    mine = desk.visitor is not None and said.author is desk.visitor.account
    return said.state != "PENDING" or mine


def _one(desk: Desk) -> Review:
    said = desk.pull().reviews.get(desk.number("review_id"))
    if said is None or not _may_see(desk, said):
        raise not_found()
    return said


def list_reviews(desk: Desk) -> Reply:
    pull = desk.pull()
    seen = [each for each in desk.world.visible(pull.reviews.values()) if _may_see(desk, each)]
    return desk.page([review(desk.world, desk.links, pull, each) for each in seen])


def get(desk: Desk) -> Reply:
    said = _one(desk)
    if not desk.world.is_visible(said.id):
        raise not_found()
    return _shown(desk, said)


def create(desk: Desk) -> Reply:
    return _shown(desk, reviewing.review_as(desk.world, desk.pull(), desk.token, desk.wish()))


def submit(desk: Desk) -> Reply:
    said = _one(desk)
    reviewing.submit_as(desk.world, desk.pull(), desk.token, said, desk.wish())
    return _shown(desk, said)


def update(desk: Desk) -> Reply:
    said = _one(desk)
    if said.author is not desk.account:
        raise inaccessible(desk.token)
    body = short_enough(desk.world, str(desk.wish().get("body", "")), "PullRequestReview")
    rewrite(desk.world, said, desk.account, body)
    return _shown(desk, said)


def dismiss(desk: Desk) -> Reply:
    said = _one(desk)
    if not desk.wish().get("message"):
        raise unprocessable(resource="PullRequestReview", code="missing_field", field="message")
    if said.state not in _DISMISSABLE:
        raise unprocessable(f"Can not dismiss a {said.state.lower()} pull request review")
    desk.world.ledger.change(said, state="DISMISSED", updated=desk.world.now())
    return _shown(desk, said)


def delete(desk: Desk) -> Reply:
    said = _one(desk)
    if said.state != "PENDING":
        raise unprocessable("Can not delete a non-pending pull request review")
    reply = _shown(desk, said)
    reviewing.remove_review(desk.world, desk.pull(), said)
    return reply


def list_comments(desk: Desk) -> Reply:
    pull, said = desk.pull(), _one(desk)
    every = [each for each in pull.review_comments if each.review is said]
    seen = desk.world.visible(every)
    documents = [review_comment(desk.world, desk.links, pull, each) for each in seen]
    return desk.page([{k: v for k, v in each.items() if k != "subject_type"} for each in documents])


_MANY = "/repos/{owner}/{repo}/pulls/{pull_number}/reviews"
_ONE = f"{_MANY}/{{review_id}}"

ROUTES = (
    Route("GET", _MANY, list_reviews, read("pull_requests"), sentences=True),
    Route("POST", _MANY, create, write("pull_requests"), sentences=True),
    Route("GET", _ONE, get, read("pull_requests"), sentences=True),
    Route("PUT", _ONE, update, write("pull_requests"), sentences=True),
    Route("DELETE", _ONE, delete, write("pull_requests"), sentences=True),
    Route("GET", f"{_ONE}/comments", list_comments, read("pull_requests"), sentences=True),
    Route("POST", f"{_ONE}/events", submit, write("pull_requests"), sentences=True),
    Route(
        "PUT",
        f"{_ONE}/dismissals",
        dismiss,
        write("pull_requests", role=Role.WRITE),
        sentences=True,
    ),
)
