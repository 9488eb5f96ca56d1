"""The facts of a run as one collapsed Markdown block: counts, who looked, gaps, cost and time."""

from __future__ import annotations

from collections import Counter

from postil.domain.document import ReviewDocument
from postil.domain.judgement import SetAside
from postil.domain.observation import Attendance
from postil.render._markdown import Block, Fold, Listing, cell, escape
from postil.render._status import UNREAD, counted, severity_words

TITLE = "Review details"

_ATTENDANCE_WORDS = (
    (Attendance.RAN, "ran"),
    (Attendance.FAILED, "failed"),
    (Attendance.NOT_NEEDED, "not needed"),
    (Attendance.OFF, "off"),
)


def details(document: ReviewDocument) -> Fold:
    """Everything a reader may want to know about the run itself, and nothing a model wrote."""
    blocks: list[Block] = ["\n".join(f"- {fact}" for fact in _facts(document))]
    if document.subject.notices:
        notices = tuple(f"- {escape(notice)}" for notice in document.subject.notices)
        blocks.append(Listing(entries=notices, noun="notice", lead="Notices:\n\n"))
    if document.gaps:
        blocks.append(_gaps(document))
    return Fold(TITLE, tuple(blocks))


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
        f"Reviewers: {_attendance(document, checks=False) if document.panel else UNREAD}",
        f"Cost: {cost(document)}",
        f"Time: {document.seconds:.1f} s",
    ]
    closed = Counter(str(f.status) for f in document.findings if not f.is_open)
    if closed:
        words = ", ".join(f"{count} {state}" for state, count in sorted(closed.items()))
        facts.insert(5, f"Closed findings: {words}")
    return facts


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


def cost(document: ReviewDocument) -> str:
    spent = document.cost
    if spent.usd is None:
        return "no model was asked"
    tokens = f"{spent.input_tokens:,} tokens in, {spent.output_tokens:,} out"
    return f"{spent.usd:.3f} USD ({tokens})"


def _gaps(document: ReviewDocument) -> Listing:
    ordered = sorted(document.gaps, key=lambda gap: not gap.required)
    rows = tuple(
        f"| {cell(gap.subject)} | {'yes' if gap.required else 'no'} "
        f"| {cell(gap.reason)} | {cell(gap.remedy)} |"
        for gap in ordered
    )
    lead = "Not looked at:\n\n| What | Required | Why | What to do |\n| --- | --- | --- | --- |\n"
    return Listing(entries=rows, noun="gap", lead=lead)
