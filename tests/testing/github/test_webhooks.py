"""Webhooks: what happens is told in order, signed, and can be sent once more."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from postil.forges.github.events import (
    CheckRunChanged,
    CommentWritten,
    Event,
    PullRequestChanged,
    ReviewChanged,
    ThreadChanged,
    is_authentic,
    parse,
)
from postil.testing.github import Forget, When
from testing.github.stage import Stage

SECRET = "a shared secret"  # noqa: S105 - shared by this test with itself


@dataclass
class Received:
    """What a receiver got; `status` is what it answers."""

    url: str = ""
    status: int = 202
    deliveries: list[tuple[str, str, bytes, str]] = field(default_factory=list)

    @property
    def events(self) -> list[Event | None]:
        return [parse(event, body) for event, _, body, _ in self.deliveries]

    @property
    def names(self) -> list[str]:
        return [f"{event}.{json.loads(body)['action']}" for event, _, body, _ in self.deliveries]


@contextmanager
def receiver() -> Iterator[Received]:
    received = Received()

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            names = ("x-github-event", "x-github-delivery")
            event, number = (self.headers[name] for name in names)
            received.deliveries.append((event, number, body, self.headers["x-hub-signature-256"]))
            self.send_response(received.status)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        received.url = f"http://127.0.0.1:{server.server_port}/hooks"
        yield received
        server.shutdown()
        thread.join()


def test_what_happens_is_told_in_order(here: Stage) -> None:
    with receiver() as received:
        here.hub.hook(here.repository, received.url, SECRET)
        here.push({"new.py": "1\n"})
        client, bot = here.client(here.carol), here.bot()
        client.post(f"{here.issue_at}/comments", {"body": "@postil why"})
        client.post(
            f"{here.at}/comments",
            {"path": "app.py", "line": 6, "body": "x", "commit_id": here.pull.head_sha},
        )
        thread = next(iter(here.pull.threads.values()))
        here.hub.resolve(thread, here.ada)
        here.hub.unresolve(thread)
        bot.post(f"{here.path}/check-runs", {"name": "postil", "head_sha": here.pull.head_sha})
        here.hub.set_state(here.pull, "closed")
        deliveries = here.hub.deliveries
    assert received.names == [
        "pull_request.synchronize",
        "issue_comment.created",
        "pull_request_review.submitted",
        "pull_request_review_comment.created",
        "pull_request_review_thread.resolved",
        "pull_request_review_thread.unresolved",
        "check_run.created",
        "pull_request.closed",
    ]
    assert [each.status for each in deliveries] == [202] * 8
    assert len({each.id for each in deliveries}) == 8
    kinds = [
        PullRequestChanged,
        CommentWritten,
        ReviewChanged,
        CommentWritten,
        ThreadChanged,
        ThreadChanged,
        CheckRunChanged,
        PullRequestChanged,
    ]
    assert [type(event) for event in received.events] == kinds
    senders = [event.sender.login for event in received.events if event]
    assert senders == ["bob", "carol", "carol", "carol", "ada", "bob", "postil[bot]", "bob"]
    for _, _, body, signature in received.deliveries:
        assert is_authentic([SECRET], body, signature)
        assert not is_authentic(["another"], body, signature)


def test_a_new_pull_request_is_told(here: Stage) -> None:
    with receiver() as received:
        here.hub.hook(here.repository, received.url, SECRET, events=["pull_request"])
        here.git.branch("other", "feature")
        other = here.hub.pull(here.repository, head="other", author=here.carol, title="Other")
        here.hub.comment(other, here.bob, "not asked for")
        assert len(here.hub.deliveries) == 1
    (event,) = received.events
    assert isinstance(event, PullRequestChanged)
    assert (event.action, event.title, event.place.number) == ("opened", "Other", 2)
    assert event.head_sha == other.head_sha


def test_only_the_repositorys_own_hooks(here: Stage) -> None:
    elsewhere = here.hub.repository("ada", "elsewhere", here.git.folder)
    with receiver() as received:
        here.hub.hook(elsewhere, received.url, SECRET)
        here.hub.comment(here.pull, here.carol, "x")
        assert here.hub.deliveries == ()
    assert received.deliveries == []


def test_what_was_not_stored_is_not_told(here: Stage) -> None:
    with receiver() as received:
        here.hub.hook(here.repository, received.url, SECRET)
        client = here.client(here.carol)
        here.hub.faults.add(Forget(), When(method="POST"))
        client.post(f"{here.issue_at}/comments", {"body": "forgotten"})
        client.post(f"{here.issue_at}/comments", {"body": ""})
        client.post(f"{here.issue_at}/comments", {"body": "kept"})
        assert len(here.hub.deliveries) == 1
    assert received.names == ["issue_comment.created"]


def test_what_people_did_is_told_although_a_request_fails(here: Stage) -> None:
    with receiver() as received:
        here.hub.hook(here.repository, received.url, SECRET)
        here.hub.comment(here.pull, here.carol, "before")
        assert here.client(here.carol).post(f"{here.issue_at}/comments", {"body": ""}).status == 422
        assert len(here.hub.deliveries) == 1
    assert received.names == ["issue_comment.created"]


def test_f04_a_delivery_is_sent_again_with_the_same_id(here: Stage) -> None:
    with receiver() as received:
        here.hub.hook(here.repository, received.url, SECRET)
        here.hub.comment(here.pull, here.carol, "x")
        (delivery,) = here.hub.deliveries
        here.hub.redeliver(delivery)
        assert len(here.hub.deliveries) == 2
    assert received.deliveries[0] == received.deliveries[1]


def test_f06_nobody_answers(here: Stage) -> None:
    with receiver() as received:
        url = received.url
    here.hub.hook(here.repository, url, SECRET)
    here.hub.comment(here.pull, here.carol, "x")
    assert [each.status for each in here.hub.deliveries] == [0]


def test_a_ghost_is_a_sender(here: Stage) -> None:
    with receiver() as received:
        here.hub.hook(here.repository, received.url, SECRET)
        here.hub.comment(here.pull, None, "boo")
        assert len(here.hub.deliveries) == 1
    (event,) = received.events
    assert event is not None
    assert event.sender.login == "ghost"
