"""Tells a receiver what happened, signed, in order, from a thread of its own."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import queue
import threading
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from postil.testing.github.shapes import conversation
from postil.testing.github.shapes.accounts import account
from postil.testing.github.shapes.links import Links
from postil.testing.github.shapes.pulls import issue_document, pull_document
from postil.testing.github.shapes.repositories import repository
from postil.testing.github.shapes.results import check_run
from postil.testing.github.state.accounts import Account
from postil.testing.github.state.repositories import Repository
from postil.testing.github.state.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    url: str
    secret: str
    repository: int
    events: frozenset[str] = frozenset()
    """Which events; none means all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """What was sent, and the status it was answered with; 0 when nobody answered."""

    id: str
    event: str
    body: bytes
    status: int = 0


def signature(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


@dataclass(slots=True)
class Courier:
    hooks: list[Hook] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)
    _waiting: queue.Queue[tuple[Hook, str, str, bytes] | None] = field(default_factory=queue.Queue)
    _thread: threading.Thread | None = None
    _sent: int = 0

    def take(self, world: World, links: Links) -> None:
        """Everything that happened since, written down as it is now."""
        events, world.events[:] = list(world.events), []
        for event, which, facts in events:
            wanted = [hook for hook in self.hooks if _wants(hook, event, which)]
            if not wanted:
                continue
            body = json.dumps(payload(world, links, which, facts)).encode()
            for hook in wanted:
                self._sent += 1
                self._start()
                self._waiting.put((hook, event, f"fake-{self._sent}", body))

    def redeliver(self, delivery: Delivery) -> None:
        """The same id and the same bytes once more."""
        for hook in self.hooks:
            self._waiting.put((hook, delivery.event, delivery.id, delivery.body))

    def settle(self) -> None:
        """Until everything was sent."""
        self._waiting.join()

    def close(self) -> None:
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="webhooks", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            hook, event, number, body = waiting
            status = _send(hook, event, number, body)
            self.deliveries.append(Delivery(id=number, event=event, body=body, status=status))
            self._waiting.task_done()


def _wants(hook: Hook, event: str, which: Repository) -> bool:
    return hook.repository == which.id and (not hook.events or event in hook.events)


def _send(hook: Hook, event: str, number: str, body: bytes) -> int:
    place = urlsplit(hook.url)
    connection = http.client.HTTPConnection(place.netloc, timeout=10)
    headers = {
        "content-type": "application/json",
        "user-agent": "GitHub-Hookshot/fake",
        "x-github-event": event,
        "x-github-delivery": number,
        "x-hub-signature-256": signature(hook.secret, body),
    }
    try:
        connection.request("POST", place.path or "/", body, headers)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def payload(world: World, links: Links, which: Repository, facts: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = {
        "action": facts["action"],
        "repository": repository(links, which),
        "sender": account(links, _sender(world, facts)),
    }
    pull: Any = facts.get("pull")
    if pull is not None:
        document |= {"number": pull.number, "pull_request": pull_document(world, links, pull)}
    if "before" in facts:
        document |= {"before": facts["before"], "after": pull.head_sha}
    if "issue" in facts:
        issue = facts["issue"]
        document["issue"] = issue_document(world, links, issue)
        document["comment"] = conversation.issue_comment(world, links, issue, facts["comment"])
    if "review" in facts:
        document["review"] = conversation.review(world, links, pull, facts["review"])
    if "review_comment" in facts:
        said = facts["review_comment"]
        document["comment"] = conversation.review_comment(world, links, pull, said)
    if "thread" in facts:
        comments = facts["thread"].comments
        shown = [conversation.review_comment(world, links, pull, each) for each in comments]
        document["thread"] = {"node_id": f"PRRT_{facts['thread'].id}", "comments": shown}
    if "run" in facts:
        document["check_run"] = check_run(links, which, facts["run"])
    return document


def _sender(world: World, facts: dict[str, Any]) -> Account:
    """Who did it, as far as the stand-in knows."""
    for name in ("review_comment", "comment", "review"):
        if name in facts and facts[name].author is not None:
            author: Account = facts[name].author
            return author
    if "thread" in facts and facts["thread"].resolved_by is not None:
        resolver: Account = facts["thread"].resolved_by
        return resolver
    if "run" in facts:
        bot: Account = facts["run"].app.account
        return bot
    pull = facts.get("pull")
    return pull.author if pull is not None and pull.author else world.account("ghost")
