"""Which label goes with which review, and how a label is recognised."""

from __future__ import annotations

import pytest

from postil.domain.judgement import Coverage, Verdict
from postil.domain.labels import Labels, standing

EACH = Labels(blocked="b", review="r", notes="n", clean="c", checks_only="k", partial="p")

STATES = [
    (Verdict.BLOCKED, Coverage.FULL, True, "b"),
    (Verdict.BLOCKED, Coverage.PARTIAL, True, "b"),
    (Verdict.BLOCKED, Coverage.NONE, False, "b"),
    (Verdict.REVIEW, Coverage.FULL, True, "r"),
    (Verdict.REVIEW, Coverage.PARTIAL, True, "p"),
    (Verdict.NOTES, Coverage.FULL, False, "n"),
    (Verdict.NOTES, Coverage.NONE, True, "p"),
    (Verdict.CLEAN, Coverage.FULL, True, "c"),
    (Verdict.CLEAN, Coverage.FULL, False, "k"),
    (Verdict.CLEAN, Coverage.PARTIAL, True, "p"),
    (Verdict.CLEAN, Coverage.NONE, True, "p"),
    (Verdict.CLEAN, Coverage.NONE, False, "p"),
]


@pytest.mark.parametrize(("verdict", "coverage", "is_read", "label"), STATES)
def test_each_state_has_its_own(
    verdict: Verdict, coverage: Coverage, is_read: bool, label: str
) -> None:
    assert EACH.of(verdict, coverage, is_read=is_read) == label
    assert Labels().of(verdict, coverage, is_read=is_read) == ""


@pytest.mark.parametrize("verdict", list(Verdict))
@pytest.mark.parametrize("coverage", list(Coverage))
@pytest.mark.parametrize("is_read", [True, False])
def test_inv_06_clean_is_said_of_nothing_but_a_whole_review_that_found_nothing(
    verdict: Verdict, coverage: Coverage, is_read: bool
) -> None:
    is_clean = (verdict, coverage, is_read) == (Verdict.CLEAN, Coverage.FULL, True)
    said = Labels(clean="clean").of(verdict, coverage, is_read=is_read)
    assert said == ("clean" if is_clean else "")


def test_the_table_names_each_label_once() -> None:
    assert Labels().names == ()
    assert EACH.names == ("b", "r", "n", "c", "k", "p")
    shared = Labels(blocked="changes", review="Changes", clean="fine")
    assert [each.lower() for each in shared.names] == ["changes", "fine"]


@pytest.mark.parametrize(
    ("name", "among", "found"),
    [
        ("fine", ("bug", "fine"), "fine"),
        ("Fine", ("bug", "fINE"), "fINE"),
        ("fine", ("finely", "not fine"), ""),
        ("fine", (), ""),
    ],
)
def test_a_label_is_the_same_whatever_its_case(
    name: str, among: tuple[str, ...], found: str
) -> None:
    assert standing(name, among) == found
