"""What was found out about stated concerns and the claimed goal: code refuses a verdict without evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from postil.domain.brief import Brief, Concern, ConcernResult
from postil.domain.finding import Evidence, Quote
from postil.domain.panel import GoalRecord, MatrixRow
from postil.domain.report import GoalVerdict, Report, ReportedConcern, ReportedGoal, ReportedQuote
from postil.judge.grounds import Grounds
from postil.judge.location import located_quotes

Restore = Callable[[ReportedQuote], Quote]
OWNER = "verifier"
"""The role that is asked about concerns and the goal; what another volunteers counts for nothing."""

UNSHOWN = "what was said about it quotes nothing that could be found"
_WORST_FIRST = (ConcernResult.BROKEN, ConcernResult.HOLDS, ConcernResult.NOT_VERIFIED)
_NEEDS_NOTHING = (GoalVerdict.UNVERIFIABLE, GoalVerdict.NOT_APPLICABLE)


def matrix(
    brief: Brief, reports: Sequence[tuple[str, Report]], grounds: Grounds, restore: Restore
) -> tuple[MatrixRow, ...]:
    """A row for each stated concern, answered or not; none is invented.

    `reports` are those of all roles, by name. Of several answers the worst that is shown counts: whoever read a part of the change cannot
    speak for the rest, and whoever saw nothing silences nobody.
    """
    answers: dict[int, list[ReportedConcern | None]] = {}
    for report in _owned(reports):
        for answer in report.concerns:
            answers.setdefault(answer.number, []).append(answer)
    return tuple(
        min(
            (
                _row(concern, answer, grounds, restore)
                for answer in answers.get(concern.number, [None])
            ),
            key=lambda row: _WORST_FIRST.index(row.result),
        )
        for concern in brief.concerns
    )


def goal(
    brief: Brief, reports: Sequence[tuple[str, Report]], grounds: Grounds, restore: Restore
) -> GoalRecord:
    """Whether the change does what its author says it is for."""
    if not brief.intent.goal:
        return GoalRecord(verdict=GoalVerdict.NOT_APPLICABLE, note="No goal is stated.")
    said = next((report.goal for report in _owned(reports) if report.goal is not None), None)
    if said is None:
        return GoalRecord(verdict=GoalVerdict.UNVERIFIABLE, note="Nobody answered for it.")
    return _goal(said, located_quotes(map(restore, said.quotes), grounds))


def _owned(reports: Sequence[tuple[str, Report]]) -> Iterator[Report]:
    return (report for role, report in reports if role == OWNER)


def _goal(said: ReportedGoal, shown: tuple[Evidence, ...]) -> GoalRecord:
    note = _line(said.note)
    if said.verdict is GoalVerdict.NOT_APPLICABLE:
        return GoalRecord(verdict=GoalVerdict.UNVERIFIABLE, note=note or "A goal is stated.")
    if said.verdict in _NEEDS_NOTHING:
        return GoalRecord(verdict=said.verdict, note=note or "No reason was given.")
    if not shown:
        return GoalRecord(verdict=GoalVerdict.UNVERIFIABLE, note=f"{UNSHOWN.capitalize()}.")
    return GoalRecord(verdict=said.verdict, note=note, evidence=shown)


def _row(
    concern: Concern, answer: ReportedConcern | None, grounds: Grounds, restore: Restore
) -> MatrixRow:
    row = MatrixRow(
        number=concern.number,
        concern=concern.text,
        source=concern.source,
        result=ConcernResult.NOT_VERIFIED,
        note="nobody answered for it",
    )
    if answer is None:
        return row
    if answer.result is ConcernResult.NOT_VERIFIED:
        return replace(row, note=_line(answer.note))
    shown = located_quotes(map(restore, answer.quotes), grounds)
    if not shown:
        return replace(row, note=UNSHOWN)
    return replace(row, result=answer.result, note=_line(answer.note), evidence=shown)


def _line(text: str) -> str:
    return " ".join(text.split())[:300]
