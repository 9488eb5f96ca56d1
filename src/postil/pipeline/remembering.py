"""Takes a review together with what was remembered: who reads what, and what became of each finding."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from postil import __version__
from postil.domain.change import Side
from postil.domain.finding import Finding
from postil.domain.memory import Entry, Memory, Transition, UnitRead
from postil.domain.observation import Attendance, Observation
from postil.domain.panel import PriorRecord
from postil.domain.unit import Unit
from postil.pipeline.desk import Desk
from postil.pipeline.past import Past
from postil.pipeline.sighting import sightings
from postil.track.carrying import Carrying, Reader, Table, carry
from postil.track.convergence import line_digests
from postil.track.lifecycle import advance
from postil.track.locating import Answer, Question, locate
from postil.track.occurrences import Answered, Occurrences, Watch, Whereabouts
from postil.track.transitions import delta

CHECKS = "checks"


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """What is remembered after this review, and how it differs from before."""

    memory: Memory
    transition: Transition
    previous_head: str = ""
    rewritten: str = ""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is or was found on this change, in reading order."""
        found = (entry.finding for entry in self.memory.entries)
        return tuple(sorted(found, key=lambda finding: finding.reading_key))


def table(desk: Desk, units: tuple[Unit, ...], readers: Iterable[Reader]) -> Table:
    """What lies before the readers, with everything besides the change that they are told."""
    told = (
        desk.policy,
        desk.panel.operator if desk.panel else "",
        sorted(desk.panel.inputs.texts.items()) if desk.panel else (),
        [desk.base.read(name) for name in ("AGENTS.md", "CLAUDE.md", "CONTRIBUTING.md")],
    )
    return Table(
        head=desk.change.head.oid,
        units=units,
        readers=tuple(readers),
        guidance=digest(repr(told)),
    )


def checks_reader() -> Reader:
    """The checks together: another version of them may see other things."""
    return Reader(role=CHECKS, prompt=__version__)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def carried(past: Past, laid: Table) -> Carrying:
    return carry(past.memory, laid, everything=past.everything)


def readings(laid: Table, read: Mapping[str, Sequence[Unit]]) -> tuple[UnitRead, ...]:
    """A record for each unit that a reader has read whole in this run."""
    return tuple(
        laid.reading(unit, reader, line_digests(unit))
        for reader in laid.readers
        for unit in read.get(reader.role, ())
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
    now = replace(
        now,
        sightings=sightings(findings, desk),
        answers=tuple(_answered(record, past) for record in priors if record.answer is not None),
        places=_whereabouts(entries, past, desk),
        replies=past.replies,
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


def _whereabouts(entries: Sequence[Entry], past: Past, desk: Desk) -> dict[str, Whereabouts]:
    """Where the evidence of each entry is now; one batch for each head it was seen at."""
    asked: dict[str, list[tuple[str, int, Question]]] = {}
    for entry in entries:
        for index, shown in enumerate(entry.finding.evidence):
            # A removed line stays removed; where it stood says nothing about the newer side.
            if shown.start is None or shown.side is Side.OLD:
                continue
            if shown.revision == desk.change.head.oid:
                continue
            is_place = index == 0
            question = Question(
                path=shown.path,
                start=shown.start,
                end=shown.end or shown.start,
                text=shown.text,
                before=entry.before if is_place else (),
                after=entry.after if is_place else (),
                symbol=entry.symbol if is_place else "",
            )
            asked.setdefault(shown.revision, []).append((entry.id, index, question))
    found: dict[str, dict[int, Answer]] = {}
    for revision, rows in asked.items():
        answers = locate([question for _, _, question in rows], past.sides(revision))
        for (identity, index, _), answer in zip(rows, answers, strict=True):
            found.setdefault(identity, {})[index] = answer
    return {identity: Whereabouts(answers=answers) for identity, answers in found.items()}
