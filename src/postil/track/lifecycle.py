"""Takes what is remembered of a change through one more run: nothing is lost, nothing silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from postil.domain.finding import Finding
from postil.domain.memory import Entry, Event, EventKind, Memory
from postil.domain.report import PriorAnswer
from postil.track.assignment import assigned
from postil.track.convergence import POSTED_FROM, Rereading
from postil.track.identity import number
from postil.track.occurrences import Answered, Occurrences, Sighting
from postil.track.outcome import outcome
from postil.track.readings import kept_readings
from postil.track.renewal import relocated, renewed
from postil.track.states import step
from postil.track.trust import effect, event_of

_CAREFUL = (PriorAnswer.RETAINED, PriorAnswer.WITHDRAWN, PriorAnswer.FIXED)
"""Of several answers about one finding the most careful one counts."""

_MOST_HEARD = 2_000


def advance(memory: Memory, now: Occurrences) -> Memory:
    """What is remembered after this run: old entries one step on, new ones with id and number."""
    pairs = assigned(now, memory.entries)
    seen = {column: now.sightings[row] for row, column in pairs.items()}
    answers = _answers(now.answers)
    standing = tuple(
        _lived(entry, now, seen.get(position), answers.get(entry.id))
        for position, entry in enumerate(memory.entries)
    )
    unknown = [
        each for row, each in enumerate(now.sightings) if row not in pairs and not each.only_known
    ]
    unknown.sort(key=lambda each: each.finding.reading_key)
    fresh = _raised(unknown, memory, now)
    heads = memory.heads if memory.heads[-1:] == (now.head,) else (*memory.heads, now.head)
    named = [(seen[at].finding.handle, standing[at]) for at in seen]
    named += [(each.finding.handle, entry) for each, entry in zip(unknown, fresh, strict=True)]
    return Memory(
        entries=_linked((*standing, *fresh), named),
        units=kept_readings((*memory.units, *now.units), heads),
        heads=heads,
        next_number=memory.next_number + len(fresh),
        spent_usd=memory.spent_usd + now.spent_usd,
        heard=_heard(memory, now),
    )


def passed_over(memory: Memory, now: Occurrences) -> tuple[Finding, ...]:
    """What was seen in this run, is not remembered, and is not asked for."""
    pairs = assigned(now, memory.entries)
    return tuple(
        each.finding
        for row, each in enumerate(now.sightings)
        if each.only_known and row not in pairs
    )


def _answers(answers: Iterable[Answered]) -> dict[str, Answered]:
    careful: dict[str, Answered] = {}
    for each in sorted(answers, key=lambda each: _CAREFUL.index(each.answer)):
        careful.setdefault(each.id, each)
    return careful


def _lived(
    entry: Entry, now: Occurrences, sighting: Sighting | None, answered: Answered | None
) -> Entry:
    """One entry through one run: first what people said, then what was seen and answered."""
    for reply in now.replies:
        if reply.finding in (entry.id, entry.finding.number):
            kind = effect(reply, entry, now)
            entry = _after(entry, event_of(reply, kind, now)) if kind else entry
    event = outcome(entry, now, sighting=sighting, answered=answered)
    entry = relocated(entry, now)
    if event is None:
        return entry
    if sighting is not None:
        entry = renewed(entry, sighting, now)
    return _after(entry, event)


def _after(entry: Entry, event: Event) -> Entry:
    """The entry with one more event; as it was when such a thing cannot happen to it."""
    state = step(entry.state, event.kind)
    if state is None:
        return entry
    finding = replace(entry.finding, status=state)
    return replace(entry, finding=finding, events=(*entry.events, event))


def _raised(sightings: Sequence[Sighting], memory: Memory, now: Occurrences) -> tuple[Entry, ...]:
    """New entries in reading order, numbered after everything that ever had a number."""
    findings = number(
        [each.finding for each in sightings],
        now.change,
        symbols={each.finding.place: each.symbol for each in sightings},
        taken={entry.id for entry in memory.entries},
        first=memory.next_number,
    )
    event = Event(kind=EventKind.RAISED, head=now.head)
    before = Rereading(memory, now)
    entries = []
    for sighting, finding in zip(sightings, findings, strict=True):
        late = before.is_late(finding)
        is_noted = finding.inline and (not late or finding.severity.at_least(POSTED_FROM))
        entries.append(
            Entry(
                finding=replace(finding, inline=is_noted),
                events=(event,),
                symbol=sighting.symbol,
                before=sighting.before,
                after=sighting.after,
                late=late,
            )
        )
    return tuple(entries)


def _linked(entries: Iterable[Entry], named: Iterable[tuple[str, Entry]]) -> tuple[Entry, ...]:
    """Links between the findings of this run as numbers, old and new ones alike."""
    numbers: dict[str, list[str]] = {}
    for handle, entry in named:
        numbers.setdefault(handle, []).append(entry.finding.number)
    return tuple(_with_links(entry, numbers) for entry in entries)


def _with_links(entry: Entry, numbers: Mapping[str, list[str]]) -> Entry:
    if not entry.finding.related:
        return entry
    related = tuple(
        each for handle in entry.finding.related for each in numbers.get(handle, [handle])
    )
    return replace(entry, finding=replace(entry.finding, related=related))


def _heard(memory: Memory, now: Occurrences) -> tuple[str, ...]:
    """Where every word stands that was heard by the finding it is about; of very many the newest.

    What was said about a finding that is not remembered is still to be heard.
    """
    known = {name for entry in memory.entries for name in (entry.id, entry.finding.number)}
    said = (each.origin for each in now.replies if each.origin and each.finding in known)
    return tuple(dict.fromkeys((*memory.heard, *said)))[-_MOST_HEARD:]
