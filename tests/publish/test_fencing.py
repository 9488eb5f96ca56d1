from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.publish.fencing import block, span
from postil.publish.sanitising.reading import read
from publish.inspector import shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x", "`x`"),
        ("a`b", "``a`b``"),
        ("`", "`` ` ``"),
        ("a``", "``` a`` ```"),
        (" a", "`  a `"),
        ("a|b", "`a│b`"),
    ],
)
def test_spans(text: str, expected: str) -> None:
    assert span(text) == expected


@given(st.text(st.sampled_from("`~ab\n"), min_size=1).filter(lambda text: text.strip()))
def test_a_block_ends_where_it_should(text: str) -> None:
    (code,) = read(f"{block(text, info='text')}\n\nafter").codes
    assert code.text.rstrip("\n") == text.rstrip("\n")
    assert shown(block(text)).count("<pre>") == 1
