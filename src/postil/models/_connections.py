"""A provider's connections: shared while calls overlap, and closed whatever ends a call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager


@asynccontextmanager
async def connected(provider: AbstractAsyncContextManager[object]) -> AsyncIterator[None]:
    """The provider, entered for one call; a timeout or a stop cannot keep it from being left.

    A provider that was entered and never left would carry connections of a loop that has ended
    into the next one, where they can be neither used nor closed.
    """
    await provider.__aenter__()
    try:
        yield
    finally:
        await _to_its_end(asyncio.create_task(_left(provider)))


async def _left(provider: AbstractAsyncContextManager[object]) -> None:
    await provider.__aexit__(None, None, None)
    # A transport lets go of its socket one turn of the loop after it was closed.
    await asyncio.sleep(0)


async def _to_its_end(task: asyncio.Task[None]) -> None:
    """Waits for the task even when the waiter is cancelled, which it then still is."""
    stopped: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as stop:
            stopped = stop
    if stopped is not None:
        raise stopped
