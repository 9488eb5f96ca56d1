"""Comments on issues and pull requests: who may say what, and how much of it."""

from __future__ import annotations

from typing import Any

from postil.testing.github.permissions import may_speak
from postil.testing.github.state.accounts import Account, App, Token
from postil.testing.github.state.conversation import IssueComment, Remark
from postil.testing.github.state.repositories import Issue
from postil.testing.github.state.world import World
from postil.testing.github.wire import FORBIDDEN, Refusal, unprocessable


def checked_body(world: World, body: Any, resource: str = "IssueComment") -> str:
    """A body GitHub would take: some text, and not too much of it."""
    if not isinstance(body, str) or not body.strip():
        words = "Body can't be blank"
        raise unprocessable(resource=resource, code="unprocessable", field="body", message=words)
    return short_enough(world, body, resource)


def short_enough(world: World, body: str, resource: str) -> str:
    most = world.limits.body
    if len(body) > most:
        words = f"body is too long (maximum is {most} characters)"
        raise unprocessable(resource=resource, code="custom", field="body", message=words)
    return body


def app_of(token: Token) -> App | None:
    return token.installation.app if token.installation else None


def comment_as(world: World, issue: Issue, token: Token, body: Any) -> IssueComment:
    """A comment a client writes, under every rule there is."""
    may_speak(issue, token)
    most = world.limits.comments
    if len(issue.comments) >= most:
        words = f"Commenting is disabled on issues with more than {most} comments"
        raise Refusal(FORBIDDEN, words)
    text = checked_body(world, body)
    said = comment(world, issue, token.account, text)
    world.ledger.change(said, app=app_of(token))
    world.born(said.id)
    return said


def comment(world: World, issue: Issue, author: Account | None, body: str) -> IssueComment:
    now = world.now()
    said = IssueComment(
        id=world.next_id(), author=author, body=body, created=now, updated=now, issue=issue.number
    )
    world.ledger.put(issue.comments, said.id, said)
    world.ledger.change(issue, updated=now)
    world.happened("issue_comment", issue.repository, action="created", issue=issue, comment=said)
    return said


def rewrite(world: World, said: Remark, by: Account, body: str) -> None:
    world.ledger.change(said, body=body, editor=by, updated=world.now())
