from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.publish.fencing import block, span, suggestion
from postil.publish.sanitising import Allowed, sanitise
from postil.publish.sanitising.reading import read
from publish.inspector import problems, shown


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), "```suggestion\n```"),
        (("",), "```suggestion\n\n```"),
        (("x = 1",), "```suggestion\nx = 1\n```"),
        (("```", "x", "```"), "````suggestion\n```\nx\n```\n````"),
        (("a `````` b",), "```````suggestion\na `````` b\n```````"),
        (("~~~", "x"), "```suggestion\n~~~\nx\n```"),
        (("\ttabbed\r\n", "no end\r"), "```suggestion\n\ttabbed\nno end\n```"),
        (("</details>", "<!-- x -->"), "```suggestion\n</details>\n<!-- x -->\n```"),
    ],
)
def test_gh40_a_suggestion_holds_any_code(lines: tuple[str, ...], expected: str) -> None:
    made = suggestion(lines)
    assert made == expected
    content = "\n".join(line.rstrip("\r\n") for line in lines)
    allow = Allowed(suggestions=frozenset({content}))
    assert sanitise(made, allow=allow).body == made
    assert list(problems(made)) == []


@given(st.lists(st.text(st.sampled_from("`~<>/ax\t -"), max_size=12), max_size=6))
def test_gh40_whatever_the_lines(lines: list[str]) -> None:
    (code,) = read(f"{suggestion(lines)}\n\nafter").codes
    assert code.is_closed
    assert code.info == "suggestion"
    assert code.text == "".join(f"{line}\n" for line in lines)


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
