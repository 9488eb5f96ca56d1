"""Webhooks from GitHub: is it really GitHub, and what happened, in five small events."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from postil.domain.errors import PostilError


class UnreadableEvent(PostilError):
    """The body is not what GitHub sends for that event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who did it; accounts that are gone are all the same ghost."""

    login: str
    id: int
    is_bot: bool


GHOST = Actor(login="ghost", id=0, is_bot=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The pull request an event is about; `number` is 0 when it is about none."""

    repository: str
    repository_id: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequestChanged:
    action: str
    place: Place
    sender: Actor
    author: Actor
    title: str
    head_sha: str
    base_ref: str
    is_draft: bool
    is_fork: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentWritten:
    """A comment of the conversation, or on a line when `path` is there."""

    action: str
    place: Place
    sender: Actor
    author: Actor
    id: int
    body: str
    association: str
    path: str = ""
    reply_to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewChanged:
    action: str
    place: Place
    sender: Actor
    author: Actor
    id: int
    state: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadChanged:
    """A thread was resolved or opened again; `comments` are the ids in it."""

    action: str
    place: Place
    sender: Actor
    comments: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRunChanged:
    action: str
    place: Place
    sender: Actor
    id: int
    name: str
    head_sha: str
    app: str


Event = PullRequestChanged | CommentWritten | ReviewChanged | ThreadChanged | CheckRunChanged


def is_authentic(secrets: Iterable[str], body: bytes, signature: str) -> bool:
    """Whether one of the secrets signed the body; several are valid while one is replaced.

    An empty secret signs nothing: a service that forgot to set one must not believe everybody.
    """
    given = signature.encode("utf-8", "surrogatepass")
    matching = 0
    for secret in secrets:
        if secret:
            digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
            matching += hmac.compare_digest(f"sha256={digest}".encode(), given)
    return matching > 0


def parse(event: str, body: bytes) -> Event | None:
    """The event, or None for a kind that concerns no review."""
    reader = _READERS.get(event)
    if reader is None:
        return None
    try:
        document = json.loads(body)
        return reader(document)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        message = f"The webhook `{event}` cannot be read; check that it comes from GitHub."
        raise UnreadableEvent(message) from error


def _actor(account: Mapping[str, Any] | None) -> Actor:
    if account is None:
        return GHOST
    return Actor(
        login=str(account["login"]), id=int(account["id"]), is_bot=account.get("type") == "Bot"
    )


def _place(document: Mapping[str, Any], number: int) -> Place:
    repository = document["repository"]
    return Place(
        repository=str(repository["full_name"]),
        repository_id=int(repository["id"]),
        number=number,
    )


def _pull_request(document: Mapping[str, Any]) -> PullRequestChanged:
    pull = document["pull_request"]
    source = pull["head"]["repo"]
    return PullRequestChanged(
        action=str(document["action"]),
        place=_place(document, int(pull["number"])),
        sender=_actor(document.get("sender")),
        author=_actor(pull["user"]),
        title=str(pull["title"]),
        head_sha=str(pull["head"]["sha"]),
        base_ref=str(pull["base"]["ref"]),
        is_draft=bool(pull.get("draft")),
        is_fork=source is None or source["id"] != pull["base"]["repo"]["id"],
    )


def _issue_comment(document: Mapping[str, Any]) -> CommentWritten:
    issue, said = document["issue"], document["comment"]
    return CommentWritten(
        action=str(document["action"]),
        # A plain issue has comments too; they are about no pull request.
        place=_place(document, int(issue["number"]) if issue.get("pull_request") else 0),
        sender=_actor(document.get("sender")),
        author=_actor(said["user"]),
        id=int(said["id"]),
        body=str(said["body"] or ""),
        association=str(said["author_association"]),
    )


def _review_comment(document: Mapping[str, Any]) -> CommentWritten:
    said = document["comment"]
    return CommentWritten(
        action=str(document["action"]),
        place=_place(document, int(document["pull_request"]["number"])),
        sender=_actor(document.get("sender")),
        author=_actor(said["user"]),
        id=int(said["id"]),
        body=str(said["body"] or ""),
        association=str(said["author_association"]),
        path=str(said["path"]),
        reply_to=said.get("in_reply_to_id"),
    )


def _review(document: Mapping[str, Any]) -> ReviewChanged:
    said = document["review"]
    return ReviewChanged(
        action=str(document["action"]),
        place=_place(document, int(document["pull_request"]["number"])),
        sender=_actor(document.get("sender")),
        author=_actor(said["user"]),
        id=int(said["id"]),
        state=str(said["state"]).upper(),
        body=str(said["body"] or ""),
    )


def _thread(document: Mapping[str, Any]) -> ThreadChanged:
    return ThreadChanged(
        action=str(document["action"]),
        place=_place(document, int(document["pull_request"]["number"])),
        sender=_actor(document.get("sender")),
        comments=tuple(int(each["id"]) for each in document["thread"]["comments"]),
    )


def _check_run(document: Mapping[str, Any]) -> CheckRunChanged:
    run = document["check_run"]
    pulls = run["pull_requests"]
    return CheckRunChanged(
        action=str(document["action"]),
        place=_place(document, int(pulls[0]["number"]) if pulls else 0),
        sender=_actor(document.get("sender")),
        id=int(run["id"]),
        name=str(run["name"]),
        head_sha=str(run["head_sha"]),
        app=str((run["app"] or {}).get("slug") or ""),
    )


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Event]] = {
    "pull_request": _pull_request,
    "issue_comment": _issue_comment,
    "pull_request_review_comment": _review_comment,
    "pull_request_review": _review,
    "pull_request_review_thread": _thread,
    "check_run": _check_run,
}
