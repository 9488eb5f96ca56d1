"""A model that is known by name at once and opened while we do other things: its library is slow."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property, partial

from postil.domain.conversation import Price, Prompt, Reply
from postil.ports import Model


class LateModel:
    """Opens the model behind it on a thread from `begin` on; whoever needs that one waits for it."""

    def __init__(self, name: str, make: Callable[[], Model]) -> None:
        self.name = name
        self._make = make

    def begin(self, instead: Callable[[], Model | None] = lambda: None) -> None:
        """What `instead` opens is taken; where it has nothing, the model is opened here."""
        self._make = partial(_first, instead, self._make)
        _ = self._made

    @cached_property
    def _made(self) -> Future[Model]:
        opener = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"opening {self.name}")
        made = opener.submit(_opened, self._make)
        opener.shutdown(wait=False)
        return made

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


def _first(instead: Callable[[], Model | None], make: Callable[[], Model]) -> Model:
    return instead() or make()


def _opened(make: Callable[[], Model]) -> Model:
    """Looking for garbage while thousands of classes are made finds none and takes time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        return make()
    finally:
        if was_on:
            gc.enable()
