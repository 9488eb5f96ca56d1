"""What all stores do with documents: the same bytes in, the same refusals out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from postil import codec
from postil.domain.document import DOCUMENT_VERSION, ReviewDocument
from postil.domain.errors import DocumentError, StoreError


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How much is kept: reviews of each change, and paid answers of all together.

    The newest review remembers what matters of those before it; an answer matters until the
    run that asked has come to its end.
    """

    reviews: int = 100
    answers: int = 2_000


class Notices:
    """Sentences about the store, each said once."""

    def __init__(self) -> None:
        self._said: dict[str, None] = {}

    def add(self, sentence: str) -> None:
        self._said[sentence] = None

    def __iter__(self) -> Iterator[str]:
        return iter(self._said)


def decoded(kept: Iterable[tuple[str, int, bytes]], notices: Notices) -> tuple[ReviewDocument, ...]:
    """The documents by name, version and bytes; what cannot be read is left out and said.

    A newer Postil's document is refused: going on without it would undo what it knows.
    """
    documents = []
    for name, version, data in kept:
        if version > DOCUMENT_VERSION:
            msg = (
                f"{name} was written by a newer Postil (document version `{version}`, this one "
                f"reads `{DOCUMENT_VERSION}`); use that Postil, or another `--store`."
            )
            raise StoreError(msg)
        try:
            documents.append(codec.decode(data))
        except DocumentError as error:
            notices.add(f"{name} cannot be read and is left out: {error}")
    return tuple(documents)
