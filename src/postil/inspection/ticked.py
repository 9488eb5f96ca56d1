"""Tokens in backticks, for which a sentence has numbers while its words are read."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TICKED = re.compile(r"(`{1,2})([^`\n]{1,100})\1")
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,2}(?=\w)|(?<=\w)_{1,2}(?!\w)")
_NUMBER = re.compile(r"`(\d{1,3})`")
_BARE = re.compile(r"\b(?:bare|naked|empty)\s?\Z", re.IGNORECASE)
_SAYS_MORE = {"except": "except:", "catch": "catch {", "rescue": "rescue …", "return": "return …"}
"""Words that mostly have something behind them, as they are written without it; `…` is not looked for."""


def masked(text: str) -> tuple[str, list[str]]:
    """The text with each token in backticks replaced by its number, emphasis left out, and the tokens."""
    tokens: list[str] = []

    def number(match: re.Match[str]) -> str:
        token = match[2].strip()
        is_bare = token in _SAYS_MORE and _BARE.search(match.string, 0, match.start()) is not None
        tokens.append(_SAYS_MORE[token] if is_bare else token)
        return f"`{len(tokens) - 1}`"

    return _EMPHASIS.sub("", _TICKED.sub(number, text)), tokens


def named(text: str | None, tokens: Sequence[str]) -> tuple[str, ...]:
    """The tokens whose numbers stand in the text."""
    return tuple(tokens[int(number)] for number in _NUMBER.findall(text or ""))
