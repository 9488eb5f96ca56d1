"""The hazards of publishing that we know by a number, and the names of the tests that carry it."""

from __future__ import annotations

import re
from collections.abc import Iterable

_RANGE = re.compile(r"([a-z]+)_(\d+)_to_([a-z]+)_(\d+)")

HAZARDS = {
    "gh": range(1, 43),
    "t": [1, 2, *range(12, 16), *range(18, 22), 24],
    "f": [1, 2, 3, 7, 8, *range(10, 19), 35, 37, 40],
    "inv": [*range(1, 9), 10, 11, 13, 14, 15],
    "ac": [*range(25, 39), 40, 41],
}
"""gh: how GitHub behaves; t: threats; f: faults; inv: what always holds; ac: attacks seen on others."""


def named(kind: str, number: int, names: Iterable[str]) -> bool:
    exact = re.compile(rf"(?:^|_){kind}_?0?{number}(?:_|$)")
    for name in names:
        if exact.search(name):
            return True
        for first, low, last, high in _RANGE.findall(name):
            if first == last == kind and int(low) <= number <= int(high):
                return True
    return False
