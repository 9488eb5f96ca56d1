"""Every case on every check's page holds, and each page as a whole meets the bar."""

from __future__ import annotations

from collections import Counter

import pytest

from postil.domain.finding import Remark

from pages.reading import Case, read_page
from pages.running import pages, play

LEAST_PRECISION = 0.95
LEAST_RECALL = 0.85
LEAST_CASES = 15

ALL = [case for page in pages() for case in read_page(page)]


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.page}: {case.title}")
def test_case(case: Case) -> None:
    outcome = play(case)
    told = [
        (remark.quotes[0].path, remark.quotes[0].line, remark.severity, remark.slug)
        for remark in outcome.invented
    ]
    assert (outcome.missed, told, outcome.observation.gaps) == ((), [], ())
    # What a check is sure of must reach the review, and what is mild must not.
    assert not outcome.is_misjudged, outcome.set_aside
    assert [remark.title for remark in outcome.observation.remarks if not reads_well(remark)] == []


def reads_well(remark: Remark) -> bool:
    """A title without a full stop, and two whole sentences: what breaks, and what to do."""
    sentences = (remark.failure_mode, remark.mitigation)
    opens = [
        text[:1].isupper() or text[:1] in "`$0123456789" for text in (remark.title, *sentences)
    ]
    return (
        all(opens)
        and not remark.title.endswith(".")
        and all(text.endswith(".") and ".." not in text[-2:] for text in sentences)
    )


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_page_has_enough_cases_and_meets_the_bar(page: object) -> None:
    cases = [case for case in ALL if case.page == getattr(page, "stem", "")]
    kinds = Counter(case.fires for case in cases)
    outcomes = [play(case) for case in cases]
    right = sum(len(outcome.right) for outcome in outcomes)
    invented = sum(len(outcome.invented) for outcome in outcomes)
    missed = sum(len(outcome.missed) for outcome in outcomes)
    assert kinds[True] >= LEAST_CASES
    assert kinds[False] >= LEAST_CASES
    assert right / (right + invented) >= LEAST_PRECISION
    assert right / (right + missed) >= LEAST_RECALL
