"""What became of a write, judged by the answer to it: done, refused for good, or nobody knows."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from postil.domain.publication import Fate, Refusal
from postil.forges.github import limits
from postil.forges.github.client import Sent
from postil.forges.github.graph import Envelope
from postil.forges.github.problems import needed
from postil.forges.github.reply import Passing, Reply, shown

_EMPTY = 204
_UNAUTHENTICATED, _FORBIDDEN, _NOT_FOUND, _TIMED_OUT, _GONE = 401, 403, 404, 408, 410
_INVALID = 422
_SERVER = 500
_CLIENT = 400

_LOCKED_WORDS = ("locked", "lock prevents")
_TOO_MANY_WORDS = ("commenting is disabled", "too many comments")
_FINAL_WORDS = (
    "can not approve your own",
    "can not request changes on your own",
    "must be part of",
    "diff hunk can't be blank",
    "could not be resolved",
    "start_line must",
    "is too long",
    "is not part of the pull request",
    "one pending review",
    "can not delete a non-pending",
)
"""What a 422 says that will not be otherwise however often it is tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A fate with what goes with it."""

    fate: Fate
    id: str = ""
    address: str = ""
    refusal: Refusal | None = None
    why: str = ""


class Made(msgspec.Struct, frozen=True):
    """What a write that worked answers with."""

    id: int
    html_url: str | None = None
    url: str | None = None
    state: str = ""


def unknown(why: str) -> Outcome:
    return Outcome(fate=Fate.UNKNOWN, why=why)


def refused(refusal: Refusal, why: str) -> Outcome:
    return Outcome(fate=Fate.REFUSED, refusal=refusal, why=why)


def outcome(sent: Sent, *, is_deletion: bool = False) -> Outcome:
    """The fate of a REST write."""
    reply = sent.reply
    if reply is None:
        return unknown(sent.why)
    if not reply.is_fine:
        return failed(reply)
    if is_deletion:
        return Outcome(fate=Fate.DONE) if reply.status == _EMPTY or _is_json(reply) else _odd()
    try:
        made = reply.decoded(Made)
    except Passing:
        return _odd()
    if made.state == "PENDING":
        return unknown("GitHub began the review and did not submit it.")
    return Outcome(fate=Fate.DONE, id=str(made.id), address=made.html_url or made.url or "")


def failed(reply: Reply) -> Outcome:
    """The fate of a write that was not answered with success."""
    said = reply.said
    why = f"GitHub answered {reply.status}{f': {said}' if said else ''}"
    lower = said.lower()
    if limits.is_limit(reply):
        return unknown(f"{why}; it asks us to wait.")
    if reply.status in (_FORBIDDEN, _INVALID, _NOT_FOUND):
        if any(words in lower for words in _TOO_MANY_WORDS):
            return refused(Refusal.TOO_MANY, why)
        if any(words in lower for words in _LOCKED_WORDS):
            return refused(Refusal.LOCKED, why)
    if reply.status == _INVALID:
        if any(words in lower for words in _FINAL_WORDS):
            return refused(Refusal.INVALID, why)
        return unknown(why)
    if reply.status == _FORBIDDEN:
        wanted = needed(reply)
        remedy = f"give the token `{wanted}`" if wanted else "give the token write access"
        return refused(Refusal.FORBIDDEN, f"{why}; {remedy}.")
    if reply.status == _TIMED_OUT or reply.status < _CLIENT or reply.status >= _SERVER:
        return unknown(why)
    kinds = {
        _UNAUTHENTICATED: Refusal.UNAUTHENTICATED,
        _NOT_FOUND: Refusal.GONE,
        _GONE: Refusal.GONE,
    }
    return refused(kinds.get(reply.status, Refusal.INVALID), why)


class _Thread(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    is_resolved: bool


class _Payload(msgspec.Struct, frozen=True):
    thread: _Thread | None = None


class _Resolved(msgspec.Struct, frozen=True, rename="camel"):
    resolve_review_thread: _Payload | None = None


def resolution(sent: Sent) -> Outcome:
    """The fate of a thread's resolution: done only when the answer itself says it is resolved."""
    reply = sent.reply
    if reply is None:
        return unknown(sent.why)
    if not reply.is_fine:
        return failed(reply)
    try:
        envelope = reply.decoded(Envelope)
        if envelope.errors:
            return _said_no(envelope)
        resolved = Reply(reply.status, bytes(envelope.data)).decoded(_Resolved)
    except Passing:
        return _odd()
    payload = resolved.resolve_review_thread
    thread = payload.thread if payload else None
    if thread is None or not thread.is_resolved:
        return unknown("GitHub does not say that the thread is resolved.")
    return Outcome(fate=Fate.DONE, id=thread.id)


def _said_no(envelope: Envelope) -> Outcome:
    first = envelope.errors[0]
    why = f"GitHub answered: {shown(first.message)}"
    kinds = {"FORBIDDEN": Refusal.FORBIDDEN, "INSUFFICIENT_SCOPES": Refusal.FORBIDDEN}
    kinds |= {"NOT_FOUND": Refusal.GONE, "UNPROCESSABLE": Refusal.INVALID}
    kind = kinds.get(first.type)
    return refused(kind, why) if kind else unknown(why)


def _odd() -> Outcome:
    return unknown("GitHub's answer could not be read.")


def _is_json(reply: Reply) -> bool:
    try:
        reply.decoded(dict)
    except Passing:
        return False
    return True
