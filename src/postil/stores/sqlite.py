"""Keeps reviews in one SQLite file, which many runs may share."""

from __future__ import annotations

import sqlite3
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from postil import codec
from postil.domain.change import Id
from postil.domain.document import ReviewDocument
from postil.domain.errors import StoreError
from postil.ports import ChangeKey
from postil.stores._documents import Notices, Room, decoded
from postil.stores._leasing import leased
from postil.stores._sqlite_file import opened, words

_REVIEWS = "SELECT id, version, document FROM reviews WHERE change = ? ORDER BY id DESC LIMIT ?"
_ADD_REVIEW = "INSERT INTO reviews (change, head, version, document) VALUES (?, ?, ?, ?)"
_FORGET_REVIEWS = """DELETE FROM reviews WHERE change = ?1 AND id NOT IN
    (SELECT id FROM reviews WHERE change = ?1 ORDER BY id DESC LIMIT ?2)"""
_ANSWER = "SELECT answer FROM answers WHERE question = ?"
_ADD_ANSWER = "INSERT OR REPLACE INTO answers (question, answer) VALUES (?, ?)"
_FORGET_ANSWERS = "DELETE FROM answers WHERE id <= (SELECT max(id) FROM answers) - ?"
_ROOM = Room()


class SqliteStore:
    """One file with its write-ahead log beside it; whoever may not read it is kept out by its mode."""

    def __init__(self, place: str, *, patience: float = 10.0, room: Room = _ROOM) -> None:
        """Wait up to `patience` seconds where another run is writing."""
        self._place = place
        self._room = room
        self._notices = Notices()
        self._guard = threading.Lock()
        self._connection = opened(Path(place), self._notices, patience=patience)

    @property
    def notices(self) -> tuple[str, ...]:
        return tuple(self._notices)

    def load(self, key: ChangeKey, *, most: int | None = None) -> tuple[ReviewDocument, ...]:
        rows = reversed(self._rows(_REVIEWS, (key.digest, most or self._room.reviews)))
        return decoded(
            (
                (f"review {row} in `{self._place}`", version, _unpacked(data))
                for row, version, data in rows
            ),
            self._notices,
        )

    def save(self, key: ChangeKey, document: ReviewDocument) -> None:
        data = zlib.compress(codec.encode(document))
        with self._writing() as connection:
            connection.execute(
                _ADD_REVIEW,
                (key.digest, codec.legible(document.subject.head), document.version, data),
            )
            connection.execute(_FORGET_REVIEWS, (key.digest, self._room.reviews))

    def recall(self, question: str) -> bytes | None:
        for (answer,) in self._rows(_ANSWER, (question,)):
            return bytes(answer)
        return None

    def keep(self, question: str, answer: bytes) -> None:
        with self._writing() as connection:
            connection.execute(_ADD_ANSWER, (question, answer))
            connection.execute(_FORGET_ANSWERS, (self._room.answers,))

    def lease(self, key: ChangeKey, head: Id) -> AbstractContextManager[bool]:
        return leased(Path(f"{self._place}.locks"), key, head)

    def close(self) -> None:
        self._connection.close()

    def _rows(self, question: str, values: Sequence[Any]) -> list[Any]:
        with self._guard, self._explained():
            return self._connection.execute(question, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction. Begun as a writer: a reader that wants to write later cannot wait."""
        with self._guard, self._explained():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(words(self._place, error)) from error


def _unpacked(data: bytes) -> bytes:
    """What was packed; damaged or swollen data as nothing, which no document is."""
    try:
        return zlib.decompressobj().decompress(data, codec.MAX_BYTES + 1)
    except zlib.error:
        return b""
