"""Reads an answer that is one list of small objects; what does not fit is named, never guessed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from postil.domain.conversation import Reply
from postil.domain.errors import Garbled
from postil.inspection.panel.salvage import salvage

MOST_ROWS = 1_000
MOST_FAULTS = 10
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(Generic[T]):
    """The entries that could be read; None when there is no such list."""

    name: str
    entries: tuple[T, ...] | None
    faults: tuple[str, ...] = ()
    complete: bool = True

    @property
    def is_whole(self) -> bool:
        return self.entries is not None and self.complete and not self.faults

    @property
    def complaint(self) -> str:
        if self.entries is None:
            return f"there is no JSON object with a list `{self.name}` in it"
        return "; ".join(self.faults[:MOST_FAULTS]) or "the JSON ends before it is complete"

    def taken(self) -> tuple[T, ...]:
        """What could be read; raises when that is nothing at all."""
        if self.entries is None or (self.faults and not self.entries):
            raise Garbled(f"the answer could not be read: {self.complaint}")
        return self.entries


def rows(reply: Reply, *, name: str, kind: type[T]) -> Rows[T]:
    """The list of that name in a reply: in its structured answer, else in its text."""
    for text in (reply.answer, reply.text):
        found = salvage(text, expected=frozenset({name})) if text else None
        if found is None:
            continue
        entries = found.value.get(name)
        if isinstance(entries, list):
            return _read(entries, name, kind, complete=found.complete)
    return Rows(name=name, entries=None)


def _read(entries: list[Any], name: str, kind: type[T], *, complete: bool) -> Rows[T]:
    read: list[T] = []
    faults: list[str] = []
    for place, entry in enumerate(entries[:MOST_ROWS]):
        if not isinstance(entry, dict):
            faults.append(f"`{name}[{place}]` is no object")
            continue
        try:
            read.append(msgspec.convert(entry, kind, strict=False))
        except (msgspec.ValidationError, RecursionError) as error:
            faults.append(f"`{name}[{place}]`: {str(error)[:200]}")
    return Rows(name=name, entries=tuple(read), faults=tuple(faults), complete=complete)


def schema(name: str, **fields: Mapping[str, Any]) -> dict[str, Any]:
    """The shape of such an answer, every field required."""
    entry = {"type": "object", "properties": fields, "required": list(fields)}
    return {
        "type": "object",
        "properties": {name: {"type": "array", "items": entry}},
        "required": [name],
    }


def text(limit: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": limit}
