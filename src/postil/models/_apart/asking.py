"""The near side: starts the process, puts questions to it and hands out what it answers."""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import threading
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

import msgspec

from postil.annex import Annex, end
from postil.domain.conversation import Prompt, Reply
from postil.domain.errors import ModelDown, ModelError, RateLimited, Unusable
from postil.models._apart.lines import (
    Answered,
    Asked,
    Begun,
    Failed,
    Opened,
    Opening,
    Stopped,
    line,
    read_first,
    read_told,
)
from postil.models._problems import Failing, error_of

_PATIENCE = 2.0
"""Seconds that an answer may be late before the process itself is given up."""


def open_apart(spec: str, variables: Mapping[str, str], annex: Annex) -> ApartModel | None:
    """The model, opened in the annex; None where there is no such process to be had.

    An annex that closed meanwhile is no reason to open it elsewhere: the command is over.
    """
    process = annex.taken()
    if process is None:
        return None
    model = ApartModel(spec, process)
    given = model.introduced(Opening(spec=spec, variables=variables))
    if not given.endswith(b"\n"):
        model.close()
        if annex.is_closed:
            raise Unusable(f"nobody waits for `{spec}` any more")
        return None
    first = read_first(given)
    if isinstance(first, Failed):
        model.close()
        raise _error(first)
    model.begin(first)
    return model


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    """Who waits for an answer, and on which loop."""

    loop: asyncio.AbstractEventLoop
    told: asyncio.Future[Answered | Failed]
    begun: Callable[[], None]

    def tell(self, told: Begun | Answered | Failed) -> None:
        with suppress(RuntimeError):  # the loop ended, and with it whoever waited
            self.loop.call_soon_threadsafe(self._told, told)

    def _told(self, told: Begun | Answered | Failed) -> None:
        if self.told.done():
            return
        if isinstance(told, Begun):
            self.begun()
        else:
            self.told.set_result(told)


class ApartModel:
    """Asks through a process that ends when this is closed or let go of."""

    def __init__(self, name: str, process: subprocess.Popen[bytes]) -> None:
        self.name = name
        self._questions, self._answers = _pipes(process)
        self._sending = threading.Lock()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, _Waiting] = {}
        self._ended = threading.Event()
        self.close = weakref.finalize(self, end, process)

    def introduced(self, opening: Opening) -> bytes:
        """The first line the process says; empty when it ended instead."""
        try:
            self._send(opening)
            return self._answers.readline()
        except OSError:
            return b""

    def begin(self, opened: Opened) -> None:
        self.window, self.caches, self.price = opened.window, opened.caches, opened.price
        gone = Failed(number=0, kind=Failing.DOWN, words=self._gone)
        told = (self._answers, self._waiting, gone, self._ended)
        threading.Thread(target=_listen, args=told, name=self._gone, daemon=True).start()

    @property
    def _gone(self) -> str:
        return f"the process that asks `{self.name}` ended"

    async def ask(
        self, prompt: Prompt, *, within: float, begun: Callable[[], None] = lambda: None
    ) -> Reply:
        number, loop = next(self._numbers), asyncio.get_running_loop()
        waiting = _Waiting(loop=loop, told=loop.create_future(), begun=begun)
        self._waiting[number] = waiting
        try:
            if self._ended.is_set():
                # A process that dies may stop talking before it stops listening.
                raise ModelDown(self._gone)
            async with asyncio.timeout(within + _PATIENCE):
                await asyncio.to_thread(
                    self._send, Asked(number=number, prompt=prompt, within=within)
                )
                told = await waiting.told
        except TimeoutError:
            raise ModelDown(f"`{self.name}` did not answer within {within:.0f} s") from None
        except OSError:
            raise ModelDown(self._gone) from None
        finally:
            del self._waiting[number]
            if waiting.told.cancelled():
                with suppress(OSError):
                    self._send(Stopped(number=number))
        if isinstance(told, Failed):
            raise _error(told)
        return told.reply

    def _send(self, message: msgspec.Struct) -> None:
        with self._sending:
            self._questions.write(line(message))
            self._questions.flush()


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        raise ValueError("the process was started without pipes")
    return process.stdin, process.stdout


def _listen(
    answers: IO[bytes], waiting: Mapping[int, _Waiting], gone: Failed, ended: threading.Event
) -> None:
    """Hands out each line to whoever waits for it; when there are no more, all learn of it."""
    while (given := answers.readline()).endswith(b"\n"):
        told = read_told(given)
        if told.number in waiting:
            waiting[told.number].tell(told)
    # Whoever is not waiting yet looks at this after having lined up, so nobody is forgotten.
    ended.set()
    for each in tuple(waiting.values()):
        each.tell(gone)


def _error(failed: Failed) -> ModelError:
    if failed.kind is Failing.RATE_LIMITED:
        return RateLimited(failed.words, after=failed.after)
    return error_of(failed.kind)(failed.words)
