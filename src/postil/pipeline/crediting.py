"""Finds the commit that did it, by looking: who wrote the mending lines, or took the old ones away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from postil.domain.change import Id, Side
from postil.domain.errors import WorkspaceError
from postil.domain.finding import Evidence
from postil.domain.memory import Entry
from postil.domain.report import PriorAnswer
from postil.pipeline.past import Trail
from postil.pipeline.whereabouts import located, question
from postil.ports import Link
from postil.track.locating import Kind, Question
from postil.track.occurrences import Answered, Whereabouts

MOST_COMMITS = 20
"""So many of the newest commits on a file are looked at for one finding."""

_STANDING = (Kind.SAME, Kind.MOVED)


def credited_answers(
    answers: Sequence[Answered], entries: Sequence[Entry], trail: Trail | None
) -> tuple[Answered, ...]:
    """The answers with the commit that wrote the lines they show for a fix."""
    by_id = {entry.id: entry for entry in entries}
    return tuple(
        replace(each, commit=_writer(each.evidence, by_id[each.id], trail))
        if trail and each.answer is PriorAnswer.FIXED and each.id in by_id
        else each
        for each in answers
    )


def credited_places(
    places: Mapping[str, Whereabouts],
    entries: Sequence[Entry],
    trail: Trail | None,
    *,
    wanted: Collection[str],
) -> dict[str, Whereabouts]:
    """The places with the commit that altered each; asked only for entries that may be fixed."""
    credited = dict(places)
    for entry in entries:
        where = places.get(entry.id)
        is_asked = entry.id in wanted and entry.state.is_open
        index = where.altered(entry.finding) if where and is_asked else None
        if trail and where and index is not None:
            now = where.answers[index].path
            credited[entry.id] = replace(where, commit=_alterer(entry, index, now, trail))
    return credited


def _writer(shown: Sequence[Evidence], entry: Entry, trail: Trail) -> str:
    """The newest commit since it was last seen that one of these lines comes from."""
    try:
        written = {
            origin.oid
            for each in shown
            if each.start is not None and each.side is Side.NEW
            for origin in trail.history.origins(each.path, each.start, each.end or each.start)
        }
        links = trail.history.since(entry.finding.place.revision)
    except WorkspaceError:
        return ""
    return next((link.oid for link in links if link.oid in written), "")


def _alterer(entry: Entry, index: int, now: str, trail: Trail) -> str:
    """The newest commit before which the quoted lines stood and after which they do not."""
    asked = question(entry, index)
    if asked is None:
        return ""
    seen = entry.finding.evidence[index].revision
    try:
        links = trail.history.since(seen, {asked.path, now} - {""})
        for link in links[:MOST_COMMITS]:
            if _is_it(link, asked, seen, trail):
                return link.oid
    except WorkspaceError:
        return ""
    return ""


def _is_it(link: Link, asked: Question, seen: Id, trail: Trail) -> bool:
    (after,) = located([asked], trail.between(seen, link.oid))
    if after.kind in _STANDING:
        return False
    (before,) = located([asked], trail.between(seen, link.parent))
    return before.kind in _STANDING
