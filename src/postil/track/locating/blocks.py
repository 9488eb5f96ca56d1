"""Finds an excerpt of lines again among texts, by its rare lines first and its order then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from postil.track.locating.lines import Lines
from postil.track.locating.matching import NONE, Matcher, Span

_COMMON = 40
"""A line that stands at more places than this gives no hint where to look."""

_HINTS = 60
_CANDIDATES = 8
_MARGIN = 12
"""Lines around a hinted place that are compared too."""

_LOOSE = 4
"""Lines by which a neighbour must have drifted from the focus to count half."""

_AUDIBLE = 0.2
"""The share of the best hint's votes below which a hint is not followed."""

_REACH = 10
"""Lines from the middle of the excerpt at which its context counts half."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines without indentation; `focus` to `focus_end` is the part that is looked for."""

    lines: Sequence[str]
    weights: Sequence[float]
    focus: int
    focus_end: int

    @property
    def worth(self) -> float:
        """The score of a place where every line fits."""
        return sum(weight * self.nearness(at) for at, weight in enumerate(self.weights))

    def nearness(self, at: int) -> float:
        """How much a line counts for the focus: less the farther away it stands."""
        away = max(self.focus - at, at - self.focus_end + 1, 0)
        return _REACH / (_REACH + away)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an excerpt fits: the new line of each of its lines, and how well.

    `score` is what the lines that fit say together, `share` that of what all of them say.
    """

    path: str
    pairs: tuple[int, ...]
    score: float
    share: float
    focus: tuple[int, ...]

    @property
    def key(self) -> tuple[str, tuple[int, ...]]:
        """Equal for two fits that put what is looked for at the same lines."""
        return self.path, self.focus if self.is_found else self.pairs

    @property
    def is_found(self) -> bool:
        """Whether every line that is looked for has its place, one after the other."""
        first = self.focus[0]
        return first != NONE and all(at == first + n for n, at in enumerate(self.focus))


class Index:
    """Texts to search in; only the lines that are open to it can be a place."""

    def __init__(self) -> None:
        self._texts: dict[str, Lines] = {}
        self._open: dict[str, frozenset[int] | None] = {}
        self._where: dict[str, list[tuple[str, int]]] = {}

    def add(self, path: str, lines: Lines, taken: frozenset[int] | None = None) -> None:
        """Put a text in; lines in `taken` already belong to something else."""
        if path in self._texts:
            return
        self._texts[path] = lines
        self._open[path] = taken
        for at, line in enumerate(lines.bare):
            if taken is None or at not in taken:
                self._where.setdefault(line, []).append((path, at))

    def has(self, excerpt: Excerpt) -> bool:
        """Whether every line of the focus stands somewhere, be it in as many places."""
        focus = excerpt.lines[excerpt.focus : excerpt.focus_end]
        return all(line in self._where for line in focus)

    def found(self, excerpt: Excerpt) -> list[Place]:
        """The places that hold every line of the focus, one after the other, best first."""
        places = self.places(excerpt) if self.has(excerpt) else []
        return [place for place in places if place.is_found]

    def places(self, excerpt: Excerpt) -> list[Place]:
        """The places where the excerpt fits at all, best first, no two for the same lines."""
        fitted = [self._fitted(excerpt, path, at) for path, at in self._hinted(excerpt)]
        fitted.sort(key=lambda place: (place.score, place.path, place.focus))
        best = {place.key: place for place in fitted if place.score}
        return sorted(best.values(), key=lambda place: (-place.score, place.path, place.focus))

    def _hinted(self, excerpt: Excerpt) -> Iterable[tuple[str, int]]:
        """Where the excerpt may begin, as its rare lines vote."""
        votes: dict[tuple[str, int], float] = {}
        for at in self._telling(excerpt):
            places = self._where.get(excerpt.lines[at], ())
            if len(places) > _COMMON:
                continue
            for path, spot in places:
                voice = excerpt.weights[at] * excerpt.nearness(at) / len(places)
                votes[path, spot - at] = votes.get((path, spot - at), 0.0) + voice
        least = _AUDIBLE * max(votes.values(), default=0.0)
        heard = (key for key, voices in votes.items() if voices >= least)
        return self._apart(excerpt, sorted(heard, key=lambda key: (-votes[key], key)))

    def _telling(self, excerpt: Excerpt) -> Iterator[int]:
        near = sorted(range(len(excerpt.lines)), key=lambda at: -excerpt.nearness(at))
        telling = (at for at in near if excerpt.weights[at])
        for _, at in zip(range(_HINTS), telling, strict=False):
            yield at

    def _fitted(self, excerpt: Excerpt, path: str, begin: int) -> Place:
        lines = self._texts[path].bare
        first = max(0, begin - _MARGIN)
        last = min(len(lines), begin + len(excerpt.lines) + _MARGIN)
        taken = self._open[path] or frozenset()
        # A line that belongs to something else must not be paired: no text equals it.
        window = ["\0" if at in taken else lines[at] for at in range(first, last)]
        matcher = Matcher(excerpt.lines, window, excerpt.weights)
        for span in _spans(excerpt, window, begin - first):
            matcher.run(span)
        pairs = tuple(at if at == NONE else at + first for at in matcher.pairs)
        shift = begin if pairs[excerpt.focus] == NONE else pairs[excerpt.focus] - excerpt.focus
        score = sum(
            excerpt.weights[at] * excerpt.nearness(at) * _LOOSE / (_LOOSE + abs(spot - at - shift))
            for at, spot in enumerate(pairs)
            if spot != NONE
        )
        share = score / excerpt.worth if score else 0.0
        return Place(path, pairs, score, share, pairs[excerpt.focus : excerpt.focus_end])

    def _apart(
        self, excerpt: Excerpt, ranked: Sequence[tuple[str, int]]
    ) -> Iterator[tuple[str, int]]:
        """The first few places; of those near a better one only such as hold the focus too."""
        kept: list[tuple[str, int]] = []
        for path, at in ranked:
            if len(kept) == _CANDIDATES:
                return
            near = any(path == other and abs(at - spot) <= _MARGIN // 2 for other, spot in kept)
            if not near or self._holds(excerpt, path, at):
                kept.append((path, at))
                yield path, at

    def _holds(self, excerpt: Excerpt, path: str, at: int) -> bool:
        there = self._texts[path].bare[max(0, at + excerpt.focus) : at + excerpt.focus_end]
        return there == excerpt.lines[excerpt.focus : excerpt.focus_end]


def _spans(excerpt: Excerpt, window: Sequence[str], begin: int) -> tuple[Span, ...]:
    """What to pair: where the focus stands as hinted it is held there, and its sides apart."""
    first, last = begin + excerpt.focus, begin + excerpt.focus_end
    size = len(excerpt.lines)
    if first < 0 or window[first:last] != excerpt.lines[excerpt.focus : excerpt.focus_end]:
        return (Span(0, size, 0, len(window)),)
    return (
        Span(0, excerpt.focus, 0, first),
        Span(excerpt.focus, excerpt.focus_end, first, last),
        Span(excerpt.focus_end, size, last, len(window)),
    )
