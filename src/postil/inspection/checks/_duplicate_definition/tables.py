"""Finds keys that stand twice in one table of a JSON or YAML file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.inspection.checks._duplicate_definition.pairs import Pair, Sort
from postil.inspection.outlines import (
    Node,
    Table,
    Unreadable,
    read_json,
    read_yaml,
    scalars,
    tables,
)

MOST_DOCUMENTS = 100
_PARTING = re.compile(r"^---(?=[ \t\r]|$)", re.MULTILINE)
_REMARK = re.compile(r"\A(?:\W{0,8}|\W{0,4}(?:comment|note|todo|doc)s?\W{0,4})\Z", re.IGNORECASE)
"""Keys that only hold a place for words, where comments are not to be had."""


def entries_twice(language: str, text: str) -> Iterator[Pair]:
    """Keys that stand twice; none where the file cannot be read."""
    seen: set[tuple[int, int]] = set()
    for above, part in _documents(text) if language == "yaml" else [(0, text)]:
        try:
            top = read_yaml(part) if language == "yaml" else read_json(part)
        except Unreadable:
            continue
        for table in tables(top):
            for pair in _repeated(table, above):
                # A table that others refer to is met again with each of them.
                if (pair.first, pair.second) not in seen:
                    seen.add((pair.first, pair.second))
                    yield pair


def _documents(text: str) -> Iterator[tuple[int, str]]:
    """The documents of a file with the number of lines above each."""
    starts = [0, *(found.start() for found in _PARTING.finditer(text) if found.start())]
    for start, end in zip(starts[:MOST_DOCUMENTS], [*starts[1:], len(text)], strict=False):
        yield text.count("\n", 0, start), text[start:end]


def _repeated(table: Table, above: int) -> Iterator[Pair]:
    for one, other in zip(table.replaced, table.repeated, strict=True):
        if not _REMARK.match(one.key[:40]):
            yield Pair(
                sort=Sort.ENTRY,
                name=one.key,
                first=one.line + above,
                second=other.line + above,
                is_same=_shape(one.value) == _shape(other.value),
            )


def _shape(node: Node) -> object:
    """What a value holds, whatever line it stands on."""
    keys = [tuple(table.entries) for table in tables(node)]
    return keys, [scalar.text for scalar in scalars(node)], type(node)
