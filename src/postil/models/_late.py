"""A model that is known by name at once and opened on a thread, since its library takes a second."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from postil.domain.conversation import Price, Prompt, Reply
from postil.ports import Model


class LateModel:
    """Begins to open the model behind it when it is made; whoever needs that one waits for it."""

    def __init__(self, name: str, make: Callable[[], Model]) -> None:
        self.name = name
        opener = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"opening {name}")
        self._made: Future[Model] = opener.submit(_opened, make)
        opener.shutdown(wait=False)

    @property
    def opened(self) -> Model:
        return self._made.result()

    @property
    def window(self) -> int:
        return self.opened.window

    @property
    def caches(self) -> bool:
        return self.opened.caches

    @property
    def price(self) -> Price:
        return self.opened.price

    async def ask(
        self, prompt: Prompt, *, within: float, begun: Callable[[], None] = lambda: None
    ) -> Reply:
        model = await asyncio.wrap_future(self._made)
        return await model.ask(prompt, within=within, begun=begun)


def _opened(make: Callable[[], Model]) -> Model:
    """Looking for garbage while thousands of classes are made finds none and takes time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        return make()
    finally:
        if was_on:
            gc.enable()
