"""What files that a change leaves alone already hold: the custom of the house, no slip of its author."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from postil.domain.change import Change
from postil.ports import Hits

SEVERAL = 2
"""In so many untouched files a thing is how this project does it."""
_LONGEST = 1_000


def needle(text: str) -> frozenset[str]:
    """What to search for to learn where else the text stands."""
    plain = text.strip()
    return frozenset({plain} if 0 < len(plain) <= _LONGEST else ())


@dataclass(frozen=True)
class Custom:
    """The change, and where the tree at head holds what was asked for."""

    change: Change
    found: Mapping[str, Hits]

    def untouched(self, text: str, among: Callable[[str], bool] = bool) -> int:
        """How many files outside the change, of those that count, hold the text."""
        hits = self.found.get(text.strip(), Hits()).hits
        files = {hit.path for hit in hits if not self.change.touches(hit.path)}
        return sum(map(among, files))

    def is_kept(self, text: str, among: Callable[[str], bool] = bool) -> bool:
        return self.untouched(text, among) >= SEVERAL
