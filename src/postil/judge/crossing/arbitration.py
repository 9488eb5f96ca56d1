"""Reads an arbiter's lines: only ids that were asked about, only words that mean something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from postil.domain.panel import Ruling

MARK = "ARB"
LONGEST = 20_000
_WORDS = {
    "REAL_BUG": Ruling.REAL_BUG,
    "FALSE_POSITIVE": Ruling.FALSE_POSITIVE,
    "UNCERTAIN": Ruling.UNCERTAIN,
}
_DASHES = " \t-–—:"
_PARTS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What was said about one dispute."""

    id: str
    ruling: Ruling = Ruling.UNCHANGED
    reason: str = ""

    @property
    def word(self) -> str:
        """The verdict as scripts read it."""
        return self.ruling.name


@dataclass(frozen=True, slots=True)
class Awards:
    """One award for each id that was asked about, in that order."""

    each: tuple[Award, ...]

    @property
    def is_usable(self) -> bool:
        """Whether at least half of the ids got a valid verdict; without ids there is nothing to miss."""
        ruled = sum(award.ruling is not Ruling.UNCHANGED for award in self.each)
        return 2 * ruled >= len(self.each)


def awards(ids: Iterable[str], lines: Iterable[str]) -> Awards:
    """The verdicts in these lines; the first line about an id counts, whatever it says.

    An id nobody asked about is not read, so that a line somebody planted in the code cannot
    rule on anything. To call a finding false takes a reason.
    """
    known = tuple(dict.fromkeys(ids))
    said: dict[str, Award] = {}
    for words in _marked(lines):
        if len(words) > 1 and words[1] in known:
            said.setdefault(words[1], _award(words))
    return Awards(tuple(said.get(each, Award(id=each)) for each in known))


def ids_of(listed: str) -> tuple[str, ...]:
    """The ids in a list with commas."""
    return tuple(filter(None, (each.strip() for each in listed.split(","))))


def _marked(lines: Iterable[str]) -> Iterator[Sequence[str]]:
    for line in lines:
        words = line[:LONGEST].split(None, _PARTS - 1)
        if words and words[0] == MARK:
            yield words


def _award(words: Sequence[str]) -> Award:
    ruling = _WORDS.get(words[2], Ruling.UNCHANGED) if len(words) >= _PARTS - 1 else None
    reason = " ".join(words[3].strip(_DASHES).split()) if len(words) == _PARTS else ""
    if ruling is None or (ruling is Ruling.FALSE_POSITIVE and not reason):
        return Award(id=words[1])
    return Award(id=words[1], ruling=ruling, reason=reason)
