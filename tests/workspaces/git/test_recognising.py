from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from postil.workspaces.git.recognising import Recogniser

PARTS = st.sampled_from(["a", "b", "_", ".", "-", "é", " ", "1", "$"])
TEXTS = st.lists(PARTS, min_size=1, max_size=4).map("".join)


@given(needles=st.lists(TEXTS, max_size=6, unique=True), line=st.lists(TEXTS).map("".join))
def test_the_recogniser_agrees_with_the_plain_definition(needles: list[str], line: str) -> None:
    def stands(needle: str) -> bool:
        front = r"\b" if re.match(r"\w", needle[0]) else ""
        back = r"\b" if re.match(r"\w", needle[-1]) else ""
        return re.search(front + re.escape(needle) + back, line) is not None

    expected = {needle for needle in needles if stands(needle)}
    assert set(Recogniser(needles).present(line)) == expected
