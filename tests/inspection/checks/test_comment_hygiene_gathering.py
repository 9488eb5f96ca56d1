"""Many leftovers of one kind are one remark; few are told one by one."""

from __future__ import annotations

from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Severity
from postil.inspection.checks._comment_hygiene.gathering import leftovers
from postil.inspection.gathering import FEW


def remark(slug: str, number: int) -> Remark:
    return Remark(
        title="2 lines of code are commented out",
        slug=slug,
        severity=Severity.LOW,
        dimension=Dimension.CONSISTENCY,
        quotes=(Quote(path=f"{number}.py", text="# x = 1", line=number),),
        failure_mode="It drifts.",
        mitigation="Delete it.",
        claim=Claim(Shape.OTHER, "code"),
    )


def test_few_are_told_one_by_one() -> None:
    few = [remark("commented-out-code", number) for number in range(1, FEW + 1)]
    assert list(leftovers(few)) == few


def test_many_are_told_once_with_their_places() -> None:
    many = [remark("commented-out-code", number) for number in range(1, 21)]
    (told,) = leftovers(many)
    assert told.title == "2 lines of code are commented out; 19 more places like this"
    assert [quote.path for quote in told.quotes][:2] == ["1.py", "2.py"]
    assert len(told.quotes) == 20
    assert told.details.startswith("- `2.py:2`: 2 lines of code are commented out\n- `3.py:3`")


def test_kinds_are_kept_apart_and_conflicts_are_never_leftovers() -> None:
    mixed = [remark("merge-marker", number) for number in range(1, 6)]
    mixed.append(remark("debug-leftover", 9))
    assert list(leftovers(mixed)) == mixed


def test_the_same_debugging_statement_is_told_once_a_little_sooner() -> None:
    same = [remark("debug-leftover", number) for number in range(1, 4)]
    assert len(list(leftovers(same))) == 1
    assert list(leftovers(same[:2])) == same[:2]
