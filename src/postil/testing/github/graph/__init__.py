"""GraphQL over the same state: GitHub's own schema, cut to what a reviewer and `gh` ask."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from postil.testing.github.contract import graph_text
from postil.testing.github.desk import Desk
from postil.testing.github.graph import (
    accounts,
    conversation,
    mutations,
    pulls,
    repositories,
    results,
    roots,
)
from postil.testing.github.graph.conversation import Said, ThreadView
from postil.testing.github.graph.refusals import shown
from postil.testing.github.graph.repositories import CommitView, RefView
from postil.testing.github.state.accounts import Account, App
from postil.testing.github.state.conversation import IssueComment, Review, ReviewComment
from postil.testing.github.state.repositories import CheckRun, CommitStatus, Issue, Pull, Repository
from postil.testing.github.wire import Reply

if TYPE_CHECKING:
    from graphql import GraphQLSchema

_TABLES = (accounts, conversation, mutations, pulls, repositories, results, roots)
_FIELDS: dict[str, dict[str, Any]] = {}
for _table in _TABLES:
    for _name, _fields in _table.FIELDS.items():
        _FIELDS.setdefault(_name, {}).update(_fields)

_KINDS: tuple[tuple[type[Any], str], ...] = (
    (Pull, "PullRequest"),
    (Issue, "Issue"),
    (Repository, "Repository"),
    (ThreadView, "PullRequestReviewThread"),
    (CommitView, "Commit"),
    (RefView, "Ref"),
    (CheckRun, "CheckRun"),
    (CommitStatus, "StatusContext"),
    (App, "App"),
    (IssueComment, "IssueComment"),
    (Review, "PullRequestReview"),
    (ReviewComment, "PullRequestReviewComment"),
)


class Unanswered(Exception):
    """A field of the schema that the stand-in has no answer for."""


@cache
def schema() -> GraphQLSchema:
    # Imported here: whoever uses only the REST part needs no GraphQL library.
    from graphql import build_schema  # noqa: PLC0415 - see above

    return build_schema(graph_text(), assume_valid=True)


def _kind(thing: Any, *_: Any) -> str:
    if isinstance(thing, Account):
        return thing.kind.value
    shown_as = thing.remark if isinstance(thing, Said) else thing
    return next(name for kind, name in _KINDS if isinstance(shown_as, kind))


def _resolve(thing: Any, info: Any, **wishes: Any) -> Any:
    if isinstance(thing, dict):
        found = thing.get(info.field_name)
        if isinstance(found, Exception):
            raise found
        return found
    fields = _FIELDS.get(info.parent_type.name, {})
    if info.field_name not in fields:
        message = f"the stand-in does not answer `{info.parent_type.name}.{info.field_name}`"
        raise Unanswered(message)
    return fields[info.field_name](info.context, thing, **wishes)


def answer(desk: Desk) -> tuple[Reply, list[str]]:
    """The reply, and what was asked or answered against the schema."""
    from graphql import GraphQLError, OperationType, execute_sync, parse, validate  # noqa: PLC0415 - as above

    wish = desk.wish()
    _ = desk.token
    try:
        document = parse(str(wish.get("query", "")))
    except GraphQLError as error:
        return Reply(document={"errors": [shown(error)]}), [
            f"the query does not parse: {error.message}"
        ]
    wrong = validate(schema(), document)
    if wrong:
        drift = [f"the query does not fit GitHub's schema: {error.message}" for error in wrong]
        return Reply(document={"errors": [shown(error) for error in wrong]}), drift
    if any(
        getattr(each, "operation", None) is OperationType.MUTATION for each in document.definitions
    ):
        desk.world.rates.count_write(desk.token.value, desk.world.now())
    result = execute_sync(
        schema(),
        document,
        context_value=desk,
        variable_values=wish.get("variables") or {},
        operation_name=wish.get("operationName"),
        field_resolver=_resolve,
        type_resolver=_kind,
    )
    said: dict[str, Any] = {"data": result.data}
    if result.errors:
        said["errors"] = [shown(error) for error in result.errors]
    return Reply(document=said), [
        f"{error.message} (at {'.'.join(map(str, error.path or []))})"
        for error in result.errors or ()
        if "type" not in (error.extensions or {})
    ]
