"""Where a GraphQL query begins, and finding things by their node ids."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from postil.testing.github import permissions
from postil.testing.github.desk import Desk
from postil.testing.github.graph import conversation
from postil.testing.github.graph.conversation import Said, ThreadView
from postil.testing.github.graph.refusals import refused
from postil.testing.github.graph.repositories import may_read
from postil.testing.github.shapes.links import moment
from postil.testing.github.state.accounts import Account
from postil.testing.github.state.repositories import Pull, Repository


def repository(desk: Desk, _: Any, *, owner: str, name: str, **__: Any) -> Repository:
    found = desk.world.repository(f"{owner}/{name}")
    if found is None:
        number = desk.world.redirects.get(f"{owner}/{name}".lower())
        every = desk.world.repositories.values()
        found = next((each for each in every if str(each.id) == number), None)
    if found is None or not permissions.sees(found, desk.visitor):
        words = f"Could not resolve to a Repository with the name '{owner}/{name}'."
        raise refused("NOT_FOUND", words)
    return found


def user(desk: Desk, _: Any, *, login: str) -> Account:
    found = desk.world.accounts.get(login.lower())
    if found is None:
        raise refused("NOT_FOUND", f"Could not resolve to a User with the login of '{login}'.")
    return found


def node(desk: Desk, _: Any, *, id: str) -> Any:  # noqa: A002 - GraphQL's name
    """Anything a client may have been told the id of, if it may see it."""
    kind, _, digits = id.partition("_")
    number = int(digits) if digits.isdigit() else -1
    for which in desk.world.repositories.values():
        if not permissions.sees(which, desk.visitor):
            continue
        found = _inside(which, kind, number)
        if found is not None and _may_see(desk, which, found):
            return found
    if kind in ("U", "BOT", "O"):
        accounts = [each for each in desk.world.accounts.values() if each.id == number]
        if accounts:
            return accounts[0]
    raise refused("NOT_FOUND", f"Could not resolve to a node with the global id of '{id}'")


def _inside(which: Repository, kind: str, number: int) -> Any:
    if kind == "R":
        return which if which.id == number else None
    for issue in which.issues.values():
        if kind in ("PR", "I") and issue.id == number:
            return issue
        if kind == "IC" and number in issue.comments:
            return Said(issue, issue.comments[number])
    for pull in which.pulls:
        if kind == "PRRT" and number in pull.threads:
            return ThreadView(pull, pull.threads[number])
        if kind == "PRR" and number in pull.reviews:
            return Said(pull, pull.reviews[number])
        found = [each for each in pull.review_comments if kind == "PRRC" and each.id == number]
        if found:
            return Said(pull, found[0])
    return None


def _may_see(desk: Desk, which: Repository, found: Any) -> bool:
    if isinstance(found, Repository):
        return True
    may_read(desk, which, "pull_requests")
    if isinstance(found, Said):
        return conversation.sees(desk, found)
    return not isinstance(found, ThreadView) or bool(conversation.thread_comments(desk, found))


def resource(desk: Desk, _: Any, *, url: str) -> Pull | Repository | None:
    parts = urlsplit(url).path.strip("/").split("/")
    found = desk.world.repository("/".join(parts[:2]))
    if found is None or not permissions.sees(found, desk.visitor):
        return None
    issue = found.issues.get(int(parts[3])) if parts[2:3] == ["pull"] else None
    return issue if isinstance(issue, Pull) else found


def rate_limit(desk: Desk, *_: Any, **__: Any) -> dict[str, Any]:
    facts = desk.world.rates.overview(desk.token.value, desk.world.now())["graphql"]
    known = {name: facts[name] for name in ("limit", "remaining", "used")}
    return {**known, "cost": 1, "nodeCount": 0, "resetAt": moment(facts["reset"])}


FIELDS: dict[str, dict[str, Any]] = {
    "Query": {
        "viewer": lambda desk, _: desk.account,
        "repository": repository,
        "repositoryOwner": user,
        "user": user,
        "node": node,
        "nodes": lambda desk, _, ids: [node(desk, None, id=each) for each in ids],
        "resource": resource,
        "rateLimit": rate_limit,
    }
}
