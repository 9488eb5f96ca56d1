"""Where each line of one text stands in the next version of it, and how sure that is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from postil.track.locating.lines import Lines
from postil.track.locating.matching import NONE, STEPS, Matcher, Span
from postil.track.locating.sliding import best_start, slide

_SAYS_ENOUGH = 1.0


@dataclass(frozen=True, slots=True)
class Block:
    """A run of paired lines; `weight` is what its lines say together."""

    old: int
    new: int
    length: int
    weight: float


class LineMap:
    """The pairing of two texts; line numbers here count from 0.

    `loose` holds old lines that could as well be paired with another new line; of the lines in
    `torn` as many are gone as there were removed, and nobody can say which.
    """

    def __init__(self, old: Lines, new: Lines, *, steps: int = STEPS) -> None:
        self.old = old
        self.new = new
        self._steps = steps
        matcher = Matcher(old.exact, new.exact, old.weights, steps=steps)
        matcher.run(Span(0, len(old), 0, len(new)))
        self.pairs = matcher.pairs
        self.loose: set[int] = set()
        self.torn: set[int] = set()
        self._reindented = False
        self._settle()
        self.is_whole = matcher.is_whole and self._reindent()
        self.is_whole = self.is_whole and self._ignore_indentation()
        self._blocks = list(self._runs())
        self._starts = [block.old for block in self._blocks]
        self.taken = frozenset(
            block.new + at
            for block in self._blocks
            if not self._is_alone(block)
            for at in range(block.length)
        )

    def block(self, line: int) -> Block:
        """The run a paired line is in."""
        return self._blocks[bisect_right(self._starts, line) - 1]

    def gap(self, line: int) -> Span:
        """The unpaired stretch an unpaired old line is in, with the new lines between."""
        after = bisect_right(self._starts, line)
        old = new = 0
        if after:
            before = self._blocks[after - 1]
            old, new = before.old + before.length, before.new + before.length
        if after == len(self._blocks):
            return Span(old, len(self.old), new, len(self.new))
        return Span(old, self._blocks[after].old, new, self._blocks[after].new)

    def is_firm(self, line: int) -> bool:
        """Whether a line is paired, and in a run that says more than a stray brace does."""
        return self.pairs[line] != NONE and not self._is_alone(self.block(line))

    def _is_alone(self, block: Block) -> bool:
        """Whether a run says little and stands between edits on both sides."""
        if block.weight >= _SAYS_ENOUGH:
            return False
        is_top = block.old == 0 and block.new == 0
        ends = block.old + block.length, block.new + block.length
        return not (is_top or ends == (len(self.old), len(self.new)))

    def _spans(self) -> Iterator[Span]:
        """Every stretch between two pairs in which a line of either side is unpaired."""
        paired = [(old, new) for old, new in enumerate(self.pairs) if new != NONE]
        edges = [(NONE, NONE), *paired, (len(self.old), len(self.new))]
        for (old, new), (next_old, next_new) in pairwise(edges):
            if next_old - old > 1 or next_new - new > 1:
                yield Span(old + 1, next_old, new + 1, next_new)

    def _settle(self) -> None:
        """Put insertions and removals where a person would have made them."""
        for span in list(self._spans()):
            if span.old == span.old_end:
                self._settle_insertion(span)
            elif span.new == span.new_end:
                self._settle_removal(span)

    def _settle_insertion(self, span: Span) -> None:
        shift = span.old - span.new
        room = self._room(span)
        way = slide(self.new.exact, span.new, span.new_end, (room[0] - shift, room[1] - shift))
        start = best_start(self.new.exact, way)
        for at in range(way.first, way.last):
            self.pairs[at + shift] = at if at < start else at + way.length
            self.loose.add(at + shift)

    def _settle_removal(self, span: Span) -> None:
        shift = span.new - span.old
        room = self._room(span)
        way = slide(self.old.exact, span.old, span.old_end, room)
        start = best_start(self.old.exact, way)
        for at in range(way.first, way.last + way.length):
            if at < start:
                self.pairs[at] = at + shift
            elif at < start + way.length:
                self.pairs[at] = NONE
            else:
                self.pairs[at] = at + shift - way.length
        self.torn.update(range(way.first, way.last))
        self.torn.update(range(max(way.last, way.first + way.length), way.last + way.length))

    def _room(self, span: Span) -> tuple[int, int]:
        """The old lines between which a stretch can slide: as far as pairs go on unbroken."""
        pairs, first, last = self.pairs, span.old, span.old_end
        at = span.new
        while first and at and pairs[first - 1] == at - 1:
            first -= 1
            at -= 1
        at = span.new_end
        while last < len(pairs) and pairs[last] == at:
            last += 1
            at += 1
        return first, last + span.new_end - span.new

    def _reindent(self) -> bool:
        """Pair what differs in indentation only, between the pairs there are."""
        if not any(span.is_pair for span in self._spans()):
            return True
        matcher = Matcher(self.old.bare, self.new.bare, self.old.weights, steps=self._steps)
        for span in list(self._spans()):
            matcher.run(span)
        for line, at in enumerate(matcher.pairs):
            if at != NONE:
                self.pairs[line] = at
                self._reindented = True
        return matcher.is_whole

    def _ignore_indentation(self) -> bool:
        """Pair all lines without their indentation, if that leaves fewer of them alone.

        Where a whole region moved to another depth, a line can equal a wrong one exactly.
        """
        if not self._reindented:
            return True
        matcher = Matcher(self.old.bare, self.new.bare, self.old.weights, steps=self._steps)
        matcher.run(Span(0, len(self.old), 0, len(self.new)))
        if matcher.pairs.count(NONE) < self.pairs.count(NONE):
            self.pairs = matcher.pairs
            self.loose.clear()
            self.torn.clear()
        return matcher.is_whole

    def _runs(self) -> Iterator[Block]:
        line, pairs, weights = 0, self.pairs, self.old.weights
        while line < len(pairs):
            start = line
            if pairs[line] != NONE:
                while line + 1 < len(pairs) and pairs[line + 1] == pairs[line] + 1:
                    line += 1
                yield Block(start, pairs[start], line + 1 - start, sum(weights[start : line + 1]))
            line += 1
