"""Comments on lines and files, and the replies to them."""

from __future__ import annotations

from postil.testing.github import reviewing
from postil.testing.github.desk import Desk
from postil.testing.github.permissions import inaccessible, may_change
from postil.testing.github.routing import Route, read, write
from postil.testing.github.saying import checked_body, rewrite
from postil.testing.github.shapes.conversation import review_comment
from postil.testing.github.state.conversation import ReviewComment, Thread
from postil.testing.github.state.repositories import Pull
from postil.testing.github.wire import CREATED, NO_CONTENT, Reply, not_found, unprocessable


def _may_see(desk: Desk, said: ReviewComment) -> bool:
    return said.review.state != "PENDING" and desk.world.is_visible(said.id)


def _shown(desk: Desk, pull: Pull, said: ReviewComment, status: int = 200) -> Reply:
    return Reply(status=status, document=review_comment(desk.world, desk.links, pull, said))


def list_comments(desk: Desk) -> Reply:
    pull = desk.pull()
    said = [each for each in pull.review_comments if _may_see(desk, each)]
    if desk.request.query.get("direction") == "desc":
        said.reverse()
    return desk.page([review_comment(desk.world, desk.links, pull, each) for each in said])


def list_all(desk: Desk) -> Reply:
    every = [(pull, each) for pull in desk.repository.pulls for each in pull.review_comments]
    seen = [pair for pair in every if _may_see(desk, pair[1])]
    return desk.page([review_comment(desk.world, desk.links, *pair) for pair in seen])


def create(desk: Desk) -> Reply:
    pull, wish = desk.pull(), desk.wish()
    if "in_reply_to" in wish:
        thread = _thread(pull, wish["in_reply_to"])
        said = reviewing.reply_as(desk.world, pull, desk.token, thread, wish.get("body"))
    else:
        said = reviewing.note_as(desk.world, pull, desk.token, wish)
    return _shown(desk, pull, said, CREATED)


def reply(desk: Desk) -> Reply:
    pull = desk.pull()
    thread = _thread(pull, desk.number("comment_id"))
    said = reviewing.reply_as(desk.world, pull, desk.token, thread, desk.wish().get("body"))
    return _shown(desk, pull, said, CREATED)


def _thread(pull: Pull, number: object) -> Thread:
    """The thread a comment began; answers to answers are not possible."""
    for thread in pull.threads.values():
        for said in thread.comments:
            if said.id != number:
                continue
            if said.reply_to is not None:
                raise unprocessable("Replies to replies are not supported")
            return thread
    raise not_found()


def _one(desk: Desk) -> tuple[Pull, ReviewComment]:
    number = desk.number("comment_id")
    for pull in desk.repository.pulls:
        for said in pull.review_comments:
            if said.id == number:
                return pull, said
    raise not_found()


def get(desk: Desk) -> Reply:
    pull, said = _one(desk)
    if not _may_see(desk, said):
        raise not_found()
    return _shown(desk, pull, said)


def update(desk: Desk) -> Reply:
    pull, said = _one(desk)
    if not may_change(desk.repository, desk.token, said.author):
        raise inaccessible(desk.token)
    body = checked_body(desk.world, desk.wish().get("body"), "PullRequestReviewComment")
    rewrite(desk.world, said, desk.account, body)
    return _shown(desk, pull, said)


def delete(desk: Desk) -> Reply:
    pull, said = _one(desk)
    if not may_change(desk.repository, desk.token, said.author):
        raise inaccessible(desk.token)
    reviewing.remove_comment(desk.world, pull, said)
    return Reply(status=NO_CONTENT)


_MANY = "/repos/{owner}/{repo}/pulls/{pull_number}/comments"
_ONE = "/repos/{owner}/{repo}/pulls/comments/{comment_id}"

ROUTES = (
    Route("GET", _MANY, list_comments, read("pull_requests")),
    Route("GET", "/repos/{owner}/{repo}/pulls/comments", list_all, read("pull_requests")),
    Route("POST", _MANY, create, write("pull_requests")),
    Route("POST", f"{_MANY}/{{comment_id}}/replies", reply, write("pull_requests")),
    Route("GET", _ONE, get, read("pull_requests")),
    Route("PATCH", _ONE, update, write("pull_requests")),
    Route("DELETE", _ONE, delete, write("pull_requests")),
)
