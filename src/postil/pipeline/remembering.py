"""Takes a review together with what was remembered: who reads what, and what became of each finding."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from postil import __version__, codec
from postil.domain.finding import Finding
from postil.domain.judgement import SetAside
from postil.domain.memory import Entry, Memory, Transition, UnitRead
from postil.domain.observation import Attendance, Observation
from postil.domain.panel import PriorRecord
from postil.domain.report import PriorAnswer
from postil.domain.unit import Unit
from postil.pipeline.crediting import credited_answers, credited_places
from postil.pipeline.desk import Desk
from postil.pipeline.past import Past
from postil.pipeline.sighting import sightings
from postil.pipeline.whereabouts import whereabouts
from postil.track.carrying import Carrying, Reader, Table, carry
from postil.track.convergence import line_digests
from postil.track.lifecycle import advance, passed_over
from postil.track.occurrences import Answered, Occurrences, Watch
from postil.track.transitions import delta
from postil.track.windows import Window

CHECKS = "checks"


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """What is remembered after this review, and how it differs from before.

    `set_aside` is what was seen where nobody asked for anything new.
    """

    memory: Memory
    transition: Transition
    previous_head: str = ""
    rewritten: str = ""
    set_aside: tuple[SetAside, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is or was found on this change, in reading order."""
        found = (entry.finding for entry in self.memory.entries)
        return tuple(sorted(found, key=lambda finding: finding.reading_key))


def table(desk: Desk, units: tuple[Unit, ...], readers: Iterable[Reader]) -> Table:
    """What lies before the readers, with everything besides the change that they are told.

    Settings that say how a review is shown or paid for are no part of it: who changes one of
    them need not have everything read again.
    """
    policy = desk.policy
    told = (
        policy.profile,
        policy.language,
        policy.context,
        desk.panel.operator if desk.panel else "",
        sorted(desk.panel.inputs.texts.items()) if desk.panel else (),
        [desk.base.read(name) for name in ("AGENTS.md", "CLAUDE.md", "CONTRIBUTING.md")],
    )
    return Table(
        head=desk.change.head.oid,
        units=units,
        readers=tuple(readers),
        guidance=digest(codec.to_json(told).decode()),
    )


def checks_reader() -> Reader:
    """The checks together: another version of them may see other things."""
    return Reader(role=CHECKS, prompt=__version__)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def carried(past: Past, laid: Table) -> Carrying:
    """Who reads what; through a window nobody reads what lies outside it."""
    carrying = carry(past.memory, laid, everything=past.everything)
    window = past.window
    if window is None:
        return carrying
    to_read = (
        (reader, tuple(unit for unit in missing if window.opens_on(unit)))
        for reader, missing in carrying.to_read
    )
    return replace(carrying, to_read=tuple((reader, seen) for reader, seen in to_read if seen))


def readings(
    laid: Table, read: Mapping[str, Sequence[Unit]], window: Window | None = None
) -> tuple[UnitRead, ...]:
    """A record for each unit that a reader has read whole in this run.

    Who looked for something new in a part of a unit only has not read the unit. The checks
    read every unit in every run; its lines stand in their record and need not be in everybody's.
    """
    return tuple(
        laid.reading(unit, reader, line_digests(unit) if reader.role == CHECKS else ())
        for reader in laid.readers
        for unit in read.get(reader.role, ())
        if window is None or window.frames(unit)
    )


def remembered(
    desk: Desk,
    past: Past,
    findings: tuple[Finding, ...],
    *,
    now: Occurrences,
    priors: Sequence[PriorRecord] = (),
    carrying: Carrying | None = None,
) -> Remembered:
    """The memory one run further on; `now` brings what was read and which checks looked."""
    entries = past.memory.entries
    answers = tuple(_answered(record, past) for record in priors if record.answer is not None)
    now = replace(
        now,
        sightings=sightings(findings, desk),
        answers=credited_answers(answers, entries, past.trail),
        places=credited_places(
            whereabouts(entries, past, desk.change.head.oid),
            entries,
            past.trail,
            wanted=_maybe_fixed(entries, answers, now.watches),
        ),
        replies=past.replies,
        returned=frozenset(entry.id for entry in carrying.returned) if carrying else frozenset(),
        block_at=desk.policy.block_at,
    )
    memory = advance(past.memory, now)
    previous = past.previous_head
    rewritten = ""
    if previous and previous != desk.change.head.oid and not past.follows(previous) and carrying:
        rewritten = carrying.rewritten(previous)
    moved = delta(past.memory, memory, block_at=desk.policy.block_at)
    return Remembered(
        memory=memory,
        transition=moved.transition,
        previous_head=previous,
        rewritten=rewritten,
        set_aside=_outside(passed_over(past.memory, now), past.window),
    )


def _outside(findings: Sequence[Finding], window: Window | None) -> tuple[SetAside, ...]:
    return tuple(
        SetAside(
            title=finding.title,
            slug=finding.slug,
            source=", ".join(finding.sources),
            severity=finding.severity,
            path=finding.place.path,
            line=finding.place.start,
            step="scope",
            reason=f"it stands outside what changed since {window.since[:7]}",
        )
        for finding in findings
        for _ in range(finding.reports)
        if window is not None
    )


def watches(checks: Sequence[Observation]) -> tuple[Watch, ...]:
    """Which checks looked in this run; one with a gap about itself did not look everywhere."""
    return tuple(
        Watch(
            name=seen.inspector,
            ran=seen.attendance is Attendance.NOT_NEEDED
            or (seen.attendance is Attendance.RAN and not any(gap.required for gap in seen.gaps)),
        )
        for seen in checks
    )


def _maybe_fixed(
    entries: Sequence[Entry], answers: Sequence[Answered], checks: Sequence[Watch]
) -> set[str]:
    """The entries this run may call fixed: answered so, or only ever reported by checks."""
    names = {watch.name for watch in checks}
    said = {each.id for each in answers if each.answer is PriorAnswer.FIXED}
    return said | {entry.id for entry in entries if names.issuperset(entry.finding.sources)}


def _answered(record: PriorRecord, past: Past) -> Answered:
    assert record.answer is not None  # noqa: S101 - those without an answer were left out
    entry = next((each for each in past.memory.entries if each.id == record.id), None)
    old = past.sides(entry.first_head).old if entry is not None and record.evidence else None
    recent = old is not None and any(
        shown.text not in (old.read(shown.path) or "") for shown in record.evidence
    )
    return Answered(
        id=record.id,
        answer=record.answer,
        note=record.note,
        evidence=record.evidence,
        is_recent=recent,
    )
