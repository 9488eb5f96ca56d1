"""Code blocks and code spans that hold any text: their fence is longer than any inside."""

from __future__ import annotations

import re

_TICKS = re.compile("`+")
_SHORTEST = 3


def ticks(text: str, *, least: int) -> str:
    """A run of backticks that does not occur in the text."""
    return "`" * max(least, max((len(run) + 1 for run in _TICKS.findall(text)), default=0))


def span(text: str) -> str:
    """The text, on one line and not empty, as a code span; pipes as a look-alike, for tables."""
    content = text.replace("|", "│")
    pad = " " if content.startswith(("`", " ")) or content.endswith(("`", " ")) else ""
    fence = ticks(content, least=1)
    return f"{fence}{pad}{content}{pad}{fence}"


def block(text: str, *, info: str = "") -> str:
    """The text as a code block; a line feed at its end is not another line."""
    fence = ticks(text, least=_SHORTEST)
    return f"{fence}{info}\n{text.removesuffix(chr(10))}\n{fence}"
