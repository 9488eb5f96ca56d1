"""What a skeptic's answer does: only lines that stand count, and a person agrees before it lowers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from postil.domain.finding import Finding, Quote
from postil.domain.panel import Assessment
from postil.domain.report import PriorAnswer, ReportedQuote, Verification
from postil.domain.severity import Basis
from postil.judge.crossing.effects import CONFIRM, DOUBTFUL, REAL
from postil.judge.grounds import Grounds
from postil.judge.location import located_quotes

STEP = "skeptic"


def refutations(
    said: Sequence[tuple[int, Verification]],
    findings: Sequence[Finding],
    grounds: Grounds,
    restore: Callable[[ReportedQuote], Quote],
) -> tuple[Assessment, ...]:
    """An assessment for each answer that quotes lines which stand; the others change nothing."""
    return tuple(_assessments(said, findings, grounds, restore))


def _assessments(
    said: Sequence[tuple[int, Verification]],
    findings: Sequence[Finding],
    grounds: Grounds,
    restore: Callable[[ReportedQuote], Quote],
) -> Iterator[Assessment]:
    for position, answer in said:
        shown = located_quotes(map(restore, answer.quotes), grounds)
        if not shown or answer.answer is PriorAnswer.FIXED:
            continue
        refuted = answer.answer is PriorAnswer.WITHDRAWN
        confidence = findings[position].confidence
        note = " ".join(answer.note.split())[:300] or "no reason was given"
        yield Assessment(
            position=position,
            step=STEP,
            confidence=min(confidence, DOUBTFUL) if refuted else max(confidence, REAL),
            reason=f"{note} ({shown[0].place})",
            basis=Basis.VERIFIED,
            held=refuted,
            stays=True,
            caveat=CONFIRM if refuted else "",
        )
