"""Every write passes here, so that one request's writes can be counted and taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Key = TypeVar("Key")
Thing = TypeVar("Thing")


class Ledger:
    def __init__(self) -> None:
        self._undo: list[Callable[[], object]] = []

    @property
    def written(self) -> int:
        return len(self._undo)

    def open(self) -> None:
        """A new request begins; what was written before stays."""
        self._undo.clear()

    def put(self, collection: dict[Key, Thing], key: Key, thing: Thing) -> None:
        """A new thing; what is there already is changed, not replaced."""
        collection[key] = thing
        self._undo.append(lambda: collection.pop(key))

    def append(self, collection: list[Thing], thing: Thing) -> None:
        collection.append(thing)
        self._undo.append(lambda: collection.remove(thing))

    def drop(self, collection: dict[Key, Thing], key: Key) -> None:
        before = dict(collection)
        del collection[key]

        def undo() -> None:
            collection.clear()
            collection.update(before)

        self._undo.append(undo)

    def remove(self, collection: list[Thing], thing: Thing) -> None:
        place = collection.index(thing)
        del collection[place]
        self._undo.append(lambda: collection.insert(place, thing))

    def change(self, thing: object, **changes: Any) -> None:
        before = {name: getattr(thing, name) for name in changes}
        for name, value in changes.items():
            setattr(thing, name, value)

        def undo() -> None:
            for name, value in before.items():
                setattr(thing, name, value)

        self._undo.append(undo)

    def take_back(self) -> None:
        while self._undo:
            self._undo.pop()()
