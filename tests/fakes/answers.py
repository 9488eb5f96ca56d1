"""A server on loopback that answers with what it was told, in order, and remembers who asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    """`length` claims another length than the body has; a body may be given in pieces."""

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


class Answers:
    """What is said next; the last answer is repeated."""

    def __init__(self, *answers: Answer) -> None:
        self._left = list(answers)
        self.asked: list[Asked] = []
        self.url = ""

    def then(self, *answers: Answer) -> None:
        self._left = list(answers)

    def next(self) -> Answer:
        return self._left.pop(0) if len(self._left) > 1 else self._left[0]


@contextmanager
def answering(*answers: Answer) -> Iterator[Answers]:
    told = Answers(*answers)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except ConnectionError:
                self.close_connection = True

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            told.asked.append(Asked(self.command, self.path, dict(self.headers), body))
            answer = told.next()
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value.replace("{url}", told.url))
            length = len(answer.body) if answer.length is None else answer.length
            self.send_header("content-length", str(length))
            self.send_header("connection", "close")
            self.end_headers()
            self.wfile.write(answer.body)
            self.close_connection = True

        def __getattr__(self, name: str) -> Any:
            """Every method is answered alike."""
            if name.startswith("do_"):
                return self._answer
            raise AttributeError(name)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    told.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
