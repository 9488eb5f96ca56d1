"""The stand-in's door: HTTP on loopback, a thread per connection, TLS when given a certificate."""

from __future__ import annotations

import itertools
import socket
import socketserver
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from postil.testing.github.house import House
from postil.testing.github.wire import NO_CONTENT, NOT_MODIFIED, Reply, Request

HOST = "127.0.0.1"
_VERSION = "2022-11-28"


class Server(ThreadingHTTPServer):
    """Keeps what went wrong in its threads, and its connections so that they end with it."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, house: House, port: int, certificate: Path | None) -> None:
        super().__init__((HOST, port), _Door)
        self.house = house
        self.failures: list[BaseException] = []
        self.numbers = itertools.count(1)
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None
        if certificate is not None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(certificate)
        scheme = "http" if certificate is None else "https"
        house.root = f"{scheme}://{HOST}:{self.server_port}"

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def finish_request(self, request: Any, client_address: Any) -> None:
        """The handshake happens in the connection's own thread, where it can wait."""
        if self._context is None:
            super().finish_request(request, client_address)
            return
        with self._context.wrap_socket(request, server_side=True) as secured:
            with self._lock:
                self._open.add(secured)
            super().finish_request(secured, client_address)
            with self._lock:
                self._open.discard(secured)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - given by the library
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, OSError):
            self.failures.append(error)

    def end(self) -> None:
        """After the last request was taken: no connection stays open."""
        with self._lock:
            for connection in self._open:
                _cut(connection)
        self.server_close()


def _cut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


class _Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def setup(self) -> None:
        socketserver.StreamRequestHandler.setup(self)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def log_message(self, *words: object) -> None:
        """The journal remembers; nothing is printed."""

    def version_string(self) -> str:
        return "fake.github"

    def _converse(self) -> None:
        request = Request(
            number=next(self.server.numbers),
            method=self.command,
            target=self.path,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self._body(),
        )
        reply = self.server.house.serve(request)
        if reply is None:
            self.close_connection = True
            _cut(self.connection)
            return
        self._send(reply)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = _converse  # noqa: N815 - names of the library

    def _body(self) -> bytes:
        """The whole body; a client that went away in the middle has asked for nothing."""
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self._read(int(self.headers.get("content-length") or 0))
        pieces = []
        while size := self._chunk():
            pieces.append(self._read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(pieces)

    def _chunk(self) -> int:
        line = self.rfile.readline()
        if not line.endswith(b"\n"):
            raise ConnectionResetError
        return int(line.split(b";")[0], 16)

    def _read(self, size: int) -> bytes:
        data = self.rfile.read(size)
        if len(data) < size:
            raise ConnectionResetError
        return data

    def _send(self, reply: Reply) -> None:
        body = reply.payload()
        self.send_response(reply.status)
        headers = {
            "content-type": "application/json; charset=utf-8",
            "x-github-media-type": "github.v3; format=json",
            "x-github-api-version-selected": _VERSION,
            "x-github-request-id": f"FAKE:{id(reply):X}",
            **reply.headers,
        }
        if reply.status not in (NO_CONTENT, NOT_MODIFIED):
            headers["content-length"] = str(len(body))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        if reply.cut_after is not None:
            body = body[: reply.cut_after]
            self.close_connection = True
        self.wfile.write(body)
