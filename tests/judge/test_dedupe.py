"""One issue said twice is one finding; two issues in one place stay two."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from judge.scene import Scene, evidence, finding, quote, remark, removed
from postil.domain.finding import Claim, Damage, Race, Recovery, Shape, Suggestion, Window
from postil.domain.severity import Basis, Blast, Dimension, Kind, Root, Severity
from postil.judge.dedupe import is_same, merge

ONE = ("one",)
TWO = ("two",)
SUBJECT = Claim(Shape.OTHER, "width")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"claim": SUBJECT, "title": "Abc"}, {"claim": SUBJECT, "title": "Xyz", "slug": "x"}, True),
        ({"claim": SUBJECT}, {"claim": Claim(Shape.OTHER, "height")}, False),
        (
            {"claim": SUBJECT, "title": "Abc"},
            {"claim": SUBJECT, "title": "Xyz", "slug": "x", "dimension": Dimension.SECURITY},
            False,
        ),
        ({"title": "Abc"}, {"title": "Xyz"}, True),
        ({"title": "Abc"}, {"title": "Xyz", "slug": "x"}, False),
        (
            {"title": "Width is never checked here"},
            {"title": "Never checked: the width", "slug": "x"},
            True,
        ),
        (
            {"title": "Width is never checked"},
            {"title": "The width never checked", "slug": "x", "dimension": Dimension.SECURITY},
            True,
        ),
        ({"title": "Bad use of `a` here"}, {"title": "Bad use of `b` here", "slug": "x"}, False),
        ({"title": "Bad use of `foo` here"}, {"title": "Bad use of `foo` now", "slug": "x"}, True),
        ({"title": "Bad use of `a` here"}, {"title": "Bad use here", "slug": "x"}, True),
        ({"title": "!"}, {"title": "?", "slug": "x"}, False),
        ({}, {"kind": Kind.QUESTION}, False),
    ],
)
def test_two_inspectors_say_the_same(
    one: dict[str, Any], other: dict[str, Any], *, same: bool
) -> None:
    first, second = finding(sources=ONE, **one), finding(sources=TWO, **other)
    assert is_same(first, second) is same
    assert is_same(second, first) is same


@pytest.mark.parametrize(
    ("fields", "same"),
    [
        ({}, True),
        ({"basis": Basis.RULE}, False),
        ({"basis": Basis.SELF}, False),
        ({"slug": "x"}, False),
        ({"evidence": (evidence(start=2, end=2),)}, False),
    ],
)
def test_a_tool_and_a_check_that_have_one_name_for_it_say_the_same(
    fields: dict[str, Any], *, same: bool
) -> None:
    one = finding(sources=ONE, basis=Basis.RULE, claim=Claim(Shape.OTHER, "width"))
    plain = {"sources": TWO, "title": "Xyz", "basis": Basis.TOOL, **fields}
    other = finding(claim=Claim(Shape.OTHER, "F811"), dimension=Dimension.CONSISTENCY, **plain)
    assert is_same(one, other) is same
    assert is_same(other, one) is same


CAUSE = evidence(path="src/gone.py", start=None, end=None)


@pytest.mark.parametrize(
    ("fields", "same"),
    [
        ({}, True),
        ({"sources": ONE}, False),
        ({"basis": Basis.SELF}, False),
        ({"evidence": (evidence(),)}, False),
        ({"evidence": (evidence(), evidence(path="src/other.py", start=None, end=None))}, False),
        ({"evidence": (evidence(), evidence(path="src/gone.py", start=1, end=1))}, True),
        ({"evidence": (evidence(), evidence(path="src/other.py", start=1, end=1))}, False),
        ({"kind": Kind.QUESTION}, False),
    ],
)
def test_two_checks_that_show_the_same_cause_and_effect_say_the_same(
    fields: dict[str, Any], *, same: bool
) -> None:
    shown = {"basis": Basis.RULE, "evidence": (evidence(), CAUSE)}
    one = finding(sources=ONE, claim=Claim(Shape.OTHER, "@alias"), **shown)
    plain = {"sources": TWO, "title": "Xyz", "slug": "x", **shown, **fields}
    other = finding(claim=Claim(Shape.MISMATCH, "src/gone.py"), **plain)
    assert is_same(one, other) is same
    assert is_same(other, one) is same


def test_two_checks_that_show_one_place_may_mean_two_things() -> None:
    shown = {"basis": Basis.RULE, "evidence": (evidence(),)}
    one = finding(sources=ONE, claim=Claim(Shape.OTHER, "a"), **shown)
    assert not is_same(one, finding(sources=TWO, claim=Claim(Shape.OTHER, "b"), **shown))


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({}, True),
        ({"title": "the name IS wrong!"}, True),
        ({"title": "The name is quite wrong"}, False),
        ({"slug": "x"}, False),
        ({"dimension": Dimension.SECURITY}, False),
    ],
)
def test_one_inspector_means_two_things_unless_it_repeats_itself(
    other: dict[str, Any], *, same: bool
) -> None:
    assert is_same(finding(), finding(**other)) is same


RACE = Race(window=Window.SECONDS, damage=Damage.DATA_LOSS, recovery=Recovery.NO)
FIX = Suggestion(path="src/shape.py", start=8, end=8, replacement="")


def test_a_merged_finding_is_the_worst_of_them_with_everything_known() -> None:
    old = quote("return width * height")
    remarks = (
        remark(source="a", severity=Severity.LOW, confidence=95, basis=Basis.RULE, suggestion=FIX),
        remark(
            source="b", severity=Severity.HIGH, confidence=60, title="Worst", quotes=(quote(), old)
        ),
        remark(
            source="c",
            blast=Blast.DATA,
            race=RACE,
            quotes=(quote(), removed()),
            drop_signals=frozenset("A"),
            ceiling=Severity.HIGH,
        ),
    )
    results = []
    for order in permutations(remarks):
        (case,) = merge(Scene().cases(*order), Scene().grounds()).kept
        results.append(case)
    assert all(case == results[0] for case in results)
    united = results[0].finding
    assert (united.title, united.severity, united.base) == (
        "The name is wrong",
        Severity.HIGH,
        Severity.LOW,
    )
    assert [(step.before, step.after) for step in united.adjustments] == [("low", "high")]
    assert (united.confidence, united.basis, united.blast) == (95, Basis.RULE, Blast.DATA)
    assert united.sources == ("a", "b", "c")
    assert [each.start for each in united.evidence] == [8, 4, 4]
    assert (united.introduced, united.anchor, united.reports) == (True, 0, 3)
    assert (united.race, united.suggestion) == (RACE, FIX)
    assert results[0].ceiling is Severity.CRITICAL
    assert results[0].drop_signals == frozenset()
    assert len(results[0].remarks) == 3


def test_of_readers_the_worst_speaks_and_over_a_check_nobody() -> None:
    check = remark(source="a", severity=Severity.LOW, basis=Basis.RULE)
    loud = remark(
        source="b",
        severity=Severity.HIGH,
        title="Louder",
        failure_mode="Nothing happens.",
        root=Root.DOC,
        basis=Basis.SELF,
    )
    mild = remark(source="c", severity=Severity.LOW, title="Milder", basis=Basis.SELF)
    (case,) = merge(Scene().cases(loud, mild), Scene().grounds()).kept
    assert (case.finding.title, case.finding.adjustments) == ("Louder", ())
    (case,) = merge(Scene().cases(loud, check), Scene().grounds()).kept
    told = (case.finding.title, case.finding.failure_mode, case.finding.root)
    assert told == (check.title, check.failure_mode, Root.CODE)
    assert case.finding.severity is Severity.HIGH


@pytest.mark.parametrize(
    ("one", "other", "left"),
    [
        ("AC", "CD", "ACD"),
        ("A", "D", "AD"),
        ("A", "", ""),
        ("B", "A", ""),
        ("B", "AB", "B"),
        ("B", "B", "B"),
    ],
)
def test_drop_signals_count_when_all_have_some(one: str, other: str, left: str) -> None:
    cases = Scene().cases(
        remark(source="a", drop_signals=frozenset(one)),
        remark(source="b", drop_signals=frozenset(other)),
    )
    (case,) = merge(cases, Scene().grounds()).kept
    assert case.drop_signals == frozenset(left)


def test_the_note_stays_on_a_changed_line() -> None:
    there = quote("return width * height")
    cases = Scene().cases(
        remark(source="a", severity=Severity.HIGH, quotes=(there,)),
        remark(source="b", quotes=(there, removed())),
    )
    (case,) = merge(cases, Scene().grounds()).kept
    assert case.finding.introduced
    assert case.finding.anchored.text == "    if width < 0:"
    plain = Scene().cases(remark(source="a", quotes=(there,)), remark(source="b", quotes=(there,)))
    (case,) = merge(plain, Scene().grounds()).kept
    assert (case.finding.introduced, case.finding.anchor) == (False, 0)


def test_a_chain_of_pairs_is_one_group() -> None:
    chain = (
        remark(source="a", title="One two three four", slug="a"),
        remark(source="b", title="One two three five", slug="b"),
        remark(source="c", title="Six two three five", slug="c"),
    )
    (case,) = merge(Scene().cases(*chain), Scene().grounds()).kept
    assert case.finding.reports == 3


def test_another_place_is_another_finding() -> None:
    cases = Scene().cases(remark(source="a"), remark(source="b", quotes=(removed(),)))
    assert len(merge(cases, Scene().grounds()).kept) == 2
    sides = Scene(head={"src/shape.py": "one\nreturn\n"}, base={"src/shape.py": "one\nreturning\n"})
    cases = sides.cases(
        remark(source="a", quotes=(quote("return"),)),
        remark(source="b", quotes=(removed("returning"),)),
    )
    assert len(merge(cases, sides.grounds()).kept) == 2


def test_overlapping_lines_are_one_place() -> None:
    both = quote('secret = "hunter2hunter2"\n    return "new"')
    cases = Scene().cases(
        remark(source="a", quotes=(both,)), remark(source="b"), remark(source="c", quotes=(both,))
    )
    (case,) = merge(cases, Scene().grounds()).kept
    assert case.finding.reports == 3


def test_whole_files_are_places_too_but_link_nothing() -> None:
    path = quote("")
    cases = Scene().cases(remark(source="a", quotes=(path,)), remark(source="b", quotes=(path,)))
    assert len(merge(cases, Scene().grounds()).kept) == 1
    cases = Scene().cases(
        remark(source="a", quotes=(path,)),
        remark(source="b", quotes=(path,), title="Xyz", slug="x"),
        remark(source="c"),
    )
    kept = merge(cases, Scene().grounds()).kept
    assert len(kept) == 3
    assert all(case.finding.related == () for case in kept)


def test_different_angles_on_one_line_know_each_other() -> None:
    cases = Scene().cases(
        remark(source="a"),
        remark(source="b", title="Xyz", slug="x", dimension=Dimension.SECURITY),
    )
    kept = merge(cases, Scene().grounds()).kept
    assert {(case.finding.slug, case.finding.related) for case in kept} == {
        ("wrong-name", ("x at src/shape.py:8",)),
        ("x", ("wrong-name at src/shape.py:8",)),
    }


def test_neighbours_that_end_in_one_group_are_not_linked() -> None:
    cases = Scene().cases(
        remark(source="a", claim=SUBJECT, title="One two", slug="a"),
        remark(source="b", title="One two", slug="b"),
        remark(source="c", title="One two", slug="c", claim=Claim(Shape.OTHER, "height")),
    )
    (case,) = merge(cases, Scene().grounds()).kept
    assert (case.finding.reports, case.finding.related) == (3, ())


def test_links_stay_few_on_a_crowded_line() -> None:
    cases = Scene().cases(*(remark(title=f"T{n}", slug=f"s{n}") for n in range(60)))
    kept = merge(cases, Scene().grounds()).kept
    assert len(kept) == 60
    assert max(len(case.finding.related) for case in kept) == 5
