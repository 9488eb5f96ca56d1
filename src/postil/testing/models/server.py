"""Runs the scripted provider on loopback, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType
from typing import Self

from postil.testing.models.exchange import House
from postil.testing.models.journal import Journal
from postil.testing.models.script import Script
from postil.testing.models.service import Service
from postil.testing.models.wire import MOST_HEAD, Left, Line, Unreadable, document

HOST = "127.0.0.1"
_BACKLOG = 1024


class ScriptedModels:
    """A provider for tests: `url` is there while it runs, `journal` also afterwards.

    An error in the script surfaces when the server is closed.
    """

    def __init__(self, script: Script, service: Service | None = None, *, port: int = 0) -> None:
        self._house = House(script, service or Service())
        self._port = port
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scripted models", daemon=True)
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures: list[BaseException] = []

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}"

    @property
    def journal(self) -> Journal:
        return self._house.journal

    def start(self) -> Self:
        """Listen; raises what kept the server from doing so."""
        self._thread.start()
        self._ready.wait()
        self._raise_failure()
        return self

    def close(self) -> None:
        """End all calls; raises what a script raised."""
        self._stop()
        self._raise_failure()

    def wait(self) -> None:
        """Until the server ends, which it does not by itself."""
        self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()
        if error is None:
            self._raise_failure()

    def _stop(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join()

    def _raise_failure(self) -> None:
        if self._failures:
            raise self._failures[0]

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except OSError as error:
            self._failures.append(error)
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._end = asyncio.Event()
        server = await asyncio.start_server(
            self._accept, HOST, self._port, limit=MOST_HEAD, backlog=_BACKLOG
        )
        async with server:
            self._port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._end.wait()
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._converse(Line(reader, writer)))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._failures.append(error)

    async def _converse(self, line: Line) -> None:
        try:
            await self._take_requests(line)
        except Left:
            return
        finally:
            await line.close()

    async def _take_requests(self, line: Line) -> None:
        stays = True
        try:
            while stays and (request := await line.receive()):
                stays = await self._house.serve(request, line)
        except Unreadable:
            await line.send(document(400, b"", {"connection": "close"}))
