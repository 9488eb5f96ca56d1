"""Plain tables that fit a terminal: aligned columns, long cells folded."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

_WIDTH = 78


def shown(value: object) -> str:
    """A setting's value in the words of the configuration file."""
    if value is None:
        return "none"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple | list | frozenset | set):
        return ", ".join(shown(item) for item in value) or "none"
    return str(value)


def aligned(heads: Sequence[str], rows: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Lines of a table whose first column is the key and whose cells are folded to fit."""
    first = max(len(text) for text in (heads[0], *rows))
    count = max(1, len(heads) - 1)
    width = max(10, (_WIDTH - first - 2 * count) // count)
    for name, cells in ((heads[0], heads[1:]), *rows.items()):
        folded = [
            textwrap.wrap(cell, width, break_long_words=False, break_on_hyphens=False) or [""]
            for cell in cells
        ]
        for index in range(max(len(lines) for lines in folded)):
            parts = [lines[index] if index < len(lines) else "" for lines in folded]
            label = name if index == 0 else ""
            yield "  ".join((label.ljust(first), *(p.ljust(width) for p in parts))).rstrip()


def folded(text: str, *, width: int = _WIDTH - 4) -> list[str]:
    """Prose in lines that fit under an indented heading."""
    return textwrap.wrap(" ".join(text.split()), width)
