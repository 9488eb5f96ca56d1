from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.workspaces.git.patterns import Dialect, batch, expression

PARTS = st.sampled_from([b"a", b"b", b"_", b".", b"-", b"\xc3\xa9", b" ", b"1", b"$", b"(", b"|"])
TEXTS = st.lists(PARTS, min_size=1, max_size=5).map(b"".join)


def stands(needle: bytes, line: bytes) -> bool:
    """The plain definition: word boundaries where the needle's edges are ASCII words."""
    front = rb"\b" if re.match(rb"\w", needle[:1]) else b""
    back = rb"\b" if re.match(rb"\w", needle[-1:]) else b""
    return re.search(front + re.escape(needle) + back, line) is not None


@given(
    needles=st.lists(TEXTS, min_size=1, max_size=8, unique=True), line=st.lists(TEXTS).map(b"".join)
)
def test_perls_expression_finds_what_any_needle_finds(needles: list[bytes], line: bytes) -> None:
    found = re.search(expression(needles, Dialect.PERL), line) is not None
    assert found == any(stands(needle, line) for needle in needles)


@given(
    needles=st.lists(TEXTS, min_size=1, max_size=8, unique=True), line=st.lists(TEXTS).map(b"".join)
)
def test_the_extended_expression_misses_nothing(needles: list[bytes], line: bytes) -> None:
    found = re.search(expression(needles, Dialect.EXTENDED), line) is not None
    assert found == any(needle in line for needle in needles)


def test_beginnings_are_shared() -> None:
    needles = [b"get_name", b"get_names", b"get.", b"set"]
    assert expression(needles, Dialect.PERL) == (rb"\b(?:get(?:\.|_name(?:\b|s\b))|set\b)")


def test_an_extended_expression_lists_the_needles() -> None:
    assert expression([b"a.b", b"c|d"], Dialect.EXTENDED) == rb"a\.b|c\|d"


def test_needles_that_begin_with_each_other_do_not_nest_without_end() -> None:
    needles = [b"a" * length for length in range(1, 300)]
    pattern = expression(needles, Dialect.PERL)
    assert pattern.count(b"(?:") <= 61
    assert re.fullmatch(pattern, b"a" * 299)
    assert not re.search(pattern, b"a" * 300)


@pytest.mark.parametrize(
    ("needles", "dialect", "count"),
    [
        ([b"x"], Dialect.PERL, 1),
        ([b"x"] * 1_499, Dialect.PERL, 1_499),
        ([b"x"] * 1_501, Dialect.PERL, 1_500),
        ([b"x"] * 5_001, Dialect.EXTENDED, 5_000),
        ([b"x" * 9_000] * 3, Dialect.PERL, 2),
        ([b"x" * 10_000] * 3, Dialect.PERL, 2),
        ([b"x" * 30_000, b"y"], Dialect.PERL, 1),
        ([b"x" * 30_000, b"y"], Dialect.EXTENDED, 2),
    ],
)
def test_how_many_needles_one_expression_holds(
    needles: list[bytes], dialect: Dialect, count: int
) -> None:
    assert batch(needles, dialect) == count
