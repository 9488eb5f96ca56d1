"""What a client may change through GraphQL: threads, and comments that get out of the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil.testing.github import reviewing, saying
from postil.testing.github.desk import Desk
from postil.testing.github.graph import roots
from postil.testing.github.graph.conversation import Said, ThreadView, may_resolve
from postil.testing.github.graph.refusals import inaccessible, refused
from postil.testing.github.permissions import may_change
from postil.testing.github.state.accounts import Access
from postil.testing.github.state.conversation import IssueComment, Review
from postil.testing.github.state.repositories import Issue, Pull
from postil.testing.github.wire import Refusal

Wish = Mapping[str, Any]


def _found(desk: Desk, kind: type[Any], number: str) -> Any:
    found = roots.node(desk, None, id=number)
    if not isinstance(found, kind):
        raise refused("NOT_FOUND", f"Could not resolve to a node with the global id of '{number}'")
    return found


def _thread(desk: Desk, wish: Wish) -> ThreadView:
    view: ThreadView = _found(desk, ThreadView, wish["threadId"])
    if not may_resolve(desk, view):
        raise inaccessible(desk.visitor)
    return view


def _payload(wish: Wish, **parts: Any) -> dict[str, Any]:
    return {"clientMutationId": wish.get("clientMutationId"), **parts}


def resolve_thread(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - GraphQL's name
    view = _thread(desk, input)
    reviewing.resolve(desk.world, view.pull, view.thread, desk.account)
    return _payload(input, thread=view)


def unresolve_thread(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - same
    view = _thread(desk, input)
    reviewing.resolve(desk.world, view.pull, view.thread, None)
    return _payload(input, thread=view)


def reply(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - same
    view: ThreadView = _found(desk, ThreadView, input["pullRequestReviewThreadId"])
    if not desk.token.allows("pull_requests", Access.WRITE):
        raise inaccessible(desk.visitor)
    said = _ruled(
        lambda: reviewing.reply_as(desk.world, view.pull, desk.token, view.thread, input["body"])
    )
    return _payload(input, comment=Said(view.pull, said))


def _ruled(act: Any) -> Any:
    """The rules are those of the REST interface; the answer is worded differently."""
    try:
        return act()
    except Refusal as refusal:
        words = "; ".join(
            str(error.get("message", error))
            for error in refusal.more.get("errors", [{"message": refusal}])
        )
        raise refused("UNPROCESSABLE", words) from refusal


def _remark(desk: Desk, number: str) -> Said:
    said: Said = _found(desk, Said, number)
    allowed = desk.token.allows("pull_requests", Access.WRITE) or desk.token.allows(
        "issues", Access.WRITE
    )
    if not allowed or not may_change(said.where.repository, desk.token, said.remark.author):
        raise inaccessible(desk.visitor)
    return said


def minimize(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - same
    said = _remark(desk, input["subjectId"])
    reason = str(input["classifier"]).lower().replace("_", "-")
    desk.world.ledger.change(said.remark, minimized=reason)
    return _payload(input, minimizedComment=said)


def unminimize(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - same
    said = _remark(desk, input["subjectId"])
    desk.world.ledger.change(said.remark, minimized=None)
    return _payload(input, unminimizedComment=said)


def add_comment(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - same
    issue: Issue = _found(desk, Issue, input["subjectId"])
    made = _ruled(lambda: saying.comment_as(desk.world, issue, desk.token, input["body"]))
    edge = {"cursor": "", "node": Said(issue, made)}
    return _payload(input, commentEdge=edge, subject=issue)


def update_comment(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - same
    said = _remark(desk, input["id"])
    body = _ruled(lambda: saying.checked_body(desk.world, input["body"]))
    saying.rewrite(desk.world, said.remark, desk.account, body)
    return _payload(input, issueComment=said)


def delete_comment(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - same
    said = _remark(desk, input["id"])
    if isinstance(said.remark, IssueComment):
        desk.world.ledger.drop(said.where.comments, said.remark.id)
    return _payload(input)


def add_review(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - same
    pull: Pull = _found(desk, Pull, input["pullRequestId"])
    if not desk.token.allows("pull_requests", Access.WRITE):
        raise inaccessible(desk.visitor)
    names = {"startLine": "start_line", "startSide": "start_side"}
    notes = [
        {names.get(name, name): value for name, value in each.items()}
        for each in [*(input.get("threads") or []), *(input.get("comments") or [])]
    ]
    wish = {name: input.get(name) for name in ("body", "event")}
    wish |= {"commit_id": input.get("commitOID"), "comments": notes}
    made = _ruled(lambda: reviewing.review_as(desk.world, pull, desk.token, wish))
    return _payload(input, pullRequestReview=Said(pull, made))


def submit_review(desk: Desk, _: Any, *, input: Wish) -> dict[str, Any]:  # noqa: A002 - same
    said: Said = _found(desk, Said, input["pullRequestReviewId"])
    review, pull = said.remark, said.pull
    if not isinstance(review, Review) or pull is None or review.author is not desk.account:
        raise inaccessible(desk.visitor)
    _ruled(lambda: reviewing.submit_as(desk.world, pull, desk.token, review, input))
    return _payload(input, pullRequestReview=said)


FIELDS: dict[str, dict[str, Any]] = {
    "Mutation": {
        "resolveReviewThread": resolve_thread,
        "unresolveReviewThread": unresolve_thread,
        "addPullRequestReviewThreadReply": reply,
        "addPullRequestReview": add_review,
        "submitPullRequestReview": submit_review,
        "minimizeComment": minimize,
        "unminimizeComment": unminimize,
        "addComment": add_comment,
        "updateIssueComment": update_comment,
        "deleteIssueComment": delete_comment,
    }
}
