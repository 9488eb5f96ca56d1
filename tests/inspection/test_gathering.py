"""Few remarks are told one by one, many of a kind together."""

from __future__ import annotations

import pytest

from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Severity
from postil.inspection.gathering import FEW, gathered


def remark(slug: str, number: int | None) -> Remark:
    return Remark(
        title=f"`{slug}` is left",
        slug=slug,
        severity=Severity.LOW,
        dimension=Dimension.CONSISTENCY,
        quotes=(Quote(path=f"{number}.py", text="x", line=number),),
        failure_mode="It drifts.",
        mitigation="Delete it.",
        claim=Claim(Shape.OTHER, "code"),
        details="Look.",
    )


@pytest.mark.parametrize(("count", "few", "told"), [(3, FEW, 3), (4, FEW, 1), (2, 1, 1), (1, 1, 1)])
def test_how_many_are_few(count: int, few: int, told: int) -> None:
    many = [remark("a", number) for number in range(1, count + 1)]
    assert len(list(gathered(many, lambda one: one.slug, few=few))) == told


def test_the_first_quotes_and_lists_the_others() -> None:
    many = [*(remark("a", number) for number in range(1, 50)), remark("a", None)]
    (told,) = gathered(many, lambda one: one.slug, called="more")
    assert told.title == "`a` is left; 49 more"
    assert [quote.path for quote in told.quotes] == [f"{number}.py" for number in range(1, 21)]
    assert told.details.startswith("Look.\n- `2.py:2`: `a` is left\n")
    assert told.details.count("\n") == 40


def test_a_place_without_a_line_is_named_by_its_file() -> None:
    (told,) = gathered([remark("a", 1), remark("a", None)], lambda one: one.slug, few=1)
    assert told.details == "Look.\n- `None.py`: `a` is left"


def test_kinds_are_apart_and_an_empty_one_is_never_gathered() -> None:
    mixed = [remark("a", 1), remark("b", 2), remark("a", 3), remark("b", 4)]
    assert len(list(gathered(mixed, lambda one: one.slug, few=1))) == 2
    assert list(gathered(mixed, lambda _: "", few=1)) == mixed


def test_mild_signs_are_gathered_among_themselves() -> None:
    mild = [remark("a", number).as_mild() for number in (1, 2)]
    plain = [remark("a", number) for number in (3, 4)]
    told = list(gathered([*mild, *plain], lambda one: one.slug, few=1))
    assert [(one.quotes[0].line, one.is_mild) for one in told] == [(1, True), (3, False)]
