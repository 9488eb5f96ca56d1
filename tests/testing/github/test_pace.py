"""Rate limits with their headers, reads that lag behind writes, and answers already known."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from postil.testing.github import Lag, Limits
from testing.github.stage import Stage, stage


@dataclass
class Clock:
    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def test_every_reply_says_how_much_is_left(here: Stage) -> None:
    client = here.client(here.carol)
    for used in (1, 2, 3):
        headers = client.get(here.at).headers
        assert headers["x-ratelimit-limit"] == "5000"
        assert headers["x-ratelimit-used"] == str(used)
        assert headers["x-ratelimit-remaining"] == str(5000 - used)
        assert headers["x-ratelimit-resource"] == "core"
    other = here.client(here.ada).get(here.at).headers
    assert other["x-ratelimit-used"] == "1"


def test_gh19_the_hours_share_is_used_up(tmp_path: Path) -> None:
    clock = Clock()
    with stage(tmp_path, clock=clock, limits=Limits(requests_an_hour=3)) as here:
        client = here.client(here.carol)
        assert [client.get(here.at).status for _ in range(4)] == [200, 200, 200, 403]
        refused = client.get(here.at)
        assert "API rate limit exceeded" in refused.json["message"]
        assert refused.headers["x-ratelimit-remaining"] == "0"
        assert refused.headers["x-ratelimit-reset"] == str(int(clock.now) + 3_600)
        assert client.get("/rate_limit").json["rate"]["remaining"] == 0
        clock.now += 3_600
        assert client.get(here.at).status == 200


def test_gh19_writes_that_come_too_fast(tmp_path: Path) -> None:
    clock = Clock()
    with stage(tmp_path, clock=clock, limits=Limits(writes_a_minute=2)) as here:
        client = here.client(here.carol)

        def write() -> int:
            return client.post(f"{here.issue_at}/comments", {"body": "x"}).status

        assert write() == 201
        clock.now += 20
        assert [write(), write()] == [201, 403]
        refused = client.post(f"{here.issue_at}/comments", {"body": "x"})
        assert refused.headers["retry-after"] == "41"
        assert "secondary rate limit" in refused.json["message"]
        assert client.get(here.at).status == 200
        clock.now += 41
        assert write() == 201
        assert len(here.pull.comments) == 3


def test_gh19_mutations_are_writes_too(tmp_path: Path) -> None:
    with stage(tmp_path, limits=Limits(writes_a_minute=1)) as here:
        client = here.client(here.carol)
        query = (
            'mutation($id: ID!) { addComment(input: {subjectId: $id, body: "x"}) '
            "{ clientMutationId } }"
        )
        wish = {"query": query, "variables": {"id": f"PR_{here.pull.id}"}}
        answers = [client.post("/graphql", wish) for _ in range(2)]
        assert [each.status for each in answers] == [200, 403]
        assert "secondary rate limit" in answers[1].json["message"]
        assert client.post("/graphql", {"query": "{ viewer { login } }"}).status == 200
        assert len(here.pull.comments) == 1


def test_gh19_writes_of_an_hour(tmp_path: Path) -> None:
    clock = Clock()
    with stage(tmp_path, clock=clock, limits=Limits(writes_an_hour=2)) as here:
        client = here.client(here.carol)
        statuses = []
        for _ in range(3):
            statuses.append(client.post(f"{here.issue_at}/comments", {"body": "x"}).status)
            clock.now += 600
        assert statuses == [201, 201, 403]
        clock.now += 1_801
        assert client.post(f"{here.issue_at}/comments", {"body": "x"}).status == 201


def test_a_token_that_is_nearly_exhausted(here: Stage) -> None:
    client = here.client(here.carol)
    here.hub.world.rates.spent[client.token] = 4_999
    assert client.get(here.at).headers["x-ratelimit-remaining"] == "0"
    assert client.get(here.at).status == 403


def test_asking_for_the_limit_costs_nothing(here: Stage) -> None:
    client = here.client(here.carol)
    client.get(here.at)
    for _ in range(3):
        assert client.get("/rate_limit").json["resources"]["core"]["used"] == 1
    assert client.get("/rate_limit").json["resources"]["graphql"]["used"] == 0


def test_what_is_known_is_not_sent_again(here: Stage) -> None:
    client = here.client(here.carol)
    first = client.get(f"{here.issue_at}/comments")
    tag = first.headers["etag"]
    again = client.get(f"{here.issue_at}/comments", if_none_match=tag)
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == tag
    assert again.headers["x-ratelimit-used"] == "1"
    here.hub.comment(here.pull, here.ada, "news")
    fresh = client.get(f"{here.issue_at}/comments", if_none_match=tag)
    assert (fresh.status, len(fresh.json)) == (200, 1)
    assert fresh.headers["etag"] != tag


KINDS = ["comment", "review", "note", "check", "status"]


def write(here: Stage, kind: str) -> tuple[str, str]:
    """Write one thing; the addresses of its list and of itself."""
    bot, head = here.bot(), here.pull.head_sha
    note = {"path": "app.py", "line": 6, "body": "x", "commit_id": head}
    if kind == "comment":
        made = bot.post(f"{here.issue_at}/comments", {"body": "x"}).json
        return f"{here.issue_at}/comments", f"{here.path}/issues/comments/{made['id']}"
    if kind == "review":
        made = bot.post(f"{here.at}/reviews", {"body": "x", "event": "COMMENT"}).json
        return f"{here.at}/reviews", f"{here.at}/reviews/{made['id']}"
    if kind == "note":
        made = bot.post(f"{here.at}/comments", note).json
        return f"{here.at}/comments", f"{here.path}/pulls/comments/{made['id']}"
    if kind == "check":
        made = bot.post(f"{here.path}/check-runs", {"name": "x", "head_sha": head}).json
        return f"{here.path}/commits/{head}/check-runs", f"{here.path}/check-runs/{made['id']}"
    bot.post(f"{here.path}/statuses/{head}", {"state": "success"})
    return f"{here.path}/commits/{head}/statuses", f"{here.path}/commits/{head}/statuses"


def count(here: Stage, path: str) -> int:
    found = here.client(here.carol).get(path).json
    return int(found["total_count"]) if isinstance(found, dict) else len(found)


@pytest.mark.parametrize("kind", KINDS)
def test_gh18_reads_lag_by_requests(tmp_path: Path, kind: str) -> None:
    with stage(tmp_path, lag=Lag(requests=3)) as here:
        listing, one = write(here, kind)
        assert [count(here, listing) for _ in range(2)] == [0, 0]
        assert here.client(here.carol).get(one).status == (404 if one != listing else 200)
        assert count(here, listing) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_gh18_reads_lag_by_seconds(tmp_path: Path, kind: str) -> None:
    clock = Clock()
    with stage(tmp_path, clock=clock, lag=Lag(seconds=180)) as here:
        listing, _ = write(here, kind)
        clock.now += 179
        assert count(here, listing) == 0
        clock.now += 1
        assert count(here, listing) == 1


def test_gh18_what_people_did_before_is_seen_at_once(tmp_path: Path) -> None:
    with stage(tmp_path, lag=Lag(requests=100)) as here:
        here.hub.comment(here.pull, here.carol, "hello")
        here.hub.review(here.pull, here.carol, body="words")
        assert count(here, f"{here.issue_at}/comments") == 1
        assert count(here, f"{here.at}/reviews") == 1


def test_gh18_a_write_that_is_not_seen_yet_still_counts(tmp_path: Path) -> None:
    with stage(tmp_path, lag=Lag(requests=100)) as here:
        client = here.client(here.carol)
        client.post(f"{here.at}/reviews", {"body": "pending"})
        assert client.get(f"{here.at}/reviews").json == []
        assert client.post(f"{here.at}/reviews", {"body": "second"}).status == 422
