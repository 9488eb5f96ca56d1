"""Which finding of this run is which entry: a scored assignment, one to one, in doubt apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from postil.domain.change import Side
from postil.domain.finding import Evidence, Finding
from postil.domain.memory import Entry
from postil.track.identity import lineage, prose_free_key, title_fingerprint
from postil.track.likeness import SIMILAR, is_apart, likeness, shares_code, subject
from postil.track.locating import Answer
from postil.track.occurrences import Occurrences, Sighting

NEAR = 10
"""Lines within which a finding of the same dimension and a similar title is the same."""

_REACH = 5
"""Lines within which another quote still belongs to the place, when the subject is the same."""

_MARGIN = 0.25
"""By how much a match must beat the next best of its tier to be more than a guess."""

_ANYWHERE = -1


class Tier(IntEnum):
    """What two findings agree in; a higher tier beats everything below it."""

    WORDS = 1
    SYMBOL = 2
    PLACE = 3
    SUBJECT = 4
    KEY = 5
    ID = 6


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a finding is at this head, as far as known; without lines it is the file."""

    path: str
    side: Side
    start: int | None
    end: int | None

    def gap(self, other: _Spot) -> int | None:
        """Lines between the two, 0 when they meet; None when they cannot be compared."""
        if (self.path, self.side) != (other.path, other.side):
            return None
        if self.start is None or other.start is None:
            return 0 if self.start is other.start else _ANYWHERE
        ours, theirs = self.end or self.start, other.end or other.start
        return max(0, self.start - theirs, other.start - ours)


@dataclass(frozen=True, slots=True)
class _Known:
    """One side of a comparison; without a spot only the file is known."""

    finding: Finding
    key: str
    symbol: str
    path: str
    spot: _Spot | None


def assigned(now: Occurrences, entries: Sequence[Entry]) -> dict[int, int]:
    """For each sighting that is one of the entries, by position: the position of that entry.

    No entry is given to two sightings: what one run tells apart stays apart.
    """
    seen = [_sighted(sighting, now) for sighting in now.sightings]
    known = [_remembered(entry, now) for entry in entries]
    pairs = _twins(seen, known)
    return pairs | _settled(dict(_scores(seen, known, pairs)))


def _twins(seen: Sequence[_Known], known: Sequence[_Known]) -> dict[int, int]:
    """Those with nothing to tell them apart but their order, as many now as then."""
    groups: dict[tuple[str, str, str], tuple[list[int], list[int]]] = {}
    for side, members in enumerate((seen, known)):
        for position, each in enumerate(members):
            name = (each.key, title_fingerprint(each.finding.title), subject(each.finding.claim))
            groups.setdefault(name, ([], []))[side].append(position)
    return {
        row: column
        for rows, columns in groups.values()
        if len(rows) == len(columns)
        for row, column in zip(_in_order(rows, seen), _in_order(columns, known), strict=True)
        if not is_apart(seen[row].finding, known[column].finding)
    }


def _in_order(positions: list[int], members: Sequence[_Known]) -> list[int]:
    return sorted(positions, key=lambda at: members[at].finding.place.start or 0)


def _scores(
    seen: Sequence[_Known], known: Sequence[_Known], settled: Mapping[int, int]
) -> Iterator[tuple[tuple[int, int], tuple[Tier, float]]]:
    taken = set(settled.values())
    for row, one in enumerate(seen):
        for column, other in enumerate(known):
            tier = None if row in settled or column in taken else _tier(one, other)
            if tier is not None:
                yield (row, column), (tier, _agreement(one, other))


def _tier(one: _Known, other: _Known) -> Tier | None:
    if one.finding.id and one.finding.id == other.finding.id:
        return Tier.ID
    if is_apart(one.finding, other.finding):
        return None
    is_quoted = bool(other.finding.place.text.strip())
    if one.key == other.key and is_quoted:
        return Tier.KEY
    if one.spot is None or other.spot is None:
        return Tier.SYMBOL if _same_definition(one, other) else None
    gap = one.spot.gap(other.spot)
    if gap is None:
        return None
    if _same_subject(one, other) and gap <= _REACH:
        return Tier.SUBJECT
    return _worded_alike(one, other, gap)


