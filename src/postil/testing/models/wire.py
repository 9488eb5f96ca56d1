"""Just enough HTTP/1.1 to be a provider: requests in, documents and event streams out."""

from __future__ import annotations

import asyncio
import http
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

MOST_BODY = 64 * 1024 * 1024
MOST_HEAD = 256 * 1024
_LOOK_UP = 0.02
"""Seconds between two looks whether the client is still there."""


class Left(Exception):
    """The client hung up."""


class Unreadable(Exception):
    """What came is no request we can read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Header names are in lower case; `query` keeps the last of several values."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def stays(self) -> bool:
        return self.headers.get("connection", "").lower() != "close"


class Line:
    """An open connection to one client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def receive(self) -> Request | None:
        """The next request; None when the client is done."""
        try:
            head = await self._reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        except asyncio.LimitOverrunError as error:
            raise Unreadable from error
        first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        words = first.split(" ")
        if len(words) != 3:  # noqa: PLR2004 - method, target and version
            raise Unreadable
        pairs = (line.partition(":") for line in lines)
        headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        if headers.get("expect", "").lower() == "100-continue":
            self._writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await self._body(headers)
        address = urlsplit(words[1])
        query = {name: values[-1] for name, values in parse_qs(address.query).items()}
        return Request(
            method=words[0], path=unquote(address.path), query=query, headers=headers, body=body
        )

    async def pause(self, until: float) -> None:
        """Wait for a moment of the monotonic clock; raises `Left` when the client goes."""
        while True:
            if self._reader.at_eof() or self._writer.is_closing():
                raise Left
            left = until - time.monotonic()
            if left <= 0:
                return
            await asyncio.sleep(min(left, _LOOK_UP))

    async def send(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError as error:
            raise Left from error

    async def close(self) -> None:
        self._writer.close()
        try:
            await self._writer.wait_closed()
        except ConnectionError:
            return

    async def _body(self, headers: Mapping[str, str]) -> bytes:
        try:
            if "chunked" in headers.get("transfer-encoding", "").lower():
                return await self._chunks()
            size = int(headers.get("content-length", "0"))
            if not 0 <= size <= MOST_BODY:
                raise Unreadable
            return await self._reader.readexactly(size)
        except (ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise Unreadable from error

    async def _chunks(self) -> bytes:
        whole = bytearray()
        while True:
            size = int(await self._reader.readuntil(b"\r\n"), 16)
            if not 0 <= size <= MOST_BODY - len(whole):
                raise Unreadable
            whole += await self._reader.readexactly(size)
            await self._reader.readuntil(b"\r\n")
            if not size:
                return bytes(whole)


def head(status: int, headers: Mapping[str, str]) -> bytes:
    try:
        phrase = http.HTTPStatus(status).phrase
    except ValueError:
        phrase = "Overloaded"
    lines = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {text}" for name, text in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def document(status: int, body: bytes, headers: Mapping[str, str]) -> bytes:
    """A whole response."""
    described = {"content-type": "application/json", **headers, "content-length": str(len(body))}
    return head(status, described) + body


def stream_head() -> bytes:
    return head(
        200,
        {
            "content-type": "text/event-stream; charset=utf-8",
            "cache-control": "no-cache",
            "transfer-encoding": "chunked",
        },
    )


def chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


LAST_CHUNK = b"0\r\n\r\n"
