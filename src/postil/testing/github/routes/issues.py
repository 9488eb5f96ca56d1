"""Issues, which pull requests also are, and their labels."""

from __future__ import annotations

from collections.abc import Iterable

from postil.testing.github.desk import Desk
from postil.testing.github.routing import Route, read, write
from postil.testing.github.shapes.pulls import issue_document, label
from postil.testing.github.state.accounts import Access, Role
from postil.testing.github.state.repositories import Issue, Label
from postil.testing.github.wire import FORBIDDEN, MISSING, Refusal, Reply, unprocessable

_LONGEST = 50
_NOT_TO_MAKE = "You do not have permission to create labels on this repository."
_UNAUTHORISED = {"resource": "Repository", "field": "label", "code": "unauthorized"}


def get(desk: Desk) -> Reply:
    return Reply(document=issue_document(desk.world, desk.links, desk.issue()))


def _labels(desk: Desk, issue: Issue) -> Reply:
    return desk.page([label(desk.links, issue.repository, name) for name in issue.labels])


def list_labels(desk: Desk) -> Reply:
    return _labels(desk, desk.issue())


def _wanted(desk: Desk) -> list[str]:
    """Clients may send names, or objects that hold one."""
    document = desk.request.json()
    given = document.get("labels", []) if isinstance(document, dict) else document or []
    return [each["name"] if isinstance(each, dict) else str(each) for each in given]


def _spelt(name: str, names: Iterable[str]) -> str | None:
    """The label as it is spelt there: upper and lower case make no other one."""
    return next((each for each in names if each.lower() == name.lower()), None)


def _known(desk: Desk, issue: Issue, name: str) -> str:
    """The repository's label of that name, made where there is none; that is for issues' writers."""
    known = _spelt(name, issue.repository.labels)
    if known is not None:
        return known
    if not name.strip() or len(name) > _LONGEST:
        raise unprocessable(resource="Label", field="name", code="invalid")
    if not desk.token.allows("issues", Access.WRITE):
        raise Refusal(FORBIDDEN, _NOT_TO_MAKE, errors=[_UNAUTHORISED])
    made = Label(id=desk.world.next_id(), name=name)
    desk.world.ledger.put(issue.repository.labels, name, made)
    return name


def _put(desk: Desk, issue: Issue, names: list[str]) -> Reply:
    known = [_known(desk, issue, name) for name in names]
    desk.world.ledger.change(issue, labels=list(dict.fromkeys(known)))
    return _labels(desk, issue)


def add_labels(desk: Desk) -> Reply:
    issue = desk.issue()
    return _put(desk, issue, [*issue.labels, *_wanted(desk)])


def set_labels(desk: Desk) -> Reply:
    return _put(desk, desk.issue(), _wanted(desk))


def remove_label(desk: Desk) -> Reply:
    issue = desk.issue()
    name = _spelt(desk.arguments["name"], issue.labels)
    if name is None:
        raise Refusal(MISSING, "Label does not exist")
    return _put(desk, issue, [each for each in issue.labels if each != name])


_ONE = "/repos/{owner}/{repo}/issues/{issue_number}"
_EITHER = ("issues", "pull_requests")
_MAY = write(*_EITHER, role=Role.TRIAGE)

ROUTES = (
    Route("GET", _ONE, get, read(*_EITHER)),
    Route("GET", f"{_ONE}/labels", list_labels, read(*_EITHER)),
    Route("POST", f"{_ONE}/labels", add_labels, _MAY),
    Route("PUT", f"{_ONE}/labels", set_labels, _MAY),
    Route("DELETE", f"{_ONE}/labels/{{name}}", remove_label, _MAY),
)
