"""What a planned fault does to a request before it is served, and to the reply afterwards."""

from __future__ import annotations

import json
from dataclasses import replace

from postil.testing.github import faults
from postil.testing.github.faults import Outcome
from postil.testing.github.wire import REFUSED, Reply, Request

_PAGE = b"<!DOCTYPE html><html><body><h1>Unicorn!</h1></body></html>"


def altered(request: Request, outcome: Outcome | None) -> Request:
    """Some faults store only a part of what was sent."""
    match outcome:
        case faults.Partial(comments=kept) | faults.DropComments(comments=kept):
            return _with_comments(request, kept)
        case faults.BodyOnly():
            return _with_comments(request, 0)
        case _:
            return request


def _with_comments(request: Request, kept: int) -> Request:
    document = request.json()
    if not isinstance(document, dict) or not isinstance(document.get("comments"), list):
        return request
    fewer = {**document, "comments": document["comments"][:kept]}
    return replace(request, body=json.dumps(fewer).encode())


def distorted(reply: Reply, outcome: Outcome | None) -> Reply | None:
    """What the client gets to see; None is a connection that was cut."""
    match outcome:
        case faults.DropAfter() | faults.DropBefore():
            return None
        case faults.Status():
            return stated(outcome)
        case faults.Partial(status=status):
            return stated(faults.Status(status=status))
        case faults.BodyOnly():
            return stated(faults.Status(status=REFUSED, message="Validation Failed"))
        case faults.Html():
            return Reply(body=_PAGE, headers={"content-type": "text/html; charset=utf-8"})
        case faults.Truncate(bytes=kept):
            return replace(reply, cut_after=kept)
        case _:
            return reply


def stated(outcome: faults.Status) -> Reply:
    message = outcome.message or {401: "Bad credentials", 404: "Not Found"}.get(
        outcome.status, "Server Error"
    )
    return Reply(
        status=outcome.status,
        document={"message": message, "documentation_url": "https://docs.github.com/rest"},
        headers=outcome.headers,
    )
