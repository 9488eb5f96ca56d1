"""The facts of a run as one collapsed Markdown block: counts, who looked, gaps, cost and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from postil.domain.document import ReviewDocument
from postil.domain.judgement import SetAside
from postil.domain.observation import Attendance
from postil.domain.policy import Layout
from postil.render._delivered import delivered
from postil.render._markdown import Block, Fold, Listing, cell, escape
from postil.render._panel import (
    DISPUTE_HEADS,
    MATRIX_HEADS,
    PASS_HEADS,
    SEAT_HEADS,
    bucket_counts,
    dispute_rows,
    limitations,
    matrix_rows,
    pass_rows,
    record,
    roles,
    seat_rows,
    spent,
)
from postil.render._round import is_again, round_of, short
from postil.render._status import UNREAD, counted, severity_words

TITLE = "Review details"

_ATTENDANCE_WORDS = (
    (Attendance.RAN, "ran"),
    (Attendance.FAILED, "failed"),
    (Attendance.NOT_NEEDED, "not needed"),
    (Attendance.OFF, "off"),
)


def details(document: ReviewDocument) -> Fold:
    """Everything a reader may want to know about the run itself."""
    blocks: list[Block] = ["\n".join(f"- {fact}" for fact in _facts(document))]
    if document.subject.notices:
        notices = tuple(f"- {escape(notice)}" for notice in document.subject.notices)
        blocks.append(Listing(entries=notices, noun="notice", lead="Notices:\n\n"))
    if document.gaps:
        blocks.append(_gaps(document))
    return Fold(TITLE, (*blocks, *_panel(document)))


def _panel(document: ReviewDocument) -> Iterator[Listing]:
    """The seating, and what the panel was asked about besides findings; absent where empty."""
    if document.reviewers is None:
        return
    yield from table("Panel:", SEAT_HEADS, seat_rows(document), noun="seat")
    if document.policy.layout is not Layout.TABLES:
        yield from table("Pass coverage:", PASS_HEADS, pass_rows(document), noun="pass")
        yield from table("Verification matrix:", MATRIX_HEADS, matrix_rows(document), noun="row")
        yield from crossed(document, lead="Second opinion:")
    yield from listed("Limitations:", limitations(document), noun="limitation")


def crossed(document: ReviewDocument, *, lead: str) -> Iterator[Listing]:
    """What a second model said beside the first: the counts, the caveat, every dispute."""
    crossing = record(document).crossing
    if crossing is None:
        return
    arbiter = f", arbiter {crossing.arbiter}" if crossing.arbiter else ""
    facts = (
        f"{crossing.model}{arbiter}: {bucket_counts(crossing)}",
        crossing.note,
        crossing.caveat,
    )
    yield from listed(lead, [fact for fact in facts if fact], noun="fact")
    yield from table("Disputes:", DISPUTE_HEADS, dispute_rows(crossing), noun="dispute")


def listed(lead: str, lines: Sequence[str], *, noun: str) -> Iterator[Listing]:
    if lines:
        entries = tuple(f"- {escape(line)}" for line in lines)
        yield Listing(entries=entries, noun=noun, lead=f"{lead}\n\n")


def table(
    lead: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *, noun: str
) -> Iterator[Listing]:
    """A table of foreign words under its lead; nothing at all without rows."""
    if rows:
        head = f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}\n"
        entries = tuple(f"| {' | '.join(map(cell, row))} |" for row in rows)
        yield Listing(entries=entries, noun=noun, lead=f"{lead}\n\n{head}")


def _facts(document: ReviewDocument) -> list[str]:
    brief, policy = document.brief, document.policy
    facts = [
        f"Files: {size_of(document)}",
        f"Profile: {policy.profile}, layout {policy.layout}",
        f"Effort: {brief.tier} ({escape(brief.tier_reason)})",
        f"Coverage: {document.coverage}",
        f"Open findings: {severity_words(document) or 'none'}",
        f"Set aside: {set_aside(document.set_aside) or 'none'}",
        f"Checks: {_attendance(document, checks=True)}",
        f"Reviewers: {_reviewers(document)}",
        f"Cost: {spent(document)}{_estimate(document)}",
        f"Time: {document.seconds:.1f} s",
    ]
    closed = Counter(str(f.status) for f in document.findings if not f.is_open)
    if closed:
        words = ", ".join(f"{count} {state}" for state, count in sorted(closed.items()))
        facts.insert(5, f"Closed findings: {words}")
    return [*facts, *_again(document), *delivered(document)]


def _again(document: ReviewDocument) -> Iterator[str]:
    """What only a re-review has: since when, what became of the history, what we overlooked."""
    if not is_again(document):
        return
    moved, memory = round_of(document), document.memory
    yield f"Previous review: {short(document.previous_head)} ({document.transition} since)"
    yield (
        f"Since then: {len(moved.fresh)} new, {len(moved.closed)} closed, "
        f"{len(moved.still_open)} still open"
    )
    if document.units is not None:
        carried, units = document.units.carried, counted(document.units.total, "unit")
        yield f"Read before: {carried} of {units} carried over"
    if document.rewritten:
        yield f"History: {escape(document.rewritten)}"
    late = sum(entry.late for entry in memory.entries)
    if late:
        yield f"Missed earlier: {late} of {counted(len(memory.entries), 'finding')} so far"
    if memory.spent_usd:
        yield f"Cost of {counted(len(memory.heads), 'review')}: {memory.spent_usd:.3f} USD"


def _reviewers(document: ReviewDocument) -> str:
    """Who read it; where nobody did that is said first."""
    told = _attendance(document, checks=False)
    if document.panel:
        return told
    return f"{UNREAD}; {told}" if roles(document) else UNREAD


def _estimate(document: ReviewDocument) -> str:
    estimate = record(document).estimate_usd
    return "" if estimate is None else f"; {estimate:.3f} USD expected"


def size_of(document: ReviewDocument) -> str:
    """`4 (+24 -3)`, and how many files the noise filter left out of the size."""
    added = sum(file.additions for file in document.files)
    removed = sum(file.deletions for file in document.files)
    noise = len(document.brief.noise)
    left = f"; {counted(noise, 'file')} left out as noise" if noise else ""
    return f"{len(document.files)} (+{added} -{removed}){left}"


def set_aside(entries: tuple[SetAside, ...]) -> str:
    """`3 (2 by claim, 1 by tooling)`; empty when nothing was."""
    if not entries:
        return ""
    steps = Counter(entry.step for entry in entries).most_common()
    by_step = ", ".join(f"{count} by {escape(step)}" for step, count in steps)
    return f"{len(entries)} ({by_step})"


def _attendance(document: ReviewDocument, *, checks: bool) -> str:
    """`3 ran (a, b, c), 1 failed (d)`; the ones that had no part are only counted."""
    parts = []
    for attendance, word in _ATTENDANCE_WORDS:
        names = [
            escape(record.name)
            for record in document.inspectors
            if (record.kind == "check") is checks and record.attendance is attendance
        ]
        told = attendance in (Attendance.RAN, Attendance.FAILED)
        if names:
            parts.append(f"{len(names)} {word}{' (' + ', '.join(names) + ')' if told else ''}")
    return ", ".join(parts) or "none"


def _gaps(document: ReviewDocument) -> Listing:
    ordered = sorted(document.gaps, key=lambda gap: not gap.required)
    rows = tuple(
        f"| {cell(gap.subject)} | {'yes' if gap.required else 'no'} "
        f"| {cell(gap.reason)} | {cell(gap.remedy)} |"
        for gap in ordered
    )
    lead = "Not looked at:\n\n| What | Required | Why | What to do |\n| --- | --- | --- | --- |\n"
    return Listing(entries=rows, noun="gap", lead=lead)
