"""Titles in any script, subjects with marks around them, quotes that overlap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.finding import Claim, Shape
from postil.domain.severity import Basis
from postil.track.likeness import SIMILAR, is_apart, likeness, shares_code, subject
from track.lives import finding, place


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("The lock is never released", "the lock is never released!", True),
        ("The lock is never released", "Lock is never released on error", True),
        ("The lock is never released", "Retries have no upper bound", False),
        ("锁从未被释放", "锁从未被释放。", True),
        ("锁从未被释放", "重试没有上限", False),
        ("Το κλείδωμα δεν απελευθερώνεται", "Το κλείδωμα δεν απελευθερώνεται ποτέ", True),
        ("Το κλείδωμα δεν απελευθερώνεται", "Λείπει έλεγχος εισόδου", False),
        ("🔥🔥", "🧊🧊", False),
        ("🔥", "🔥", True),
        ("", "", False),
        ("...", "", False),
    ],
)
def test_titles_alike(one: str, other: str, alike: bool) -> None:
    assert (likeness(one, other) >= SIMILAR) is alike


@given(st.text(), st.text())
def test_likeness_is_a_share(one: str, other: str) -> None:
    value = likeness(one, other)
    assert 0.0 <= value <= 1.0
    assert likeness(other, one) == value


@pytest.mark.parametrize("written", ["send", " send ", "`send`", "`send()`", '"send"'])
def test_a_subject_without_its_marks(written: str) -> None:
    assert subject(Claim(subject=written)) == "send"


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ({}, {}, False),
        ({}, {"claim": Claim(subject="check")}, True),
        ({}, {"claim": Claim(subject="")}, False),
        ({}, {"claim": Claim(Shape.ABSENCE, "send")}, False),
        (
            {"claim": Claim(Shape.MISMATCH, "send")},
            {"claim": Claim(Shape.ABSENCE, "send")},
            True,
        ),
        (
            {"claim": Claim(), "title": "`send` is late"},
            {"claim": Claim(), "title": "`check` is late"},
            True,
        ),
        (
            {"claim": Claim(), "title": "`send` is late"},
            {"claim": Claim(), "title": "`send` before `check`"},
            False,
        ),
        ({"claim": Claim(), "title": "`send` is late"}, {"claim": Claim(), "title": "late"}, False),
        ({"basis": Basis.RULE, "slug": "a"}, {"basis": Basis.TOOL, "slug": "b"}, True),
        ({"basis": Basis.RULE, "slug": "a"}, {"basis": Basis.TOOL, "slug": "a"}, False),
        ({"basis": Basis.RULE, "slug": "a"}, {"basis": Basis.SELF, "slug": "b"}, False),
        ({"basis": Basis.SELF, "slug": "a"}, {"basis": Basis.RULE, "slug": "b"}, False),
    ],
)
def test_what_names_different_things_is_apart(
    one: dict[str, object], other: dict[str, object], apart: bool
) -> None:
    assert is_apart(finding(**one), finding(**other)) is apart
    assert is_apart(finding(**other), finding(**one)) is apart


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("send(order)", "  send(order)\n  check(order)", True),
        ("send(order)", "check(order)", False),
        ("}\nsend(order)", "}\ncheck(order)", False),
        ("", "", False),
    ],
)
def test_code_in_common(one: str, other: str, shared: bool) -> None:
    ours, theirs = (finding(evidence=(place(text=text),)) for text in (one, other))
    assert shares_code(ours, theirs) is shared
