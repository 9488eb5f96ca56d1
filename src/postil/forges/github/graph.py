"""Answers of GitHub's GraphQL door, which says no with a 200."""

from __future__ import annotations

import msgspec

from postil.domain.errors import ForgeError
from postil.forges.github import problems
from postil.forges.github.reply import Passing, Problem, Reply, Shape, shown

_LIMITED = ("RATE_LIMITED", "RATE_LIMIT")
_NOT_FOUND = "NOT_FOUND"
_PULL = ["repository", "pullRequest"]
"""Where an error stands when the repository is there and the number is not."""

_REFUSED = ("FORBIDDEN", "INSUFFICIENT_SCOPES")


class Limited(Passing):
    """Too much was asked; the answer's headers say how long to wait."""


class Envelope(msgspec.Struct, frozen=True):
    """What every answer is wrapped in; `data` is left as it came."""

    data: msgspec.Raw = msgspec.Raw(b"null")
    errors: list[Problem] = []


def answered(reply: Reply, shape: type[Shape], *, reading: str, credential: str) -> Shape:
    """The data of an answer; raises when there is an error beside it, whatever else it holds."""
    envelope = reply.decoded(Envelope)
    if envelope.errors:
        raise _problem(envelope.errors, reading=reading, credential=credential)
    return Reply(reply.status, bytes(envelope.data)).decoded(shape)


def _problem(errors: list[Problem], *, reading: str, credential: str) -> ForgeError:
    kinds = {error.type for error in errors}
    if _NOT_FOUND in kinds:
        if any(error.type == _NOT_FOUND and error.path == _PULL for error in errors):
            return problems.no_such_number(reading)
        return problems.not_found(reading, credential)
    if kinds & set(_REFUSED):
        return problems.forbidden("", reading=reading, credential=credential)
    said = shown(errors[0].message)
    if kinds & set(_LIMITED) or "rate limit" in said.lower():
        return Limited("GitHub asks us to slow down; try again later.")
    # Whatever else is wrong has no type of its own: a query that ran out of time, a server that
    # broke; asking again is right for these, and for a question that is wrong it ends by itself.
    return Passing(f"GitHub could not answer: {said}" if said else "GitHub could not answer.")
