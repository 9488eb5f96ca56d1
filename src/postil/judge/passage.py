"""The text of one version of a file, as far as it can be read, and where a quote stands in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

Span = tuple[int, int]
"""First and last line, counted from one."""


@dataclass(frozen=True)
class Passage:
    """Consecutive lines of a file; `first` is the number of the first of them."""

    lines: tuple[str, ...]
    first: int = 1

    def between(self, start: int, end: int) -> tuple[str, ...]:
        """The lines from `start` to `end`; none when they do not all lie in this passage."""
        if start < self.first or end >= self.first + len(self.lines):
            return ()
        return self.lines[start - self.first : end - self.first + 1]

    def spans(self, quote: str) -> Iterator[Span]:
        """Where the quote stands: verbatim, or else with other blanks and tabs between words.

        It may begin and end inside a line; several copies in one line are one place.
        """
        if self._exact.holds(quote):
            return self._exact.places(quote)
        squeezed = "\n".join(map(bare, quote.split("\n")))
        return self._bare.places(squeezed) if squeezed.strip() else iter(())

    def stands_at(self, quote: str, line: int) -> Span | None:
        """The span of the quote when it begins in that very line."""
        index = line - self.first
        count = quote.count("\n") + 1
        if not 0 <= index <= len(self.lines) - count:
            return None
        return next(Passage(self.lines[index : index + count], line).spans(quote), None)

    @cached_property
    def _exact(self) -> _Joined:
        return _Joined(self.lines, self.first)

    @cached_property
    def _bare(self) -> _Joined:
        return _Joined(tuple(map(bare, self.lines)), self.first)


@dataclass(frozen=True)
class _Joined:
    """Lines as one text, with the way back from a position to its line."""

    lines: tuple[str, ...]
    first: int

    @cached_property
    def _text(self) -> str:
        return "\n".join(self.lines)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """Where each line begins, and where one more line would."""
        return tuple(accumulate((len(line) + 1 for line in self.lines), initial=0))

    def holds(self, quote: str) -> bool:
        return quote in self._text

    def places(self, quote: str) -> Iterator[Span]:
        at = self._text.find(quote)
        while at >= 0:
            index = bisect_right(self._starts, at) - 1
            start = self.first + index
            yield start, start + quote.count("\n")
            at = self._text.find(quote, self._starts[index + 1])


def bare(line: str) -> str:
    """A line without any of its white space."""
    return "".join(line.split())


def lines_of(text: str) -> tuple[str, ...]:
    """The lines as git counts them: only a line feed ends one."""
    if not text:
        return ()
    return tuple(text.removesuffix("\n").split("\n"))
