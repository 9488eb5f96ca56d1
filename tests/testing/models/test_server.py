"""The server keeps its pace, survives odd clients and tells when a script is wrong."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from postil.testing.models import (
    Answer,
    Asked,
    Dialect,
    Ending,
    Failure,
    Fault,
    Pace,
    Reply,
    ScriptedModels,
    Service,
    always,
)
from testing.models.asking import HEADERS, KEY, ask, path, question, send

DIALECTS = pytest.mark.parametrize("dialect", list(Dialect))
SLACK = 2.0  # seconds a busy machine may add
LONG = "word " * 200


@DIALECTS
def test_the_first_byte_and_the_end_come_when_they_should(dialect: Dialect) -> None:
    pace = Pace(first_byte=0.1, total=0.3)
    with ScriptedModels(always(Answer(text=LONG, pace=pace))) as server:
        ask(server, dialect, streamed=True)
        ask(server, dialect)
    streamed, whole = server.journal.calls
    assert streamed.began is not None
    assert streamed.ended is not None
    assert 0.1 <= streamed.began - streamed.arrived < streamed.ended - streamed.arrived
    assert 0.3 <= streamed.ended - streamed.arrived < 0.3 + SLACK
    assert whole.began is not None
    assert 0.3 <= whole.began - whole.arrived < 0.3 + SLACK


def test_a_long_answer_takes_longer() -> None:
    pace = Pace(first_byte=0.05, per_token=0.001)
    with ScriptedModels(always(Answer(text=LONG)), Service(pace=pace)) as server:
        ask(server, Dialect.CHAT, streamed=True)
    (call,) = server.journal.calls
    assert call.output == 250
    assert call.ended is not None
    assert 0.3 <= call.ended - call.arrived < 0.3 + SLACK


def test_a_stream_arrives_in_pieces_over_time() -> None:
    with ScriptedModels(always(Answer(text=LONG, pace=Pace(total=0.3)))) as server:
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=10)
        body = json.dumps(question(Dialect.CHAT, streamed=True))
        connection.request("POST", path(Dialect.CHAT), body, HEADERS[Dialect.CHAT])
        response = connection.getresponse()
        moments = []
        while response.readline():
            moments.append(time.monotonic())
        connection.close()
    assert moments[-1] - moments[0] > 0.15
    assert len(moments) > 60


def test_an_error_keeps_its_pace_too() -> None:
    failure = Failure(fault=Fault.OVERLOADED, pace=Pace(total=0.2))
    with ScriptedModels(always(failure)) as server:
        ask(server, Dialect.CHAT)
    (call,) = server.journal.calls
    assert call.began is not None
    assert call.began - call.arrived >= 0.2
    assert (call.ending, call.status) == (Ending.REFUSED, 503)


def test_many_calls_are_open_together() -> None:
    # Long enough for the last call to come in on a busy machine while the first is open.
    each = 2.0
    script = always(Answer(text="Fine.", pace=Pace(total=each)))
    with ScriptedModels(script) as server, ThreadPoolExecutor(16) as pool:
        began = time.monotonic()
        list(pool.map(lambda _: ask(server, Dialect.CHAT), range(16)))
        took = time.monotonic() - began
    assert server.journal.open_together() == 16
    assert took < each * 16 / 2


@pytest.mark.parametrize("fault", [Fault.CUT, Fault.STALL_MIDWAY, Fault.ERROR_MIDWAY])
def test_half_of_an_answer_is_half_of_it(fault: Fault) -> None:
    failure = Failure(fault=fault, answer=Answer(text=LONG))
    with ScriptedModels(always(failure)) as server:
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=0.5)
        body = json.dumps(question(Dialect.MESSAGES, streamed=True))
        connection.request("POST", path(Dialect.MESSAGES), body, HEADERS[Dialect.MESSAGES])
        response = connection.getresponse()
        read = _until_it_breaks(response)
        connection.close()
    assert 20 < read.count(b"content_block_delta") / 2 < 50
    assert b"message_stop" not in read
    assert (b"overloaded_error" in read) is (fault is Fault.ERROR_MIDWAY)


def _until_it_breaks(response: http.client.HTTPResponse) -> bytes:
    read = b""
    try:
        while piece := response.read1():
            read += piece
    except (http.client.IncompleteRead, TimeoutError):
        return read
    return read


@pytest.mark.parametrize("fault", [Fault.CUT, Fault.ERROR_MIDWAY])
def test_half_of_a_whole_answer_is_half_of_it(fault: Fault) -> None:
    failure = Failure(fault=fault, answer=Answer(text=LONG))
    with (
        ScriptedModels(always(failure)) as server,
        pytest.raises(http.client.IncompleteRead) as caught,
    ):
        ask(server, Dialect.CHAT)
    assert 400 < len(caught.value.partial) < 1000
    assert server.journal.calls[0].ending is Ending.BROKEN


def test_keys_are_not_kept() -> None:
    with ScriptedModels(always(Answer())) as server:
        for dialect in Dialect:
            ask(server, dialect)
    assert KEY not in repr(server.journal.calls)
    assert server.journal.calls[0].headers["authorization"] == "[key]"


def test_a_key_is_asked_for() -> None:
    with ScriptedModels(always(Answer())) as server:
        body = json.dumps(question(Dialect.CHAT)).encode()
        assert send(server, "POST", path(Dialect.CHAT), body, {}).status == 401
        got = send(server, "POST", path(Dialect.MESSAGES), body, {"x-api-key": "k"})
        assert got.status == 400
        assert "anthropic-version" in got.document["error"]["message"]
        body = json.dumps(question(Dialect.GEMINI)).encode()
        assert send(server, "POST", path(Dialect.GEMINI) + "?key=k", body, {}).status == 200


@pytest.mark.parametrize(
    ("method", "target", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/v1/other", 404),
        ("DELETE", "/v1/models", 404),
        ("POST", "/chat/completions", 404),
        ("POST", "/v1beta/models/m:embedContent", 404),
        ("GET", "/v1beta/models/m", 200),
        ("GET", "/v1/models/m", 200),
    ],
)
def test_other_addresses(method: str, target: str, status: int) -> None:
    with ScriptedModels(always(Answer())) as server:
        assert send(server, method, target, b"", HEADERS[Dialect.CHAT]).status == status
    assert server.journal.calls == ()
    assert server.journal.visits == (f"{method} {target}",)


def test_a_gemini_stream_without_events_is_a_list() -> None:
    with ScriptedModels(always(Answer(text=LONG))) as server:
        body = json.dumps(question(Dialect.GEMINI)).encode()
        target = "/v1beta/models/m:streamGenerateContent"
        got = send(server, "POST", target, body, HEADERS[Dialect.GEMINI])
    told = [chunk["candidates"][0]["content"]["parts"][0]["text"] for chunk in got.document]
    assert "".join(told) == LONG


def _raw(server: ScriptedModels, data: bytes) -> bytes:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as line:
        line.sendall(data)
        with suppress(OSError):  # it may have hung up already, which is an answer too
            line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize(
    "data",
    [
        b"nonsense\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: many\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: 999999999999\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: 10\r\n\r\nshort",
        b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nfffffffff\r\n",
        b"GET / HTTP/1.1\r\nx: " + b"y" * 300_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused(data: bytes) -> None:
    with ScriptedModels(always(Answer())) as server:
        assert _raw(server, data).startswith(b"HTTP/1.1 400 ")
        assert _raw(server, b"") == b""
        assert ask(server, Dialect.CHAT).status == 200


def test_a_request_in_chunks_that_waits_to_be_told_to_go_on() -> None:
    body = json.dumps(question(Dialect.CHAT)).encode()
    cut = len(body) // 2
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:cut], body[cut:], b""))
    head = (
        b"POST /v1/chat/completions HTTP/1.1\r\nauthorization: Bearer k\r\n"
        b"transfer-encoding: chunked\r\nexpect: 100-continue\r\n\r\n"
    )
    with ScriptedModels(always(Answer(text="Read."))) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=5) as line:
            line.sendall(head + chunks)
            read = b""
            while b"Read." not in read:
                read += line.recv(65536)
    assert read.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n")


def test_one_connection_carries_many_calls() -> None:
    with ScriptedModels(always(Answer(text="Fine."))) as server:
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=5)
        for headers in ({}, {}, {"connection": "close"}):
            connection.request(
                "POST",
                path(Dialect.CHAT),
                json.dumps(question(Dialect.CHAT)),
                HEADERS[Dialect.CHAT] | headers,
            )
            assert connection.getresponse().read()
        connection.close()
    assert len(server.journal.calls) == 3


def test_an_error_in_the_script_surfaces_at_the_end() -> None:
    def script(asked: Asked) -> Reply:
        msg = f"nothing for {asked.last}"
        raise LookupError(msg)

    server = ScriptedModels(script).start()
    with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
        ask(server, Dialect.CHAT)
    with pytest.raises(LookupError, match="nothing for hi"):
        server.close()


def test_an_error_of_the_test_wins_over_one_of_the_script() -> None:
    def script(asked: Asked) -> Reply:
        raise LookupError

    with (
        pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)),
        ScriptedModels(script) as server,
    ):
        ask(server, Dialect.CHAT)


def test_closing_ends_calls_that_are_open() -> None:
    with ScriptedModels(always(Failure(fault=Fault.STALL))) as server:
        client = threading.Thread(target=_ask_in_vain, args=(server,))
        client.start()
        deadline = time.monotonic() + 5
        while not server.journal.calls and time.monotonic() < deadline:
            time.sleep(0.01)
    client.join(timeout=5)
    assert not client.is_alive()
    assert server.journal.calls[0].ending is Ending.LEFT


def _ask_in_vain(server: ScriptedModels) -> None:
    with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
        ask(server, Dialect.CHAT)


def test_a_port_that_is_taken_is_an_error_at_once() -> None:
    with ScriptedModels(always(Answer())) as server:
        taken = int(server.url.rpartition(":")[2])
        with pytest.raises(OSError, match="address already in use"):
            ScriptedModels(always(Answer()), port=taken).start()
