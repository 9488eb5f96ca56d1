"""The far side: opens one model and puts to it what comes in, many questions at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import msgspec

from postil.domain.errors import ModelError, RateLimited
from postil.models import open_model
from postil.models._apart.lines import (
    Answered,
    Asked,
    Begun,
    Failed,
    Opened,
    line,
    read_opening,
    read_wish,
)
from postil.models._problems import Failing, kind_of
from postil.ports import Model

Say = Callable[[bytes], None]
Tell = Callable[[msgspec.Struct], None]


async def serve(wishes: asyncio.StreamReader, say: Say) -> None:
    """Open the model that the first line names and answer until nothing more comes."""
    opening = read_opening(await wishes.readline())

    def tell(told: msgspec.Struct) -> None:
        say(line(told))

    try:
        model = open_model(opening.spec, opening.variables)
        opened = await asyncio.to_thread(_opened, model)
    except ModelError as problem:
        tell(_failure(problem))
        return
    tell(opened)
    await _answer(model, wishes, tell)


def _opened(model: Model) -> Opened:
    return Opened(window=model.window, caches=model.caches, price=model.price)


async def _answer(model: Model, wishes: asyncio.StreamReader, tell: Tell) -> None:
    """Until the other side is gone; what is still open then is given up."""
    open_: dict[int, asyncio.Task[None]] = {}
    while given := await wishes.readline():
        wish = read_wish(given)
        if isinstance(wish, Asked):
            task = asyncio.create_task(_asked(model, wish, tell))
            open_[wish.number] = task
            task.add_done_callback(partial(_ended, open_, wish.number, tell))
        elif wish.number in open_:
            open_[wish.number].cancel()
    left = tuple(open_.values())
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def _ended(
    open_: dict[int, asyncio.Task[None]], number: int, tell: Tell, task: asyncio.Task[None]
) -> None:
    """Whoever waits learns of an error that is ours, too; only they can say so to a person."""
    del open_[number]
    error = None if task.cancelled() else task.exception()
    if error is not None:
        words = f"asking failed with {type(error).__name__}: {error}"
        tell(Failed(number=number, kind=Failing.UNUSABLE, words=words))


async def _asked(model: Model, wish: Asked, tell: Tell) -> None:
    try:
        reply = await model.ask(
            wish.prompt, within=wish.within, begun=lambda: tell(Begun(number=wish.number))
        )
    except ModelError as problem:
        tell(_failure(problem, wish.number))
    else:
        tell(Answered(number=wish.number, reply=reply))


def _failure(problem: ModelError, number: int = 0) -> Failed:
    after = problem.after if isinstance(problem, RateLimited) else None
    return Failed(number=number, kind=kind_of(problem), words=str(problem), after=after)
