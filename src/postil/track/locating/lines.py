"""A text as lines that can be compared: exactly, without indentation, and by how telling each is."""

from __future__ import annotations

import re
from functools import cached_property

_LONGEST = 20_000
"""Characters of a line that are looked at; what differs only behind them counts as equal."""

_TELLING = 16
_WORD = re.compile(r"\w")


def weight(line: str) -> float:
    """How much a line says about where one is: nothing for braces and blanks, at most 1."""
    return min(len(_WORD.findall(line.lstrip()[: 4 * _TELLING])), _TELLING) / _TELLING


class Lines:
    """The lines of one text; the views are made when first asked for."""

    def __init__(self, text: str) -> None:
        listed = text.split("\n")
        if listed[-1] == "":
            listed.pop()
        self.exact = [line[:_LONGEST].rstrip() for line in listed]

    def __len__(self) -> int:
        return len(self.exact)

    @cached_property
    def bare(self) -> list[str]:
        """Without indentation."""
        return [line.lstrip() for line in self.exact]

    @cached_property
    def weights(self) -> list[float]:
        known: dict[str, float] = {}
        for line in self.exact:
            if line not in known:
                known[line] = weight(line)
        return [known[line] for line in self.exact]
