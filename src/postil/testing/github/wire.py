"""Requests as they arrive and replies as they leave."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

OK = 200
CREATED = 201
NO_CONTENT = 204
NOT_MODIFIED = 304
UNAUTHORISED = 401
FORBIDDEN = 403
MISSING = 404
REFUSED = 422


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """`path` has neither the enterprise prefix nor the query; header names are lower case."""

    number: int
    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def raw_path(self) -> str:
        return urlsplit(self.target).path

    @property
    def prefix(self) -> str:
        """`/api/v3` where the client speaks to an enterprise server."""
        return "/api/v3" if self.raw_path.startswith("/api/") else ""

    @property
    def place(self) -> str:
        """The path with its escapes, so that a slash within a name is none between names."""
        raw = self.raw_path
        return "/graphql" if raw == "/api/graphql" else raw.removeprefix("/api/v3") or "/"

    @property
    def path(self) -> str:
        return unquote(self.place)

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))

    @property
    def accept(self) -> str:
        return self.headers.get("accept", "")

    def json(self) -> Any:
        """The body as a document; None when there is none or it is no JSON."""
        try:
            return json.loads(self.body) if self.body else None
        except (ValueError, RecursionError):
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`document` is sent as JSON unless `body` holds the bytes already."""

    status: int = OK
    document: Any = None
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    """Bytes of the body that are sent before the connection is closed."""

    def payload(self) -> bytes:
        if self.body is not None:
            return self.body
        if self.document is None:
            return b""
        # Text from repositories may hold lone surrogates; they travel as escapes.
        return json.dumps(self.document).encode("ascii")


class Refusal(Exception):
    """An answer that is no success, from wherever it was noticed."""

    def __init__(self, status: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.more = more

    def reply(self) -> Reply:
        document = {"message": str(self), **self.more, "status": str(self.status)}
        document.setdefault("documentation_url", "https://docs.github.com/rest")
        return Reply(status=self.status, document=document)


def unprocessable(*sentences: str, **error: str) -> Refusal:
    """A 422 that names a field, or carries sentences."""
    errors = [{"code": "custom", "message": sentence} for sentence in sentences]
    message = "Unprocessable Entity" if sentences else "Validation Failed"
    return Refusal(REFUSED, message, errors=errors or [error])


def in_sentences(reply: Reply) -> Reply:
    """Where reviews are concerned, errors are sentences and not objects."""
    if reply.status != REFUSED or "errors" not in reply.document:
        return reply
    errors = [_sentence(error) for error in reply.document["errors"]]
    return replace(reply, document={**reply.document, "errors": errors})


def _sentence(error: Mapping[str, str]) -> str:
    return error.get("message") or f"{error['resource']} {error['field']} {error['code']}"


def not_found() -> Refusal:
    return Refusal(MISSING, "Not Found")
