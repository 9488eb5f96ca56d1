"""Every case on every check's page holds, and each page as a whole meets the bar."""

from __future__ import annotations

from collections import Counter

import pytest

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
