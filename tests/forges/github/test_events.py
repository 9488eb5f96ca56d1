"""Webhooks: only GitHub's own are believed, every published sample is read, rubbish is refused."""

from __future__ import annotations

import gzip
import hashlib
import hmac
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.forges.github.events import (
    GHOST,
    Actor,
    CheckRunChanged,
    CommentWritten,
    Place,
    PullRequestChanged,
    ReviewChanged,
    ThreadChanged,
    UnreadableEvent,
    is_authentic,
    parse,
)

SAMPLES = Path(__file__).parents[2] / "data" / "webhook-examples.json.gz"
EVENTS: dict[str, list[dict[str, Any]]] = json.loads(gzip.decompress(SAMPLES.read_bytes()))[
    "events"
]
KINDS = {
    "pull_request": PullRequestChanged,
    "issue_comment": CommentWritten,
    "pull_request_review_comment": CommentWritten,
    "pull_request_review": ReviewChanged,
    "pull_request_review_thread": ThreadChanged,
    "check_run": CheckRunChanged,
}


def body(document: Any) -> bytes:
    return json.dumps(document).encode()


def test_there_are_as_many_samples_as_the_package_has() -> None:
    assert {name: len(found) for name, found in EVENTS.items()} == {
        "pull_request": 29,
        "issue_comment": 9,
        "pull_request_review_comment": 5,
        "pull_request_review": 4,
        "pull_request_review_thread": 3,
        "check_run": 9,
    }


@pytest.mark.parametrize(
    ("name", "sample"),
    [(name, sample) for name, found in EVENTS.items() for sample in found],
    ids=lambda value: value if isinstance(value, str) else value["action"],
)
def test_every_published_sample_is_read(name: str, sample: dict[str, Any]) -> None:
    event = parse(name, body(sample))
    assert event is not None
    assert type(event) is KINDS[name]
    assert event.action == sample["action"]
    assert event.place.repository == sample["repository"]["full_name"]
    assert event.place.repository_id == sample["repository"]["id"]
    assert event.sender.login == sample["sender"]["login"]


def sample(name: str, action: str) -> dict[str, Any]:
    return next(each for each in EVENTS[name] if each["action"] == action)


def test_a_pull_request() -> None:
    event = parse("pull_request", body(sample("pull_request", "opened")))
    assert event == PullRequestChanged(
        action="opened",
        place=Place(repository="Codertocat/Hello-World", repository_id=186853002, number=2),
        sender=Actor(login="Codertocat", id=21031067, is_bot=False),
        author=Actor(login="Codertocat", id=21031067, is_bot=False),
        title="Update the README with new information.",
        head_sha="ec26c3e57ca3a959ca5aad62de7213c562f8c821",
        base_ref="master",
        is_draft=False,
        is_fork=False,
    )


def test_a_deleted_fork_is_a_fork() -> None:
    document = sample("pull_request", "opened")
    document = {**document, "pull_request": {**document["pull_request"]}}
    document["pull_request"]["head"] = {**document["pull_request"]["head"], "repo": None}
    event = parse("pull_request", body(document))
    assert isinstance(event, PullRequestChanged)
    assert event.is_fork


def test_gh33_a_ghost_sends_and_writes() -> None:
    """GH-33: accounts that are gone come as null."""
    document = {**sample("pull_request_review_comment", "created"), "sender": None}
    document["comment"] = {**document["comment"], "user": None}
    event = parse("pull_request_review_comment", body(document))
    assert isinstance(event, CommentWritten)
    assert (event.sender, event.author) == (GHOST, GHOST)


def test_a_comment_on_a_line_says_where() -> None:
    event = parse(
        "pull_request_review_comment", body(sample("pull_request_review_comment", "created"))
    )
    assert isinstance(event, CommentWritten)
    assert (event.path, event.place.number) == ("README.md", 2)


def test_a_comment_on_a_plain_issue_is_about_no_pull_request() -> None:
    document = sample("issue_comment", "created")
    assert "pull_request" not in document["issue"]
    plain = parse("issue_comment", body(document))
    document = {**document, "issue": {**document["issue"], "pull_request": {"url": "x"}}}
    on_pull = parse("issue_comment", body(document))
    assert isinstance(plain, CommentWritten)
    assert isinstance(on_pull, CommentWritten)
    assert (plain.place.number, on_pull.place.number) == (0, document["issue"]["number"])


def test_a_review_without_words() -> None:
    document = sample("pull_request_review", "submitted")
    document = {**document, "review": {**document["review"], "body": None, "state": "approved"}}
    event = parse("pull_request_review", body(document))
    assert isinstance(event, ReviewChanged)
    assert (event.body, event.state) == ("", "APPROVED")


def test_a_check_run_without_pull_request_or_app() -> None:
    document = sample("check_run", "created")
    document = {
        **document,
        "check_run": {**document["check_run"], "pull_requests": [], "app": None},
    }
    event = parse("check_run", body(document))
    assert isinstance(event, CheckRunChanged)
    assert (event.place.number, event.app) == (0, "")


def test_other_events_are_nothing_to_us() -> None:
    assert parse("star", b"not even JSON") is None


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"null", b"7", b"{}", b'{"action": "opened"}', b"\xff", b"[" * 100_000],
    ids=range(9),
)
def test_rubbish_is_refused_in_one_sentence(text: bytes) -> None:
    with pytest.raises(UnreadableEvent, match="`pull_request` cannot be read"):
        parse("pull_request", text)


@given(st.sampled_from(sorted(KINDS)), st.data())
def test_a_sample_with_any_member_missing_is_read_or_refused(
    name: str, data: st.DataObject
) -> None:
    document = json.loads(body(data.draw(st.sampled_from(EVENTS[name]))))
    place = document
    for _ in range(3):
        key = data.draw(st.sampled_from(sorted(place)))
        if not isinstance(place[key], dict) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(st.sampled_from([None, 7, "x", [], {}]))
    with suppress(UnreadableEvent):
        assert type(parse(name, body(document))) is KINDS[name]


SECRET = "It's a Secret to Everybody"  # noqa: S105 - the one of GitHub's own documentation
SIGNED = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"


def signature(secret: str, text: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()


def test_the_published_example_of_a_signature() -> None:
    assert is_authentic([SECRET], b"Hello, World!", SIGNED)


@pytest.mark.parametrize(
    ("secrets", "text", "given"),
    [
        ([SECRET], b"Hello, World?", SIGNED),
        (["another"], b"Hello, World!", SIGNED),
        ([SECRET], b"Hello, World!", SIGNED.removeprefix("sha256=")),
        ([SECRET], b"Hello, World!", ""),
        ([SECRET], b"Hello, World!", "sha256=\udcff"),
        ([], b"Hello, World!", SIGNED),
        ([""], b"Hello, World!", signature("", b"Hello, World!")),
    ],
    ids=["body", "secret", "prefix", "none", "surrogate", "no secrets", "empty secret"],
)
def test_what_nobody_signed_is_not_believed(secrets: list[str], text: bytes, given: str) -> None:
    assert not is_authentic(secrets, text, given)


def test_two_secrets_are_valid_while_one_is_replaced() -> None:
    text = b"{}"
    for secret in ("old", "new"):
        assert is_authentic(["new", "old"], text, signature(secret, text))
