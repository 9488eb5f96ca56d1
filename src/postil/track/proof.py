"""What it takes to call a finding likely fixed."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.finding import Evidence
from postil.domain.memory import Entry
from postil.domain.report import PriorAnswer
from postil.track.occurrences import Answered, Occurrences


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What shows that a finding is fixed, and the commit that did it, empty when unknown."""

    note: str
    commit: str = ""
    evidence: tuple[Evidence, ...] = ()


def proof(entry: Entry, now: Occurrences, answered: Answered | None) -> Proof | None:
    """The proof there is for an entry nobody reported in this run; None when it is not enough."""
    checks = {watch.name for watch in now.watches}
    if checks.issuperset(entry.finding.sources):
        return _silence(entry, now)
    return _answer(entry, now, answered)


def _silence(entry: Entry, now: Occurrences) -> Proof | None:
    """For what only checks reported: each of them looked, says nothing, and the code changed."""
    if not (now.is_altered(entry) and _silent(entry, now) == set(entry.finding.sources)):
        return None
    names = ", ".join(f"`{name}`" for name in entry.finding.sources)
    return Proof(
        note=f"{names} looked again and no longer reports it", commit=_altered_by(entry, now)
    )


def _answer(entry: Entry, now: Occurrences, answered: Answered | None) -> Proof | None:
    """For what a reviewer reported: the lines that fix it, and one sign that is not an opinion."""
    if answered is None or answered.answer is not PriorAnswer.FIXED or not answered.evidence:
        return None
    if not (now.is_altered(entry) or answered.is_recent or _silent(entry, now)):
        return None
    return Proof(
        note=answered.note,
        commit=answered.commit or _altered_by(entry, now),
        evidence=answered.evidence,
    )


def _silent(entry: Entry, now: Occurrences) -> set[str]:
    """The checks among those that reported it which looked at its place again."""
    path = _path(entry, now)
    return {
        watch.name
        for watch in now.watches
        if watch.name in entry.finding.sources and watch.ran and path not in watch.unread
    }


def _path(entry: Entry, now: Occurrences) -> str:
    where = now.places.get(entry.id)
    answer = where.answers.get(0) if where else None
    return answer.path if answer and answer.path else entry.finding.place.path


def _altered_by(entry: Entry, now: Occurrences) -> str:
    where = now.places.get(entry.id)
    return where.commit if where and where.altered(entry.finding) is not None else ""
