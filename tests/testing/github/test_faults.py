"""Every planned fault: what the client sees, what was stored, and what the journal says."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Container
from contextlib import suppress

import pytest

from postil.testing.github import (
    BodyOnly,
    Delay,
    DropAfter,
    DropBefore,
    DropComments,
    Fault,
    Faults,
    Forget,
    Html,
    Outcome,
    Partial,
    Status,
    Truncate,
    When,
    secondary_limit,
)
from testing.github.stage import Stage

COMMENTS = When(method="POST", path="*/issues/*/comments")
REVIEWS = When(method="POST", path="*/reviews")


def comment(here: Stage) -> int | str:
    """The status of writing a comment, or what broke."""
    try:
        answer = here.client(here.carol).post(f"{here.issue_at}/comments", {"body": "x"})
    except (http.client.HTTPException, OSError) as error:
        return type(error).__name__
    try:
        assert answer.json
    except json.JSONDecodeError:
        return f"{answer.status} garbled"
    return answer.status


CUT = ("RemoteDisconnected", "ConnectionResetError")


@pytest.mark.parametrize(
    ("outcome", "seen", "stored"),
    [
        (DropBefore(), CUT, False),
        (DropAfter(), CUT, True),
        (Status(status=500), {500}, False),
        (Status(status=502, committed=True), {502}, True),
        (Status(status=401), {401}, False),
        (Status(status=422), {422}, False),
        (secondary_limit(37), {403}, False),
        (Forget(), {201}, False),
        (Truncate(bytes=10), {"IncompleteRead"}, True),
        (Html(), {"200 garbled"}, True),
        (Delay(seconds=0.05), {201}, True),
    ],
    ids=str,
)
def test_f10_f11_f13_one_comment(
    here: Stage, outcome: Outcome, seen: Container[int | str], stored: bool
) -> None:
    here.hub.faults.add(outcome, COMMENTS)
    assert comment(here) in seen
    assert len(here.pull.comments) == int(stored)
    entry = here.hub.journal.exchanges[-1]
    assert (entry.committed, entry.actor) == (stored, "carol")
    assert type(outcome).__name__ in entry.fault
    assert comment(here) == 201
    assert len(here.pull.comments) == 1 + stored


def review(here: Stage) -> int:
    notes = [{"path": "app.py", "line": line, "body": str(line)} for line in (4, 5, 6, 7)]
    wish = {"body": "words", "event": "COMMENT", "comments": notes}
    return here.client(here.carol).post(f"{here.at}/reviews", wish).status


@pytest.mark.parametrize(
    ("outcome", "status", "stored"),
    [
        (Partial(comments=2), 504, 2),
        (Partial(comments=3, status=502), 502, 3),
        (BodyOnly(), 422, 0),
        (DropComments(comments=3), 200, 3),
        (Status(status=504, committed=True), 504, 4),
    ],
    ids=str,
)
def test_f11_f12_gh04_a_review_half_stored(
    here: Stage, outcome: Outcome, status: int, stored: int
) -> None:
    here.hub.faults.add(outcome, REVIEWS)
    assert review(here) == status
    assert [each.body for each in here.pull.review_comments] == ["4", "5", "6", "7"][:stored]
    assert [(each.body, each.state) for each in here.pull.reviews.values()] == [
        ("words", "COMMENTED")
    ]
    assert here.hub.journal.exchanges[-1].committed
    body = here.hub.journal.exchanges[-1].body
    assert len(body["comments"]) == 4, "the journal keeps what the client sent"


def test_f12_what_holds_no_review_is_stored_whole(here: Stage) -> None:
    here.hub.faults.add(Partial(comments=0), COMMENTS)
    assert comment(here) == 504
    assert len(here.pull.comments) == 1


def test_the_words_of_the_secondary_limit(here: Stage) -> None:
    here.hub.faults.add(secondary_limit(37), COMMENTS)
    here.hub.faults.add(secondary_limit(None), COMMENTS, nth=2)
    client, path = here.client(here.carol), f"{here.issue_at}/comments"
    first, second = (client.post(path, {"body": "x"}) for _ in range(2))
    assert first.headers["retry-after"] == "37"
    assert "retry-after" not in second.headers
    assert "secondary rate limit" in second.json["message"]


def test_the_nth_request_and_how_often(here: Stage) -> None:
    here.hub.faults.add(Status(status=500), COMMENTS, nth=2, times=2)
    assert [comment(here) for _ in range(4)] == [201, 500, 500, 201]


def test_the_first_fault_of_the_plan_wins(here: Stage) -> None:
    here.hub.faults.add(Status(status=500), COMMENTS)
    here.hub.faults.add(Status(status=502), COMMENTS)
    assert [comment(here) for _ in range(2)] == [500, 201]


def test_requests_are_told_apart_by_their_body(here: Stage) -> None:
    client, path = here.client(here.carol), f"{here.issue_at}/comments"
    here.hub.faults.add(Status(status=500), When(holds="needle"), times=99)
    assert client.post(path, {"body": "hay"}).status == 201
    assert client.post(path, {"body": "a needle"}).status == 500


def test_f40_a_read_that_fails_on_its_second_page(here: Stage) -> None:
    here.hub.faults.add(Status(status=502), When(method="GET", path="*/files"), nth=2)
    client = here.client(here.carol)
    pages = [client.get(f"{here.at}/files?per_page=2&page={page}").status for page in (1, 2, 3)]
    assert pages == [200, 502, 200]


def test_a_forgotten_change_leaves_what_was_there(here: Stage) -> None:
    said = here.hub.comment(here.pull, here.carol, "before")
    client, one = here.client(here.carol), f"{here.path}/issues/comments/{said.id}"
    here.hub.faults.add(Forget(), When(method="PATCH"))
    here.hub.faults.add(Forget(), When(method="DELETE"))
    assert client.patch(one, {"body": "after"}).json["body"] == "after"
    assert client.delete(one).status == 204
    assert client.get(one).json["body"] == "before"


def test_a_delay_takes_its_time(here: Stage) -> None:
    here.hub.faults.add(Delay(seconds=0.2), COMMENTS)
    start = time.monotonic()
    assert comment(here) == 201
    assert time.monotonic() - start >= 0.2


def test_a_seed_gives_one_plan(here: Stage) -> None:
    plans = [str(Faults.seeded(seed, count=3)) for seed in range(50)]
    assert plans == [str(Faults.seeded(seed, count=3)) for seed in range(50)]
    assert len(set(plans)) == 50
    here.hub.faults.use(Faults.seeded(7, among=[COMMENTS], outcomes=[DropBefore()], latest=1))
    assert (
        here.hub.faults.plan
        == Faults.seeded(7, among=[COMMENTS], outcomes=[DropBefore()], latest=1).plan
    )
    assert comment(here) in CUT
    here.hub.faults.use(Faults.seeded(7, among=[COMMENTS], outcomes=[DropBefore()], latest=1))
    here.hub.faults.clear()
    assert comment(here) == 201


@pytest.mark.parametrize("seed", range(12))
def test_whatever_goes_wrong_the_journal_tells_the_truth(here: Stage, seed: int) -> None:
    """What it calls committed is there, and nothing else is."""
    here.hub.faults.use(Faults.seeded(seed, count=6, latest=4, among=[When(method="POST")]))
    client = here.client(here.carol)
    notes = [{"path": "app.py", "line": line, "body": "x"} for line in (4, 5, 6)]
    for number in range(4):
        with suppress(http.client.HTTPException, OSError):
            client.post(f"{here.issue_at}/comments", {"body": f"{number}"})
        with suppress(http.client.HTTPException, OSError):
            wish = {"body": f"{number}", "event": "COMMENT", "comments": notes}
            client.post(f"{here.at}/reviews", wish)
    commits = here.hub.journal.commits
    said = [each.body["body"] for each in commits if each.path.endswith("/comments")]
    reviewed = [each.body["body"] for each in commits if each.path.endswith("/reviews")]
    assert [each.body for each in here.pull.comments.values()] == said
    assert [each.body for each in here.pull.reviews.values()] == reviewed
    assert len(here.hub.journal) == 8
    assert any(each.fault for each in here.hub.journal.exchanges)


def test_each_path_can_be_counted_by_itself(here: Stage) -> None:
    here.hub.faults.plan_for(
        Fault(when=When(method="GET"), outcome=Status(status=502), each_path=True)
    )
    client = here.client(here.carol)
    paths = [here.issue_at, f"{here.issue_at}/comments", here.issue_at, f"{here.issue_at}/comments"]
    assert [client.get(path).status for path in paths] == [502, 502, 200, 200]
