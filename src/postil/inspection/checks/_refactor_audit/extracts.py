"""Finds the removed lines that a new function was made from."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change
from postil.inspection.checks._refactor_audit.blocks import Difference, Pair, Slip
from postil.inspection.checks._refactor_audit.intents import could_not_jump
from postil.inspection.checks._refactor_audit.places import Place, is_read
from postil.inspection.checks._refactor_audit.rewrites import plain
from postil.ports import Tree
from postil.syntax import Token, tokens

_LEAST_LINES = 2
_LEAST_SHARE = 0.5
_MOST_APART = 3
_COMMON = 5
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Extract:
    """A new function, and the stretch of an old file it was taken from."""

    new: Place
    path: str
    lines: tuple[str, ...]
    first: int
    last: int

    @property
    def tokens(self) -> tuple[Token, ...]:
        return tokens(self.path, "\n".join(self.lines), self.first, self.last)

    @property
    def new_tokens(self) -> tuple[Token, ...]:
        """What stands below the function's own first line."""
        opening = self.new.definition.line
        return tuple(token for token in self.new.tokens if token.line > opening)

    @cached_property
    def slips(self) -> list[Slip]:
        """What stands for something else, where the function could have been left as it was."""
        pair = Pair(self.tokens, self.new_tokens, (self.path, self.new.path))
        swaps = [slip for slip in pair.slips() if slip.is_swap]
        owner = self.new.definition.owner
        return [
            slip
            for slip in swaps
            if plain(slip.new) != owner
            and not could_not_jump(slip, self.new)
            and not self._was_beside(slip)
        ]

    def _was_beside(self, slip: Slip) -> bool:
        """Whether what was put into a line stood on the next one, or is what the function is given."""
        if slip.difference is not Difference.PUT:
            return False
        around = self.lines[max(0, self.first - 1 - _MOST_APART) : self.last + _MOST_APART]
        known = _WORD.findall("\n".join((self.new.text, *around)))
        return set(_WORD.findall(slip.new)) - {"end"} <= set(known)


def extracts(arrived: Iterable[Place], change: Change, base: Tree) -> Iterator[Extract]:
    """Each new function of which most lines were removed from one stretch elsewhere."""
    removed: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for file in filter(is_read, change.files):
        for number, text in file.removed:
            if _says_something(text):
                removed[text.strip()].append((file.old_path or file.path, number))
    for place in (place for place in arrived if place.is_callable):
        body = [line for line in place.body[1:] if _says_something(line)]
        known = [0 < len(removed.get(line, ())) <= _COMMON for line in body]
        if sum(known) < max(_LEAST_LINES, _LEAST_SHARE * len(body)):
            continue
        places = [
            spot
            for line, is_known in zip(body, known, strict=True)
            if is_known
            for spot in removed[line]
        ]
        run = _run(places, sum(known))
        source = base.read(run[0]) if run is not None else None
        if run is not None and source is not None:
            path, first, last = run
            # What was altered at either end of the block still belongs to it.
            before, after = known.index(True), known[::-1].index(True)
            lines = tuple(source.split("\n"))
            yield Extract(place, path, lines, max(1, first - before), min(len(lines), last + after))


def _says_something(line: str) -> bool:
    return any(character.isalnum() for character in line)


def _run(places: list[tuple[str, int]], wanted: int) -> tuple[str, int, int] | None:
    """The one run of lines that holds them; lines may lie a little apart."""
    path = Counter(path for path, _ in places).most_common(1)[0][0]
    numbers = sorted({number for other, number in places if other == path})
    runs: list[list[int]] = [[numbers[0]]]
    for number in numbers[1:]:
        if number - runs[-1][-1] <= _MOST_APART:
            runs[-1].append(number)
        else:
            runs.append([number])
    longest = max(runs, key=len)
    return (path, longest[0], longest[-1]) if len(longest) >= wanted else None
