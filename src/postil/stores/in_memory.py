"""A store that lasts as long as the process, for runs that shall leave nothing behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from postil import codec
from postil.domain.change import Id
from postil.domain.document import ReviewDocument
from postil.ports import ChangeKey
from postil.stores._documents import Notices, Room, decoded

_ROOM = Room()


class InMemoryStore:
    """Documents pass through their JSON here too, so that no store returns more than another."""

    def __init__(self, *, room: Room = _ROOM) -> None:
        self._room = room
        self._reviews: dict[ChangeKey, list[tuple[int, bytes]]] = {}
        self._answers: dict[str, bytes] = {}
        self._leases: set[tuple[ChangeKey, Id]] = set()
        self._guard = threading.Lock()
        self._notices = Notices()

    @property
    def notices(self) -> tuple[str, ...]:
        return tuple(self._notices)

    def load(self, key: ChangeKey, *, most: int | None = None) -> tuple[ReviewDocument, ...]:
        kept = self._reviews.get(key, [])[-(most or self._room.reviews) :]
        return decoded((("a review", version, data) for version, data in kept), self._notices)

    def save(self, key: ChangeKey, document: ReviewDocument) -> None:
        kept = self._reviews.setdefault(key, [])
        kept.append((document.version, codec.encode(document)))
        del kept[: -self._room.reviews]

    def recall(self, question: str) -> bytes | None:
        return self._answers.get(question)

    def keep(self, question: str, answer: bytes) -> None:
        with self._guard:
            self._answers.pop(question, None)
            self._answers[question] = answer
            for oldest in list(self._answers)[: -self._room.answers]:
                del self._answers[oldest]

    @contextmanager
    def lease(self, key: ChangeKey, head: Id) -> Iterator[bool]:
        wanted = (key, head)
        with self._guard:
            free = wanted not in self._leases
            self._leases.add(wanted)
        try:
            yield free
        finally:
            if free:
                self._leases.discard(wanted)

    def close(self) -> None:
        """There is nothing to let go of."""
