"""One exchange: bounded, on one host, with nothing of the environment in it."""

from __future__ import annotations

import socket

import certifi
import pytest

from postil.domain.errors import UserError
from postil.forges.github.reply import Passing
from postil.forges.github.wire import MOST_BYTES, Request, Route, Wire

from fakes.answers import Answer, answering
from fakes.github import StillClock, new_wire


def wire() -> Wire:
    return new_wire(StillClock())


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_gh_21_a_move_on_the_same_host_is_followed_as_it_is(status: int, method: str) -> None:
    moved = Answer(status, b"", {"location": "/repositories/7"})
    with answering(moved, Answer(200, b'{"id":1}')) as server:
        request = Request(
            method=method, url=f"{server.url}/repos/a/b", body=b"x" * (method == "POST")
        )
        assert wire().exchange(request).data == b'{"id":1}'
        assert [(each.method, each.path, each.body) for each in server.asked] == [
            (method, "/repos/a/b", request.body),
            (method, "/repositories/7", request.body),
        ]


@pytest.mark.parametrize(
    "location", ["https://evil.example/x", "//evil.example/x", "http://127.0.0.1:1/x", "http://[x"]
)
def test_t_15_a_move_to_another_host_is_not(location: str) -> None:
    with answering(Answer(302, b"", {"location": location})) as server:
        headers = {"Authorization": "Bearer ghp_secret"}
        with pytest.raises(Passing, match="not followed"):
            wire().exchange(Request(method="GET", url=f"{server.url}/x", headers=headers))
        assert len(server.asked) == 1


def test_gh_21_moves_without_end_are_given_up() -> None:
    with answering(Answer(302, b"", {"location": "/again"})) as server:
        with pytest.raises(Passing, match="from place to place"):
            wire().exchange(Request(method="GET", url=f"{server.url}/x"))
        assert len(server.asked) == 4


def test_an_answer_without_end_is_not_read() -> None:
    with (
        answering(Answer(200, b"x" * (MOST_BYTES + 1))) as server,
        pytest.raises(Passing, match="32 MB"),
    ):
        wire().exchange(Request(method="GET", url=server.url))


def test_f_13_an_answer_that_is_cut_is_no_answer() -> None:
    with (
        answering(Answer(200, b'{"id":', length=100)) as server,
        pytest.raises(Passing, match="was cut"),
    ):
        wire().exchange(Request(method="POST", url=server.url, body=b"{}"))


def test_an_answer_that_drips_is_not_waited_for() -> None:
    class Hurried(StillClock):
        def now(self) -> float:
            self.moment += 100.0
            return self.moment

    with (
        answering(Answer(200, b"x" * 1_000_000)) as server,
        pytest.raises(Passing, match="two minutes"),
    ):
        new_wire(Hurried()).exchange(Request(method="GET", url=server.url))


def test_f_35_nobody_at_the_door() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(Passing, match=r"`127\.0\.0\.1` could not be reached"):
        wire().exchange(Request(method="GET", url=f"http://127.0.0.1:{port}/"))


def test_f_35_a_name_that_leads_nowhere() -> None:
    with pytest.raises(Passing, match=r"`nowhere\.invalid` could not be reached"):
        wire().exchange(Request(method="GET", url="https://nowhere.invalid/"))


def test_t_15_no_proxy_or_netrc_of_the_environment_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.setenv("NETRC", f"{tmp_path}/netrc")
    with answering(Answer(200, b"fine")) as server:
        assert wire().exchange(Request(method="GET", url=server.url)).data == b"fine"
        assert server.asked[0].headers["User-Agent"].startswith("postil/")


def test_a_proxy_that_was_named_is_used() -> None:
    with answering(Answer(200, b"by the proxy")) as proxy:
        there = new_wire(StillClock(), Route(proxy=proxy.url))
        request = Request(method="GET", url="http://elsewhere.invalid/x")
        assert there.exchange(request).data == b"by the proxy"
        assert proxy.asked[0].path == "http://elsewhere.invalid/x"
        there.close()
        there.close()


def test_certificates_that_are_none_get_a_sentence() -> None:
    there = new_wire(StillClock(), Route(certificates="/nonexistent/ca.pem"))
    with pytest.raises(UserError, match=r"`/nonexistent/ca\.pem` holds no certificates"):
        there.exchange(Request(method="GET", url="https://127.0.0.1:1/"))


def test_certificates_that_are_some_are_used() -> None:
    there = new_wire(StillClock(), Route(certificates=certifi.where()))
    with answering(Answer(200, b"fine")) as server:
        assert there.exchange(Request(method="GET", url=server.url)).data == b"fine"
