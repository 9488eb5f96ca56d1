"""Tells what a program says about a file only since the change, on lines the change wrote."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from postil.domain.change import Change, ChangedFile
from postil.inspection.checks._lint_gate.running import Spoken
from postil.inspection.linters import SYNTAX, UNFORMATTED, UNREAD, Job, Report, Sheet

_FORMATTED = re.compile(r"""\b[rR]?[fF][rR]?["']""")
_FORMATS = re.compile(
    r"(?i)\b(?:fmt|gofmt|rustfmt|reformat\w{0,4}|format(?:ted|ting)?|prettier|biome|ruff|black)\b"
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A report and the first line of it that the change wrote."""

    report: Report
    line: int


@dataclass(frozen=True, slots=True)
class News:
    """What is new about one file, in the order of its lines, and how much is not."""

    file: ChangedFile
    fresh: tuple[Placed, ...]
    older: int


def compared(change: Change, spoken: Spoken) -> tuple[list[News], int]:
    """The files a linter has something new to say about, and how much else it says."""
    # A file without a past shows nothing about habits; the others of the change do.
    tidy = spoken.job.asked and not any(
        report.rule == UNFORMATTED for said in spoken.base.values() for report in said
    )
    # What another version of the formatter wrote is not to be undone by ours.
    formats = any(_FORMATS.search(commit.subject[:400]) for commit in change.commits)
    unkept = {report.rule for said in spoken.base.values() for report in said} & spoken.job.recent
    found, older = [], 0
    for sheet in spoken.job.sheets:
        head, base = spoken.head.get(sheet.path, ()), spoken.base.get(sheet.path, ())
        head = [report for report in head if report.rule not in unkept]
        if not spoken.job.asked or (sheet.base is None and not tidy) or formats:
            # Nobody asked for the formatter, so it can only be a matter of taste.
            head = [report for report in head if report.rule != UNFORMATTED]
        else:
            head = [report for report in head if is_agreed(report, sheet, spoken.job)]
        news = _news(change.by_path[sheet.path], sheet, head, base)
        older += news.older
        if news.fresh:
            found.append(news)
    return found, older


def is_agreed(report: Report, sheet: Sheet, job: Job) -> bool:
    """Whether the project would write it so as well, whatever its version and its build say.

    Where that is unsure, the formatter must keep the lines and only add or drop blanks in them, or
    put one kind of quotes for the other, which every version does alike but for formatted strings.
    """
    if report.rule != UNFORMATTED or (job.same_style and job.enforced):
        return True
    before = sheet.head.split("\n")[report.line - 1 : report.end]
    after = (report.replacement or "").split("\n")
    if before == after or len(before) != len(after):
        # Whole lines come or go, empty ones perhaps.
        return False
    return all(
        _without_taste(one) == _without_taste(other)
        and (job.same_style or _indent(one) == _indent(other))
        for one, other in zip(before, after, strict=True)
    )


def _without_taste(line: str) -> str:
    """A line without its blanks, and with one kind of quotes."""
    plain = "".join(line.split())
    return plain if _FORMATTED.search(line) else plain.replace("'", '"')


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _news(file: ChangedFile, sheet: Sheet, head: Sequence[Report], base: Sequence[Report]) -> News:
    """The reports about the head that the base does not have, each on a line that was added."""
    if any(report.rule in (SYNTAX, UNREAD) for report in base):
        # What could not be read before cannot be compared.
        return News(file, (), len(head))
    head = [report for report in head if report.rule != UNREAD]
    broken = [report for report in head if report.rule == SYNTAX]
    if broken:
        # What follows the first fault is the parser's guess.
        line = _added_line(file, broken[0], broken[0].line)
        return News(file, (Placed(broken[0], line or broken[0].line),), 0)
    lines = sheet.head.split("\n")
    placed = [(report, _added_line(file, report, len(lines))) for report in head]
    if any(report.rule == UNFORMATTED for report in base):
        # Whoever keeps this file does not use the formatter, or uses another version of it.
        placed = [(report, line) for report, line in placed if report.rule != UNFORMATTED]
    left = _unmatched(placed, lines, base, (sheet.base or "").split("\n"))
    fresh = sorted(_not_inherited(file, left, base), key=lambda item: item.line)
    return News(file, tuple(fresh), len(head) - len(fresh))


def _added_line(file: ChangedFile, report: Report, lines: int) -> int | None:
    """The first added line the report is about; missing text belongs to the lines around it.

    A parser notices a fault only after it: the cause is the last added line before.
    """
    if report.rule == SYNTAX:
        before = bisect_right(file.added, (report.line, "\U0010ffff")) - 1
        return file.added[max(0, before)][0]
    first, last = (report.line, report.end)
    if last < first:
        first, last = report.line - 1, report.line
    for number in range(max(1, first), min(last, lines) + 1):
        if number in file.added_numbers:
            return number
    return None


_Identity = tuple[str, str]


def _identity(report: Report, lines: Sequence[str]) -> _Identity:
    text = lines[report.line - 1] if 0 < report.line <= len(lines) else ""
    return report.rule, text.strip()


def _unmatched(
    placed: Sequence[tuple[Report, int | None]],
    lines: Sequence[str],
    base: Sequence[Report],
    old: Sequence[str],
) -> list[Placed]:
    """Reports on added lines whose rule and line the base does not already have.

    Reports on unchanged lines take their twins at the base first, so that a copy of an old
    line is a new violation.
    """
    known = Counter(_identity(report, old) for report in base if report.rule != UNFORMATTED)
    for report, line in placed:
        if line is None:
            known[_identity(report, lines)] -= 1
    left = []
    for report, line in placed:
        if line is None:
            continue
        identity = _identity(report, lines)
        if known[identity] > 0:
            known[identity] -= 1
        else:
            left.append(Placed(report, line))
    return left


def _not_inherited(
    file: ChangedFile, left: Sequence[Placed], base: Sequence[Report]
) -> list[Placed]:
    """Without the reports on lines that replace lines with the same fault."""
    owed: Counter[tuple[int, str]] = Counter()
    for report in base:
        hunk = _hunk(file, report.line, old=True)
        if hunk is not None and report.line in file.removed_numbers:
            owed[hunk, report.rule] += 1
    fresh = []
    for placed in left:
        key = (_hunk(file, placed.line, old=False) or 0, placed.report.rule)
        if owed[key] > 0:
            owed[key] -= 1
        else:
            fresh.append(placed)
    return fresh


def _hunk(file: ChangedFile, line: int, *, old: bool) -> int | None:
    """Which hunk of the change a line of one version stands in."""
    for index, hunk in enumerate(file.hunks):
        start, count = (hunk.old_start, hunk.old_count) if old else (hunk.new_start, hunk.new_count)
        if start <= line < start + count:
            return index
    return None
