"""Pairs the lines of two texts in order, rare and telling lines first."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

NONE = -1
STEPS = 2_000_000
"""How many lines may be looked at for one pair of texts before the rest stays unpaired."""

_COPIES = 64
"""A line that stands more often than this in a stretch starts no region there."""

_SMALL = 40
"""In a stretch of so few lines even a brace or a blank line may start a region."""

_ANCHOR = 0.25
"""The least weight of a line that may be an anchor for being the only one of its kind."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the old lines and one of the new; the ends are not included."""

    old: int
    old_end: int
    new: int
    new_end: int

    @property
    def is_pair(self) -> bool:
        return self.old < self.old_end and self.new < self.new_end

    @property
    def size(self) -> int:
        return self.old_end - self.old + self.new_end - self.new


class Matcher:
    """One pairing at work: `pairs[i]` is the new line of old line i, or NONE."""

    def __init__(
        self,
        old: Sequence[str],
        new: Sequence[str],
        weights: Sequence[float],
        *,
        steps: int = STEPS,
    ) -> None:
        self._old = old
        self._new = new
        self._weights = weights
        self._steps = steps
        self.pairs = [NONE] * len(old)

    @property
    def is_whole(self) -> bool:
        """Whether everything was compared; else an unpaired line proves nothing."""
        return self._steps > 0

    def run(self, whole: Span) -> None:
        """Pair what can be paired inside the span."""
        open_spans = [whole]
        while open_spans:
            span = self._trimmed(open_spans.pop())
            if not span.is_pair:
                continue
            self._steps -= span.size
            if not self.is_whole:
                return
            anchors = self._anchors(span) or self._region(span)
            old, new = span.old, span.new
            for start, at in anchors:
                open_spans.append(Span(old, start, new, at))
                self.pairs[start] = at
                old, new = start + 1, at + 1
            if anchors:
                open_spans.append(Span(old, span.old_end, new, span.new_end))

    def _trimmed(self, span: Span) -> Span:
        """The span without the equal lines at its two ends, which are paired."""
        ours, theirs, pairs = self._old, self._new, self.pairs
        start, at = span.old, span.new
        end, at_end = span.old_end, span.new_end
        while start < end and at < at_end and ours[start] == theirs[at]:
            pairs[start] = at
            start += 1
            at += 1
        while start < end and at < at_end and ours[end - 1] == theirs[at_end - 1]:
            end -= 1
            at_end -= 1
            pairs[end] = at_end
        return Span(start, end, at, at_end)

    def _anchors(self, span: Span) -> list[tuple[int, int]]:
        """The longest ordered row of telling lines that stand exactly once on both sides."""
        ours = _places(self._old, span.old, span.old_end)
        theirs = _places(self._new, span.new, span.new_end)
        unique = [
            (at, theirs[line])
            for line, at in ours.items()
            if at != NONE and self._weights[at] >= _ANCHOR and theirs.get(line, NONE) != NONE
        ]
        return _ordered(unique)

    def _region(self, span: Span) -> list[tuple[int, int]]:
        """The most telling run of equal lines, found from lines that are not too frequent."""
        copies: dict[str, list[int]] = {}
        for at in range(span.new, span.new_end):
            copies.setdefault(self._new[at], []).append(at)
        best: Span | None = None
        best_worth = 0.0
        start = span.old
        while start < span.old_end:
            following = start + 1
            seeds = self._weights[start] or span.size <= _SMALL
            places = copies.get(self._old[start], ()) if seeds else ()
            for at in places if len(places) <= _COPIES else ():
                run = self._grown(span, start, at)
                worth = self._worth(run)
                if worth > best_worth:
                    best, best_worth = run, worth
                following = max(following, run.old_end)
            start = following
        if best is None:
            return []
        return list(zip(range(best.old, best.old_end), range(best.new, best.new_end), strict=True))

    def _grown(self, span: Span, start: int, at: int) -> Span:
        """The run of equal lines around a pair of equal lines."""
        ours, theirs = self._old, self._new
        end, at_end = start + 1, at + 1
        while start > span.old and at > span.new and ours[start - 1] == theirs[at - 1]:
            start -= 1
            at -= 1
        while end < span.old_end and at_end < span.new_end and ours[end] == theirs[at_end]:
            end += 1
            at_end += 1
        self._steps -= end - start
        return Span(start, end, at, at_end)

    def _worth(self, run: Span) -> float:
        return sum(self._weights[run.old : run.old_end]) + 0.01 * (run.old_end - run.old)


def _places(lines: Sequence[str], start: int, end: int) -> dict[str, int]:
    """Where each line stands; NONE for one that stands more than once."""
    found: dict[str, int] = {}
    for at in range(start, end):
        line = lines[at]
        found[line] = NONE if line in found else at
    return found


def _ordered(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest row of pairs that rises on both sides; the input rises on the first."""
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for index, (_, at) in enumerate(pairs):
        slot = bisect_left(ends, at)
        previous.append(last[slot - 1] if slot else NONE)
        if slot == len(ends):
            ends.append(at)
            last.append(index)
        else:
            ends[slot] = at
            last[slot] = index
    row: list[tuple[int, int]] = []
    index = last[-1] if last else NONE
    while index != NONE:
        row.append(pairs[index])
        index = previous[index]
    return row[::-1]
