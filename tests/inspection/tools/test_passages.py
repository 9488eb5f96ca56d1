"""Places and what stands around them, without overlaps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from postil.inspection.tools._passages import passages

PLACES = st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 60)), unique=True).map(sorted)


@given(PLACES, st.integers(0, 4))
def test_every_place_is_in_exactly_one_passage(places: list[tuple[str, int]], context: int) -> None:
    made = list(passages(places, context=context))
    shown = [(each.path, line) for each in made for line in range(each.first, each.last + 1)]
    assert len(shown) == len(set(shown))
    wanted = {
        (path, near)
        for path, line in places
        for near in range(max(1, line - context), line + context + 1)
    }
    assert set(shown) == wanted
