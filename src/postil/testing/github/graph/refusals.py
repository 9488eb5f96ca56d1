"""Errors of GraphQL answers, which come with status 200 and a type of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from postil.testing.github.state.accounts import Token

if TYPE_CHECKING:
    from graphql import GraphQLError


def refused(kind: str, message: str) -> GraphQLError:
    # Imported here: whoever uses only the REST part needs no GraphQL library.
    from graphql import GraphQLError  # noqa: PLC0415 - see above

    return GraphQLError(message, extensions={"type": kind})


def inaccessible(token: Token | None) -> GraphQLError:
    app = token is not None and token.installation is not None
    by = "integration" if app else "personal access token"
    return refused("FORBIDDEN", f"Resource not accessible by {by}")


def shown(error: GraphQLError) -> dict[str, Any]:
    """The way GitHub writes an error: the type beside the message."""
    document: dict[str, Any] = {**error.formatted}
    extensions = document.pop("extensions", None) or {}
    if "type" in extensions:
        return {"type": extensions["type"], **document}
    return {**document, "extensions": extensions} if extensions else document
