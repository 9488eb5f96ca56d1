"""Macros of C that only stand in for a name which others define under other conditions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

_LONGEST = 400
_MACRO = re.compile(r"\A\s{0,40}#\s{0,8}define\s{1,8}(\w{1,200})")
_OPENS = re.compile(r"\A\s{0,40}#\s{0,8}if(n?def)?\b\s{0,8}(\w{0,200})")
_CLOSES = re.compile(r"\A\s{0,40}#\s{0,8}endif\b")
_GUARD_REACH = 3
_LANGUAGE = "__cplusplus"


def is_stand_in(text: str, number: int) -> bool:
    """Whether a line of a text defines a macro, nowhere else defined there, only if a condition holds.

    Code that uses it builds without the condition too, so somebody else has the name then: a
    newer version of a library, or a system. A macro that each branch defines is the program's own.
    """
    return number in _stand_ins(text)


@lru_cache(maxsize=8)
def _stand_ins(text: str) -> frozenset[int]:
    """The lines of such macros, by one pass over the text."""
    lines = text.split("\n")
    opened: list[bool] = []
    conditions = 0
    places: defaultdict[str, list[int]] = defaultdict(list)
    conditional: set[int] = set()
    for number, line in enumerate(lines, start=1):
        if "#" not in line:
            continue
        start, macro = _OPENS.match(line[:_LONGEST]), _MACRO.match(line[:_LONGEST])
        if start is not None:
            opened.append(not _is_guard(start[2], lines[number : number + _GUARD_REACH]))
            conditions += opened[-1]
        elif macro is not None:
            places[macro[1]].append(number)
            if conditions:
                conditional.add(number)
        elif opened and _CLOSES.match(line[:_LONGEST]):
            conditions -= opened.pop()
    return frozenset(at[0] for at in places.values() if len(at) == 1) & conditional


def _is_guard(name: str, below: Sequence[str]) -> bool:
    """Whether a condition only asks if the header was read before, or which language reads it."""
    set_here = (_MACRO.match(line[:_LONGEST]) for line in below)
    return name == _LANGUAGE or any(found is not None and found[1] == name for found in set_here)
