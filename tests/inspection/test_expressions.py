"""Tests of finding what workflow expressions read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.inspection.expressions import readings
from postil.inspection.outlines import Scalar, read_yaml, scalars


@pytest.mark.parametrize(
    ("expression", "chains"),
    [
        ("needs.build.outputs.tag", ["needs.build.outputs.tag"]),
        ("needs['Build-All'].result == 'success'", ["needs.build-all.result"]),
        ("always() && contains(needs.*.result, 'x')", ["needs"]),
        ("needs[matrix.job].outputs.x", ["needs", "matrix.job"]),
        ("steps.a.outputs['b", ["steps.a.outputs"]),
        ("format('{0}', github.ref) || 'needs.x'", ["github.ref"]),
        ("!cancelled() && inputs.x", ["inputs.x"]),
        ("1.5e3 + env . A", ["env.a"]),
        ("fromJSON(needs.a.outputs.b).c.d", ["needs.a.outputs.b"]),
        ("", []),
    ],
)
def test_bare_expressions(expression: str, chains: list[str]) -> None:
    found = readings(Scalar(expression, 1), bare=True)
    assert [".".join(reading.names) for reading in found] == chains


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a: x ${{ b.c }} y ${{ d.e }}\n", [("b.c", 1), ("d.e", 1)]),
        (
            "a: |\n  one\n  ${{ b.c }}\n  ${{ d.e\n  && f.g }}\n",
            [("b.c", 3), ("d.e", 4), ("f.g", 5)],
        ),
        ("a: 'x ${{ b[''c''] }}'\n", [("b['c']", 1)]),
        ('a: "one\n  ${{ b.c }}"\n', [("b.c", 2)]),
        ("a: ${{ format('}}', b.c) }}\n", [("b.c", 1)]),
        ("a: ${{ b.c\n", []),
        ("a: ${{ 'never closed }}\n", []),
        ("a: plain b.c\n", []),
    ],
)
def test_places_of_marked_expressions(text: str, places: list[tuple[str, int]]) -> None:
    found = [reading for value in scalars(read_yaml(text)) for reading in readings(value)]
    assert [(reading.spelled, reading.line) for reading in found] == places


def test_a_marked_condition_is_not_bare() -> None:
    value = Scalar("needs.a ${{ needs.b.result }}", 1)
    assert [reading.at(1) for reading in readings(value, bare=True)] == ["b"]


def test_a_name_past_the_end_is_none() -> None:
    [reading] = readings(Scalar("needs.a", 1), bare=True)
    assert (reading.at(1), reading.at(2)) == ("a", None)


@given(st.text(st.sampled_from(list("ab.['\"]*${}() \n")), max_size=60))
def test_any_text_is_survived(text: str) -> None:
    for reading in readings(Scalar(text, 1, text)):
        assert reading.names
        assert reading.spelled in text
