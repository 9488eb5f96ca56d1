"""Thumbs and eyes on comments."""

from __future__ import annotations

from typing import Any

from postil.testing.github.desk import Desk
from postil.testing.github.routing import Route, read, write
from postil.testing.github.shapes.accounts import account
from postil.testing.github.shapes.conversation import REACTIONS
from postil.testing.github.shapes.links import moment, node
from postil.testing.github.state.accounts import Account
from postil.testing.github.state.conversation import Remark
from postil.testing.github.wire import CREATED, NO_CONTENT, Reply, not_found, unprocessable


def _remark(desk: Desk) -> Remark:
    number = desk.number("comment_id")
    on_lines = "/pulls/comments/" in desk.request.path
    for issue in desk.repository.issues.values():
        if not on_lines and number in issue.comments:
            return issue.comments[number]
    for pull in desk.repository.pulls:
        for said in pull.review_comments:
            if on_lines and said.id == number:
                return said
    raise not_found()


def _shown(desk: Desk, reaction: tuple[int, str, Account]) -> dict[str, Any]:
    number, content, who = reaction
    return {
        "id": number,
        "node_id": node("REA", number),
        "user": account(desk.links, who),
        "content": content,
        "created_at": moment(desk.world.now()),
    }


def list_reactions(desk: Desk) -> Reply:
    wanted = desk.request.query.get("content")
    found = [each for each in _remark(desk).reactions if wanted in (None, each[1])]
    return desk.page([_shown(desk, each) for each in found])


def create(desk: Desk) -> Reply:
    """Reacting twice in the same way is one reaction, answered with 200."""
    remark, content = _remark(desk), desk.wish().get("content")
    if content not in REACTIONS:
        raise unprocessable(resource="Reaction", code="invalid", field="content")
    for each in remark.reactions:
        if each[1:] == (content, desk.account):
            return Reply(document=_shown(desk, each))
    made = (desk.world.next_id(), content, desk.account)
    desk.world.ledger.append(remark.reactions, made)
    return Reply(status=CREATED, document=_shown(desk, made))


def delete(desk: Desk) -> Reply:
    remark, number = _remark(desk), desk.number("reaction_id")
    for each in remark.reactions:
        if each[0] == number and each[2] is desk.account:
            desk.world.ledger.remove(remark.reactions, each)
            return Reply(status=NO_CONTENT)
    raise not_found()


def _routes(kind: str, *permissions: str) -> tuple[Route, ...]:
    many = f"/repos/{{owner}}/{{repo}}/{kind}/comments/{{comment_id}}/reactions"
    return (
        Route("GET", many, list_reactions, read(*permissions)),
        Route("POST", many, create, write(*permissions)),
        Route("DELETE", f"{many}/{{reaction_id}}", delete, write(*permissions)),
    )


ROUTES = (*_routes("issues", "issues", "pull_requests"), *_routes("pulls", "pull_requests"))
