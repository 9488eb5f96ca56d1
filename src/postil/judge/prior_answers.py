"""What reviewers say about earlier findings: nothing is fixed or withdrawn without lines that stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from postil.domain.finding import Evidence, Quote
from postil.domain.panel import PriorRecord
from postil.domain.report import PriorAnswer, Report, ReportedQuote, Verification
from postil.judge.grounds import Grounds
from postil.judge.location import located_quotes

Restore = Callable[[ReportedQuote], Quote]
UNSHOWN = "it was called {answer}, but nothing that could be found was quoted"
_BY_WEIGHT = (PriorAnswer.RETAINED, PriorAnswer.FIXED, PriorAnswer.WITHDRAWN)
"""Of answers that are shown, one that says it can still fail outweighs the others."""


def prior_answers(
    asked: Mapping[str, Collection[str]],
    reports: Sequence[tuple[str, Report]],
    grounds: Grounds,
    restore: Restore,
) -> tuple[PriorRecord, ...]:
    """A record for each id that a role was asked about; other ids are not heard.

    A role that read the change in parts answers once for each; what it can show counts.
    """
    return tuple(
        _record(
            id_,
            [
                (said, located_quotes(map(restore, said.quotes), grounds))
                for name, report in reports
                if name == role
                for said in report.verifications
                if said.id == id_
            ],
        )
        for role, ids in asked.items()
        for id_ in ids
    )


def _record(id_: str, answers: Sequence[tuple[Verification, tuple[Evidence, ...]]]) -> PriorRecord:
    if not answers:
        return PriorRecord(id=id_, answer=None, note="nobody answered for it")
    shown = [(said, evidence) for said, evidence in answers if evidence]
    if shown:
        said, evidence = min(shown, key=lambda each: _BY_WEIGHT.index(each[0].answer))
        return PriorRecord(id=id_, answer=said.answer, note=_line(said.note), evidence=evidence)
    first = answers[0][0]
    if first.answer is PriorAnswer.RETAINED:
        return PriorRecord(id=id_, answer=PriorAnswer.RETAINED, note=_line(first.note))
    note = UNSHOWN.format(answer=first.answer.value)
    return PriorRecord(id=id_, answer=PriorAnswer.RETAINED, note=note)


def _line(text: str) -> str:
    return " ".join(text.split())[:300]
