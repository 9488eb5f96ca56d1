"""Every case on every check's page holds, and each page has enough of both kinds.

Where every case holds, precision and recall are whole; `make check-quality` prints them per check.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from postil.domain.finding import Remark

from pages.reading import Case, read_page
from pages.running import pages, play

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
def test_a_page_has_enough_cases(page: Path) -> None:
    kinds = Counter(case.fires for case in ALL if case.page == page.stem)
    assert min(kinds[True], kinds[False]) >= LEAST_CASES
