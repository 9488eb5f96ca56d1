"""Comments of the conversation: listed, written, changed, deleted."""

from __future__ import annotations

from postil.testing.github.desk import Desk
from postil.testing.github.permissions import inaccessible, may_change
from postil.testing.github.routing import Route, read, write
from postil.testing.github.saying import checked_body, comment_as, rewrite
from postil.testing.github.shapes.conversation import issue_comment
from postil.testing.github.state.conversation import IssueComment
from postil.testing.github.state.repositories import Issue
from postil.testing.github.wire import CREATED, NO_CONTENT, Reply, not_found


def list_comments(desk: Desk) -> Reply:
    issue = desk.issue()
    said = desk.world.visible(issue.comments.values())
    return desk.page([issue_comment(desk.world, desk.links, issue, each) for each in said])


def list_all(desk: Desk) -> Reply:
    every = [
        (issue, said)
        for issue in desk.repository.issues.values()
        for said in issue.comments.values()
    ]
    seen = [pair for pair in every if desk.world.is_visible(pair[1].id)]
    return desk.page([issue_comment(desk.world, desk.links, *pair) for pair in seen])


def create(desk: Desk) -> Reply:
    issue = desk.issue()
    said = comment_as(desk.world, issue, desk.token, desk.wish().get("body"))
    document = issue_comment(desk.world, desk.links, issue, said)
    return Reply(status=CREATED, document=document, headers={"location": document["url"]})


def _one(desk: Desk) -> tuple[Issue, IssueComment]:
    number = desk.number("comment_id")
    for issue in desk.repository.issues.values():
        if number in issue.comments:
            return issue, issue.comments[number]
    raise not_found()


def get(desk: Desk) -> Reply:
    issue, said = _one(desk)
    if not desk.world.is_visible(said.id):
        raise not_found()
    return Reply(document=issue_comment(desk.world, desk.links, issue, said))


def update(desk: Desk) -> Reply:
    issue, said = _one(desk)
    if not may_change(desk.repository, desk.token, said.author):
        raise inaccessible(desk.token)
    rewrite(desk.world, said, desk.account, checked_body(desk.world, desk.wish().get("body")))
    return Reply(document=issue_comment(desk.world, desk.links, issue, said))


def delete(desk: Desk) -> Reply:
    issue, said = _one(desk)
    if not may_change(desk.repository, desk.token, said.author):
        raise inaccessible(desk.token)
    desk.world.ledger.drop(issue.comments, said.id)
    return Reply(status=NO_CONTENT)


_MANY = "/repos/{owner}/{repo}/issues/{issue_number}/comments"
_ONE = "/repos/{owner}/{repo}/issues/comments/{comment_id}"
_EITHER = ("issues", "pull_requests")

ROUTES = (
    Route("GET", _MANY, list_comments, read(*_EITHER)),
    Route("GET", "/repos/{owner}/{repo}/issues/comments", list_all, read(*_EITHER)),
    Route("POST", _MANY, create, write(*_EITHER)),
    Route("GET", _ONE, get, read(*_EITHER)),
    Route("PATCH", _ONE, update, write(*_EITHER)),
    Route("DELETE", _ONE, delete, write(*_EITHER)),
)
