"""What a skeptic achieves: nothing without lines that stand, and nothing final with them."""

from __future__ import annotations

import pytest

from judge.scene import Scene, finding
from postil.domain.finding import Finding, Quote
from postil.domain.report import PriorAnswer, ReportedQuote, Verification
from postil.domain.severity import Basis, Kind, Root, Severity
from postil.judge.crossing.effects import CONFIRM
from postil.judge.reassessment import reassessed
from postil.judge.refutation import refutations

REAL = ReportedQuote(path="src/shape.py", text="return width * height")
INVENTED = ReportedQuote(path="src/shape.py", text="if width > 0:")


def restore(quote: ReportedQuote) -> Quote:
    return Quote(path=quote.path, text=quote.text, side=quote.side, line=quote.line)


def after(answer: PriorAnswer, *quotes: ReportedQuote, note: str = "guarded\nthere") -> Finding:
    serious = finding(severity=Severity.CRITICAL, confidence=60)
    said = [(0, Verification(id="V1", answer=answer, note=note, quotes=quotes))]
    grounds = Scene().grounds()
    words = refutations(said, [serious], grounds, restore)
    (found,) = reassessed([serious], words, grounds).findings
    return found


def test_a_refutation_lowers_confidence_and_waits_for_a_person() -> None:
    found = after(PriorAnswer.WITHDRAWN, INVENTED, REAL)
    assert (found.confidence, found.basis, found.caveat) == (40, Basis.VERIFIED, CONFIRM)
    assert (found.severity, found.kind, found.root) == (Severity.CRITICAL, Kind.DEFECT, Root.CODE)
    assert found.adjustments[0].reason == "guarded there (src/shape.py:4)"


def test_one_that_withstands_it_is_surer() -> None:
    found = after(PriorAnswer.RETAINED, REAL, note="")
    assert (found.confidence, found.basis, found.caveat) == (70, Basis.VERIFIED, "")
    assert found.adjustments[0].reason == "no reason was given (src/shape.py:4)"


@pytest.mark.parametrize(
    ("answer", "quotes"),
    [
        (PriorAnswer.WITHDRAWN, ()),
        (PriorAnswer.WITHDRAWN, (INVENTED,)),
        (PriorAnswer.RETAINED, (INVENTED,)),
        (PriorAnswer.FIXED, (REAL,)),
    ],
)
def test_without_lines_that_stand_nothing_changes(
    answer: PriorAnswer, quotes: tuple[ReportedQuote, ...]
) -> None:
    found = after(answer, *quotes)
    assert (found.confidence, found.basis, found.adjustments) == (60, Basis.SELF, ())
