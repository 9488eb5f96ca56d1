"""Tells the history of a change: its reviews in a table, then each finding's life."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Any

from postil.cli._lives import Life, Moment, lives
from postil.cli._tables import aligned
from postil.domain.document import ReviewDocument
from postil.domain.memory import Standing
from postil.render._visible import one_line
from postil.wiring import Kept

_HEADS = ("Review", "Head", "Verdict", "Coverage", "Open", "Closed", "USD")
_WIDTH = 78
_LONGEST = 400


def lines(kept: Kept) -> Iterator[str]:
    """The history for a person."""
    target = one_line(kept.target)
    if not kept.reviews:
        yield f"No review of {target} is kept."
        return
    told = lives(kept.reviews)
    still = sum(life.finding.is_open for life in told)
    yield f"{target}: {_count(len(kept.reviews), 'review')}, {_count(len(told), 'finding')}, {still} open"
    yield ""
    yield from aligned(_HEADS, dict(starmap(_row, enumerate(kept.reviews, start=1))))
    for life in told:
        yield ""
        yield from _life(life)


def records(kept: Kept) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "target": kept.target,
        "notices": list(kept.notices),
        "reviews": list(starmap(_review, enumerate(kept.reviews, start=1))),
        "findings": [_finding(life) for life in lives(kept.reviews)],
    }


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _row(number: int, review: ReviewDocument) -> tuple[str, Sequence[str]]:
    usd = review.cost.usd
    still = len(review.open_findings)
    return str(number), (
        one_line(review.subject.head[:7]),
        review.verdict.value,
        review.coverage.value,
        str(still),
        str(len(review.findings) - still),
        "-" if usd is None else f"{usd:.2f}",
    )


def _life(life: Life) -> Iterator[str]:
    finding = life.finding
    late = ", missed earlier" if life.late else ""
    head = f"{finding.number}  {finding.severity}, {finding.status}{late}: {finding.title}"
    yield from _folded(head, further="    ")
    yield from _folded(f"    {finding.place.place}", further="    ")
    for moment in life.moments:
        yield from _folded(f"    {moment.head[:7]}  {_words(moment)}", further=" " * 13)


def _words(moment: Moment) -> str:
    what = moment.what
    if moment.severity:
        what += f", now {moment.severity}"
    if moment.commit:
        what += f" in {moment.commit[:7]}"
    if moment.by not in ("", Standing.POSTIL):
        what += f" by {moment.by}"
    return f"{what}: {moment.note}" if moment.note else what


def _folded(text: str, *, further: str) -> list[str]:
    indent = " " * (len(text) - len(text.lstrip()))
    shown = one_line(text)
    cut = shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
    return textwrap.wrap(cut, _WIDTH, initial_indent=indent, subsequent_indent=further)


def _review(number: int, review: ReviewDocument) -> dict[str, Any]:
    subject = review.subject
    return {
        "number": number,
        "head": subject.head,
        "base": subject.base,
        "title": subject.title,
        "verdict": review.verdict,
        "coverage": review.coverage,
        "outcome": review.outcome,
        "transition": review.transition,
        "rewritten": review.rewritten,
        "open": len(review.open_findings),
        "findings": len(review.findings),
        "usd": review.cost.usd,
    }


def _finding(life: Life) -> dict[str, Any]:
    finding = life.finding
    return {
        "id": finding.id,
        "number": finding.number,
        "title": finding.title,
        "slug": finding.slug,
        "severity": finding.severity,
        "state": finding.status,
        "path": finding.place.path,
        "line": finding.place.start,
        "late": life.late,
        "life": [
            {
                "head": moment.head,
                "what": moment.what,
                "by": moment.by,
                "commit": moment.commit,
                "note": moment.note,
                "severity": moment.severity,
            }
            for moment in life.moments
        ],
    }