def _worded_alike(one: _Known, other: _Known, gap: int) -> Tier | None:
    """Without a common name: the same lines, or near ones, and words that fit together.

    A whole file is too large a place for two findings to be one by standing in it.
    """
    ours, theirs = one.finding, other.finding
    is_similar = likeness(ours.title, theirs.title) >= SIMILAR
    same_dimension = ours.dimension is theirs.dimension
    has_lines = ours.place.start is not None
    if gap == 0 and (is_similar or ours.slug == theirs.slug or (same_dimension and has_lines)):
        return Tier.PLACE
    is_near = gap <= NEAR and _same_symbol(one, other)
    return Tier.WORDS if is_near and same_dimension and is_similar else None


def _same_definition(one: _Known, other: _Known) -> bool:
    """The same subject in the same definition, for lines that were lost and may be back."""
    is_known = bool(one.symbol) and one.symbol == other.symbol and one.path == other.path
    return is_known and _same_subject(one, other)


def _same_subject(one: _Known, other: _Known) -> bool:
    name = subject(one.finding.claim)
    is_same = bool(name) and name == subject(other.finding.claim)
    return is_same and _same_symbol(one, other)


def _same_symbol(one: _Known, other: _Known) -> bool:
    return not (one.symbol and other.symbol) or one.symbol == other.symbol


def _agreement(one: _Known, other: _Known) -> float:
    """How much else speaks for a match, to choose among several of one tier."""
    ours, theirs = one.finding, other.finding
    gap = one.spot.gap(other.spot) if one.spot and other.spot else None
    return (
        2 * likeness(ours.title, theirs.title)
        + (ours.title == theirs.title)
        + 2 * shares_code(ours, theirs)
        + 2 * (subject(ours.claim) == subject(theirs.claim))
        + (ours.slug == theirs.slug)
        + (ours.dimension is theirs.dimension)
        + (0.0 if gap is None or gap == _ANYWHERE else 2 / (1 + gap))
    )


def _settled(scores: Mapping[tuple[int, int], tuple[Tier, float]]) -> dict[int, int]:
    """Pairs that are each other's clear best, then those among what is left, until none is.

    Each round leaves fewer rivals, so that what the sure ones take can make the others sure.
    """
    left = dict(scores)
    pairs: dict[int, int] = {}
    while True:
        clear = _clear(left)
        if not clear:
            return pairs
        pairs.update(clear)
        taken = set(clear.values())
        left = {
            pair: score
            for pair, score in left.items()
            if pair[0] not in clear and pair[1] not in taken
        }


def _clear(scores: Mapping[tuple[int, int], tuple[Tier, float]]) -> dict[int, int]:
    rows: dict[int, list[tuple[tuple[Tier, float], int]]] = {}
    columns: dict[int, list[tuple[tuple[Tier, float], int]]] = {}
    for (row, column), score in scores.items():
        rows.setdefault(row, []).append((score, column))
        columns.setdefault(column, []).append((score, row))
    chosen = {row: _best(ranked) for row, ranked in rows.items()}
    wanted = {column: _best(ranked) for column, ranked in columns.items()}
    return {
        row: column
        for row, column in chosen.items()
        if column is not None and wanted[column] == row
    }


def _best(ranked: list[tuple[tuple[Tier, float], int]]) -> int | None:
    """Whom the best score belongs to; None when another comes too near to be sure."""
    ranked.sort(reverse=True)
    (tier, value), position = ranked[0]
    if len(ranked) > 1:
        next_tier, next_value = ranked[1][0]
        if next_tier is tier and next_value > value - _MARGIN:
            return None
    return position


def _sighted(sighting: Sighting, now: Occurrences) -> _Known:
    finding = sighting.finding
    place = finding.place
    path = lineage(place.path, now.change, side=place.side)
    return _Known(
        finding=finding,
        key=prose_free_key(finding, now.change, symbol=sighting.symbol),
        symbol=sighting.symbol,
        path=path,
        spot=_Spot(path, place.side, place.start, place.end),
    )


def _remembered(entry: Entry, now: Occurrences) -> _Known:
    finding = entry.finding
    where = now.places.get(entry.id)
    answer = where.answers.get(0) if where else None
    name = answer.path if answer and answer.path else finding.place.path
    place = replace(finding.place, path=name)
    path = lineage(name, now.change, side=place.side)
    moved = replace(finding, evidence=(place, *finding.evidence[1:]))
    return _Known(
        finding=finding,
        key=prose_free_key(moved, now.change, symbol=entry.symbol),
        symbol=entry.symbol,
        path=path,
        spot=_spot(path, place, answer),
    )


def _spot(path: str, place: Evidence, answer: Answer | None) -> _Spot | None:
    if answer is None:
        return _Spot(path, place.side, place.start, place.end)
    return _Spot(path, place.side, answer.start, answer.end) if answer.path else None
