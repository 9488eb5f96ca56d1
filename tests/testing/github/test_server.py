"""The door: many at once, clients that vanish in the middle, and an orderly end."""

from __future__ import annotations

import http.client
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from postil.testing.github import Delay, FakeGitHub, When
from testing.github.stage import Stage, stage


def test_gh29_many_clients_at_once(here: Stage) -> None:
    clients = [here.client(here.hub.user(f"user{number}")) for number in range(20)]

    def write(number: int) -> int:
        wish = {"body": f"{number}"}
        return int(clients[number].post(f"{here.issue_at}/comments", wish).json["id"])

    with ThreadPoolExecutor(20) as pool:
        made = list(pool.map(write, range(20)))
    assert len(set(made)) == 20
    assert sorted(int(said.body) for said in here.pull.comments.values()) == list(range(20))
    entries = here.hub.journal.exchanges
    assert sorted(each.number for each in entries) == list(range(1, 21))
    assert all(each.answer["body"] == each.body["body"] for each in entries)


def test_a_slow_answer_holds_nobody_up(here: Stage) -> None:
    here.hub.faults.add(Delay(seconds=1.5), When(path="*/files"))
    client = here.client(here.carol)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(client.get, f"{here.at}/files")
        start = time.monotonic()
        assert client.get(here.at).status == 200
        assert not slow.done()
        assert time.monotonic() - start < 1.5
        assert slow.result().status == 200


def raw(here: Stage, text: bytes) -> None:
    """Send some bytes and go away."""
    host, _, port = here.hub.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(text)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass


BODY = b'{"body": "a whole comment"}'


@pytest.mark.parametrize("kept", [0, 1, len(BODY) - 1])
def test_f01_half_a_request_is_no_request(here: Stage, kept: int) -> None:
    token = here.hub.token(here.carol)
    head = (
        f"POST {here.issue_at}/comments HTTP/1.1\r\nhost: x\r\nuser-agent: a test\r\n"
        f"authorization: Bearer {token}\r\ncontent-length: {len(BODY)}\r\n\r\n"
    ).encode()
    raw(here, head + BODY[:kept])
    assert not here.pull.comments
    assert here.hub.journal.exchanges == ()
    raw(here, head + BODY)
    assert [said.body for said in here.pull.comments.values()] == ["a whole comment"]


@pytest.mark.parametrize("text", [b"", b"5", b"5\r\n{", b"2\r\n{}\r\n"])
def test_f01_half_a_chunk_is_no_request(here: Stage, text: bytes) -> None:
    head = (
        f"POST {here.issue_at}/comments HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n"
        f"authorization: Bearer {here.hub.token(here.carol)}\r\n\r\n"
    ).encode()
    raw(here, head + text)
    assert here.hub.journal.exchanges == ()


def test_half_a_head_is_no_request(here: Stage) -> None:
    raw(here, b"POST /repos/ada/widgets/iss")
    assert here.hub.journal.exchanges == ()


def test_connections_end_with_the_server(tmp_path: Path) -> None:
    with stage(tmp_path) as here:
        host = here.hub.url.removeprefix("http://")
        connection = http.client.HTTPConnection(host, timeout=10)
        connection.request("GET", here.at, headers={"user-agent": "a test"})
        assert connection.getresponse().read()
    assert connection.sock.recv(1) == b""
    connection.close()


def test_a_server_that_never_started_can_be_closed() -> None:
    hub = FakeGitHub()
    hub.close()
    with (
        pytest.raises(OSError, match="refused"),
        socket.create_connection(("127.0.0.1", int(hub.url.rpartition(":")[2])), timeout=5),
    ):
        pass


def test_replies_look_like_githubs(here: Stage) -> None:
    headers = here.client(here.carol).get(here.at).headers
    assert headers["content-type"] == "application/json; charset=utf-8"
    assert headers["x-github-api-version-selected"] == "2022-11-28"
    assert headers["x-github-request-id"]
