"""A door between a client and the stand-in GitHub at which the client's process can be killed."""

from __future__ import annotations

import base64
import http.client
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit


class Phase(StrEnum):
    """When it happens: the request has not arrived, nothing or half of its answer is out, or all."""

    BEFORE = "before"
    UNANSWERED = "unanswered"
    DURING = "during"
    AFTER = "after"


@dataclass
class Door:
    """Passes every request on and counts them; at one of them it kills who is asking.

    With `only_writes` nothing else is counted. A `deed` happens in place of the kill, and the
    request goes on its way after it.
    A fellow is another client at the same address, known by its token and counted apart.
    """

    upstream: str
    die_at: int = -1
    phase: Phase = Phase.BEFORE
    only_writes: bool = False
    deed: Callable[[], object] | None = None
    child: subprocess.Popen[bytes] | None = None
    passed: int = 0
    token: str = ""
    fellow: Door | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        door = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def __getattr__(self, name: str) -> Any:
                if name.startswith("do_"):
                    return lambda: door.pass_on(self)
                raise AttributeError(name)

            def log_message(self, *_: object) -> None:
                """The journal of the stand-in tells it all."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def pass_on(self, handler: BaseHTTPRequestHandler) -> None:
        if self.fellow is not None and self.fellow.token in _shown(handler):
            self.fellow.pass_on(handler)
            return
        data = handler.rfile.read(int(handler.headers.get("content-length") or 0))
        with self._lock:
            number, is_counted = self.passed, not self.only_writes or _is_write(handler, data)
            self.passed += is_counted
        phase = self.phase if is_counted and number == self.die_at else None
        if phase is not None and self.deed is not None:
            self.deed()
            phase = None
        if phase is Phase.BEFORE:
            self._kill(handler)
            return
        place = urlsplit(self.upstream)
        connection = http.client.HTTPConnection(place.netloc, timeout=60)
        headers = {k: v for k, v in handler.headers.items() if k.lower() != "connection"}
        connection.request(handler.command, handler.path, data or None, headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if phase is Phase.UNANSWERED:
            self._kill(handler)
            return
        handler.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                handler.send_header(name, value)
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body[: len(body) // 2])
        if phase is Phase.DURING:
            self._kill(handler)
            return
        handler.wfile.write(body[len(body) // 2 :])
        handler.wfile.flush()
        if phase is Phase.AFTER:
            self._kill(handler)

    def _kill(self, handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        if self.child is not None:
            os.kill(self.child.pid, signal.SIGKILL)

    def run(self, arguments: list[str], *, cwd: str, env: dict[str, str]) -> int:
        """The command in a process of its own; its status, negative when it was killed."""
        self.start(arguments, cwd=cwd, env=env)
        return self.ended()

    def ended(self) -> int:
        assert self.child is not None
        return self.child.wait(timeout=600)

    def start(self, arguments: list[str], *, cwd: str, env: dict[str, str]) -> None:
        self.passed = 0
        self.child = subprocess.Popen(
            [sys.executable, "-m", "postil", *arguments],
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _is_write(handler: BaseHTTPRequestHandler, data: bytes) -> bool:
    """What changes something; a question in GraphQL and a fetch of git are POSTs and do not."""
    if handler.path.endswith("/graphql"):
        return b"mutation" in data
    return handler.command not in ("GET", "HEAD") and "/git-upload-pack" not in handler.path


def _shown(handler: BaseHTTPRequestHandler) -> str:
    """The credential of a request, as git or as any other client sends it."""
    kind, _, value = handler.headers.get("authorization", "").partition(" ")
    return base64.b64decode(value).decode() if kind.lower() == "basic" else value
