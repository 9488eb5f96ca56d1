"""Counts what each check did over many reviews: fired, kept, set aside and why, and for how long."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from postil.cli import _tables
from postil.domain.document import ReviewDocument
from postil.domain.observation import Attendance
from postil.render._visible import one_line
from postil.wiring import Reviewed

MOST_REASONS = 3
_SUPPRESSED = "suppressed"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRow:
    """One check over all commits; every remark it made is kept or set aside."""

    name: str
    ran: int
    fired: int
    kept: int
    set_aside: int
    reasons: tuple[tuple[str, int], ...]
    seconds: float
    median: float
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """What a range of commits shows about the checks."""

    range: str
    commits: int
    reviewed: int
    added_lines: int
    checks: tuple[CheckRow, ...]
    refused: tuple[str, ...] = ()


@dataclass
class _Count:
    fired: int = 0
    failed: int = 0
    seconds: list[float] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    def row(self, name: str) -> CheckRow:
        aside = self.reasons.total()
        return CheckRow(
            name=name,
            ran=len(self.seconds),
            fired=self.fired,
            kept=self.fired - aside,
            set_aside=aside,
            reasons=tuple(self.reasons.most_common(MOST_REASONS)),
            seconds=round(sum(self.seconds), 3),
            median=round(statistics.median(self.seconds), 4) if self.seconds else 0.0,
            failed=self.failed,
        )


@dataclass
class Tally:
    """Takes one reviewed commit after the other."""

    counts: dict[str, _Count] = field(default_factory=dict)
    reviewed: int = 0
    added: int = 0
    refused: list[str] = field(default_factory=list)

    def take(self, reviewed: Reviewed) -> None:
        if reviewed.document is None:
            self.refused.append(f"{reviewed.commit[:7]}: {reviewed.refusal}")
            return
        self.reviewed += 1
        self.added += sum(file.additions for file in reviewed.document.files)
        for record in reviewed.document.inspectors:
            count = self.counts.setdefault(record.name, _Count())
            count.fired += record.remarks
            count.failed += record.attendance is Attendance.FAILED
            if record.attendance is Attendance.RAN:
                count.seconds.append(record.seconds)
        for source, reason in _set_aside(reviewed.document):
            self.counts.setdefault(source, _Count()).reasons[reason] += 1

    def statistics(self, span: str, commits: int) -> Statistics:
        return Statistics(
            range=span,
            commits=commits,
            reviewed=self.reviewed,
            added_lines=self.added,
            checks=tuple(count.row(name) for name, count in sorted(self.counts.items())),
            refused=tuple(self.refused),
        )


def _set_aside(document: ReviewDocument) -> Iterator[tuple[str, str]]:
    """Who said something that does not stand, and why not."""
    for entry in document.set_aside:
        yield entry.source, f"{entry.step}: {entry.reason}"
    for finding in document.findings:
        if not finding.is_open:
            yield from ((source, _SUPPRESSED) for source in finding.sources)


def lines(found: Statistics) -> Iterator[str]:
    """The table, with the commonest reasons under each check."""
    heads = ("ran", "fired", "kept", "aside", "failed", "seconds", "median")
    yield f"{'check':<20} " + " ".join(f"{head:>7}" for head in heads)
    for row in found.checks:
        counts = (row.ran, row.fired, row.kept, row.set_aside, row.failed)
        times = (f"{row.seconds:.2f}", f"{row.median:.3f}")
        yield f"{row.name:<20} " + " ".join(f"{cell:>7}" for cell in (*counts, *times))
        yield from _reasons(row.reasons)
    yield ""
    yield (
        f"{found.reviewed:,} of {found.commits:,} commits of {one_line(found.range)}, "
        f"{found.added_lines:,} added lines"
    )
    for refusal in found.refused:
        yield from _tables.folded(f"not reviewed {one_line(refusal)}")


def _reasons(reasons: Iterable[tuple[str, int]]) -> Iterator[str]:
    for reason, count in reasons:
        first, *rest = _tables.folded(one_line(reason), width=64)
        yield f"    {count:>5} × {first}"
        yield from (f"            {line}" for line in rest)
