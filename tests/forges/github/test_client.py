"""Reads are repeated and paced; a write is sent once, whatever comes of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from postil.domain.errors import EXIT_BLOCKED, EXIT_USER, ForgeError
from postil.forges.github.address import address_at
from postil.forges.github.client import Client, next_page
from postil.forges.github.credentials import Token
from postil.testing.github import (
    DropAfter,
    DropBefore,
    Html,
    Status,
    Truncate,
    When,
    secondary_limit,
)

from fakes.answers import Answer, answering
from fakes.github import Scene, StillClock, new_wire, scene

TOKEN = "ghp_x"  # noqa: S105 - not anybody's
PULL = "/repos/ada/widgets/pulls/1"


class Numbered(msgspec.Struct):
    number: int


def read(client: Client, path: str = PULL, *, lags: bool = False) -> int:
    return client.read(path, Numbered, reading="pull request", lags=lags).number


def told(url: str, clock: StillClock, token: str = TOKEN) -> Client:
    address = address_at(url, named="X")
    return Client(address, Token(token), wire=new_wire(clock), clock=clock)


@pytest.mark.parametrize(
    "fault",
    [DropBefore(), DropAfter(), Status(status=500), Status(status=502), Html(), Truncate()],
    ids=str,
)
def test_f_35_a_read_is_repeated(tmp_path: Path, fault: Status) -> None:
    with scene(tmp_path) as stage:
        stage.hub.faults.add(fault, When(method="GET"), times=3)
        assert read(stage.client(stage.token(stage.ada))) == 1
        assert stage.clock.slept == [1.0, 4.0, 9.0]


def test_f_40_a_read_that_fails_to_the_end_is_an_error(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.faults.add(Status(status=500), When(method="GET"), times=99)
        with pytest.raises(ForgeError, match=r"an error of its own \(500\)") as caught:
            read(stage.client(stage.token(stage.ada)))
        assert caught.value.exit_status == EXIT_BLOCKED
        assert len(stage.hub.journal.exchanges) == 4


def test_f_40_a_second_page_that_fails_is_an_error_and_not_the_end(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        for number in range(3):
            stage.hub.comment(stage.pull, stage.eve, f"comment {number}")
        client = stage.client(stage.token(stage.ada))
        stage.hub.faults.add(Status(status=500), When(method="GET"), nth=2, times=99)
        path = "/repos/ada/widgets/issues/1/comments?per_page=1"
        with pytest.raises(ForgeError):
            list(client.pages(path, list[object], reading="comments"))


@pytest.mark.parametrize("status", [406, 409, 415, 451])
def test_gh_08_what_is_refused_for_good_is_asked_for_once(tmp_path: Path, status: int) -> None:
    with scene(tmp_path) as stage:
        fault = Status(status=status, message="the diff exceeded the maximum")
        stage.hub.faults.add(fault, When(method="GET"), times=9)
        with pytest.raises(ForgeError, match="the diff exceeded the maximum"):
            read(stage.client(stage.token(stage.ada)))
        assert len(stage.hub.journal.exchanges) == 1


def test_gh_15_all_pages_are_read(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        for number in range(5):
            stage.hub.comment(stage.pull, stage.eve, f"comment {number}")
        client = stage.client(stage.token(stage.ada))
        path = "/repos/ada/widgets/issues/1/comments?per_page=2"
        pages = list(client.pages(path, list[object], reading="comments"))
        assert [len(page) for page in pages] == [2, 2, 1]


def test_t_15_a_next_page_on_another_host_gets_no_token() -> None:
    clock = StillClock()
    link = '<https://evil.example/x?page=2>; rel="next"'
    with answering(Answer(200, b"[]", {"link": link})) as server:
        pages = told(server.url, clock).pages("/x", list[object], reading="things")
        assert next(pages) == []
        with pytest.raises(ForgeError, match="another host"):
            next(pages)


def test_a_list_that_does_not_end_is_not_used() -> None:
    with answering(Answer(200, b"[]", {"link": '<{url}/x>; rel="next"'})) as server:
        pages = told(server.url, StillClock()).pages("/x", list[object], reading="things")
        with pytest.raises(ForgeError, match="does not end"):
            list(pages)


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("", ""),
        (
            '<https://h/x?page=2>; rel="next", <https://h/x?page=9>; rel="last"',
            "https://h/x?page=2",
        ),
        (
            '<https://h/x?page=1>; rel="prev", <https://h/x?page=3>; rel="next"',
            "https://h/x?page=3",
        ),
        ('<https://h/x?page=1>; rel="prev"', ""),
        ("garbage", ""),
    ],
)
def test_the_next_page_is_named_in_a_header(link: str, expected: str) -> None:
    assert next_page(link) == expected


def test_what_did_not_change_is_not_sent_again(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        client = stage.client(stage.token(stage.ada))
        assert [read(client), read(client)] == [1, 1]
        assert [each.status for each in stage.hub.journal.exchanges] == [200, 304]


def test_what_could_not_be_read_is_not_remembered() -> None:
    good, bad = Answer(200, b'{"number":3}'), Answer(200, b"<html>", {"etag": '"1"'})
    with answering(bad, good) as server:
        assert read(told(server.url, StillClock())) == 3
        assert "If-None-Match" not in server.asked[1].headers


def test_only_so_many_answers_are_remembered() -> None:
    with answering(Answer(200, b'{"number":3}', {"etag": '"1"'})) as server:
        client = told(server.url, StillClock())
        for number in range(65):
            read(client, f"/x{number}")
        read(client, "/x0")
        read(client, "/x64")
        assert ["If-None-Match" in each.headers for each in server.asked[-2:]] == [False, True]


@pytest.mark.parametrize(
    ("fault", "waited"),
    [
        (secondary_limit(37), 37.0),
        (secondary_limit(None), 60.0),
        (Status(status=429, headers={"retry-after": "5"}), 5.0),
    ],
    ids=["after", "unsaid", "429"],
)
def test_gh_19_no_request_before_the_time_github_asked_for(
    tmp_path: Path, fault: Status, waited: float
) -> None:
    with scene(tmp_path) as stage:
        stage.hub.faults.add(fault, When(method="GET"))
        assert read(stage.client(stage.token(stage.ada))) == 1
        first, second = stage.hub.journal.exchanges
        assert second.moment - first.moment >= waited


def test_gh_19_a_refused_write_holds_back_whatever_comes_next(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        client = stage.client(stage.token(stage.ada))
        stage.hub.faults.add(secondary_limit(600), When(method="POST"))
        url = f"{stage.hub.url}/repos/ada/widgets/issues/1/comments"
        sent = client.send("POST", url, {"body": "hello"})
        assert sent.reply is not None
        assert sent.reply.status == 403
        assert read(client) == 1
        write, after = stage.hub.journal.exchanges
        assert after.moment - write.moment == 600.0
        assert len(stage.hub.journal.writes) == 1


def test_f_15_an_hour_is_not_waited_for_and_said(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.faults.add(secondary_limit(3_600), When(method="GET"))
        client = stage.client(stage.token(stage.ada))
        with pytest.raises(ForgeError, match="run this again in 60 minutes"):
            read(client)
        sent = client.send("POST", f"{stage.hub.url}/repos/ada/widgets/issues/1/comments", {})
        assert sent.reply is None
        assert "in 60 minutes" in sent.why
        assert len(stage.hub.journal.exchanges) == 1


def test_f_15_the_wait_grows_while_github_does_not_say_how_long(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.faults.add(secondary_limit(None), When(method="GET"), times=2)
        assert read(stage.client(stage.token(stage.ada))) == 1
        moments = [each.moment for each in stage.hub.journal.exchanges]
        assert moments[1] - moments[0] >= 60.0
        assert moments[2] - moments[1] >= 120.0


@pytest.mark.parametrize(
    "fault",
    [
        DropBefore(),
        DropAfter(),
        Status(status=500),
        Status(status=502, committed=True),
        Status(status=429),
        Status(status=422),
        Html(),
        Truncate(),
    ],
    ids=str,
)
def test_gh_16_a_write_is_sent_once(tmp_path: Path, fault: Status) -> None:
    with scene(tmp_path) as stage:
        stage.hub.faults.add(fault, When(method="POST"), times=9)
        client = stage.client(stage.token(stage.ada))
        client.send("POST", f"{stage.hub.url}/repos/ada/widgets/issues/1/comments", {"body": "x"})
        assert len(stage.hub.journal.writes) == 1


def test_gh_18_something_new_is_asked_for_a_second_time(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.faults.add(Status(status=404), When(method="GET"))
        assert read(stage.client(stage.token(stage.ada)), lags=True) == 1


@pytest.mark.parametrize(("lags", "requests"), [(False, 1), (True, 2)])
def test_gh_20_what_is_not_there_is_not_asked_for_again_and_again(
    tmp_path: Path, lags: bool, requests: int
) -> None:
    with scene(tmp_path) as stage:
        with pytest.raises(ForgeError) as caught:
            read(stage.client(stage.token(stage.ada)), f"{PULL}99", lags=lags)
        assert caught.value.exit_status == EXIT_USER
        assert len(stage.hub.journal.exchanges) == requests


def test_gh_18_a_missing_thing_behind_errors_is_still_missing() -> None:
    bad = Answer(500, b"")
    with (
        answering(bad, bad, bad, Answer(404, b"{}")) as server,
        pytest.raises(ForgeError, match="GitHub has no pull request"),
    ):
        read(told(server.url, StillClock()))


def test_t_13_a_token_is_never_in_what_is_said() -> None:
    token = TOKEN * 3
    body = msgspec.json.encode({"message": f"no such thing as {token} here"})
    with answering(Answer(418, body)) as server:
        client = told(server.url, StillClock(), token)
        with pytest.raises(ForgeError) as caught:
            read(client)
        assert "no such thing as *** here" in str(caught.value)
        assert token not in f"{caught.value!r} {client.credential!r}"
        assert server.asked[0].headers["Authorization"] == f"Bearer {token}"


def test_every_request_names_the_version_it_was_written_for(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        client = stage.client(stage.token(stage.ada))
        read(client)
        client.send("POST", f"{stage.hub.url}/repos/ada/widgets/issues/1/comments", {"body": "x"})
        for exchange in stage.hub.journal.exchanges:
            headers = {name.lower(): value for name, value in exchange.headers.items()}
            assert headers["x-github-api-version"] == "2022-11-28"
            assert headers["accept"] == "application/vnd.github+json"


@pytest.mark.parametrize("base", ["", "/api/v3"])
def test_both_shapes_of_address_work(tmp_path: Path, base: str) -> None:
    with scene(tmp_path) as stage:
        client = told(stage.hub.url + base, stage.clock, stage.token(stage.ada))
        assert read(client) == 1
        found = client.ask("query { viewer { login } }", {}, dict, reading="you")
        assert found == {"viewer": {"login": "ada"}}


def test_gh_21_a_renamed_repository_is_found_under_its_old_name(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.rename(stage.repository, "gadgets")
        client = stage.client(stage.token(stage.ada))
        assert read(client) == 1
        url = f"{stage.hub.url}/repos/ada/widgets/issues/1/comments"
        sent = client.send("POST", url, {"body": "still here"})
        assert sent.reply is not None
        assert sent.reply.status == 201
        assert [comment.body for comment in stage.pull.comments.values()] == ["still here"]


def test_inv_13_writes_are_paced(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        client = stage.client(stage.token(stage.ada))
        url = f"{stage.hub.url}/repos/ada/widgets/issues/1/comments"
        for number in range(8):
            client.send("POST", url, {"body": f"{number}"})
        assert stage.clock.slept == [1.0, 1.0, 1.0]


def asked_of(stage: Scene, fault: Status | Html) -> Client:
    stage.hub.faults.add(fault, When(path="/graphql"))
    return stage.client(stage.token(stage.ada))


def test_a_question_is_repeated_like_any_read(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        client = asked_of(stage, Status(status=502))
        assert client.ask("query { viewer { login } }", {}, dict, reading="you") == {
            "viewer": {"login": "ada"}
        }
        assert stage.clock.slept == [1.0]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("NOT_FOUND", "GitHub has no you that"),
        ("FORBIDDEN", "does not let the token in `GITHUB_TOKEN` read you"),
        ("INSUFFICIENT_SCOPES", "give it read access"),
        ("SERVICE_UNAVAILABLE", "GitHub could not answer: went wrong"),
    ],
)
def test_gh_23_an_error_inside_a_fine_answer_is_an_error(kind: str, said: str) -> None:
    error = {"type": kind, "message": "went wrong"}
    body = msgspec.json.encode({"data": {"viewer": {"login": "ada"}}, "errors": [error]})
    with answering(Answer(200, body)) as server, pytest.raises(ForgeError, match=said):
        told(server.url, StillClock()).ask("query { x }", {}, dict, reading="you")


def test_gh_19_a_limit_inside_a_fine_answer_is_waited_for() -> None:
    error = {"type": "RATE_LIMITED", "message": "API rate limit exceeded"}
    limited = Answer(200, msgspec.json.encode({"errors": [error]}), {"retry-after": "90"})
    clock = StillClock()
    with answering(limited, Answer(200, b'{"data":{"x":1}}')) as server:
        assert told(server.url, clock).ask("query { x }", {}, dict, reading="x") == {"x": 1}
        assert sum(clock.slept) >= 90.0


def test_an_error_without_words_is_one_too() -> None:
    with (
        answering(Answer(200, b'{"errors":[{}]}')) as server,
        pytest.raises(ForgeError, match=r"GitHub could not answer\."),
    ):
        told(server.url, StillClock()).ask("query { x }", {}, dict, reading="x")
