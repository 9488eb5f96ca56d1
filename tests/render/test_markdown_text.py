from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from postil.render._markdown import (
    LIMIT,
    Fold,
    Listing,
    assemble,
    cell,
    clip,
    code,
    code_cell,
    escape,
    fence,
    named,
)
from postil.render._visible import one_line, visible
from render.strategies import texts

READER = MarkdownIt("gfm-like", {"linkify": False})


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain words", "plain words"),
        ("snake_case and __init__", "snake_case and \\_\\_init\\_\\_"),
        ("*a* [b](c) ~d~ $e$", "\\*a\\* \\[b\\](c) \\~d\\~ \\$e\\$"),
        ("<b> & </b>", "&lt;b&gt; &amp; &lt;/b&gt;"),
        ("keep `code *x*` as code", "keep `code *x*` as code"),
        ("a ` b", "a \\` b"),
        ("hello @team", "hello `@team`"),
        ("fixes #12", "fixes `#12`"),
        ("see GH-12 and a/b#3", "see `GH-12` and `a/b#3`"),
        ("at https://x.example now", "at `https://x.example` now"),
        ("www.x.example", "`www.x.example`"),
        ("`a`@b", "`a` `@b`"),
        ("`a\\`@b", "`a\\` `@b`"),
        ("---", "\\---"),
        ("# no heading", "\\# no heading"),
        ("/close", "\\/close"),
        ("1. no list", "1\\. no list"),
        ("2) no list", "2\\) no list"),
        ("0.1.0", "0.1.0"),
        ("one\ntwo\t three", "one two three"),
        ("\x1b[0m", "␛\\[0m"),
        ("``a`b``", "``a`b``"),
        ("``` ```", "\\`\\`\\` \\`\\`\\`"),
    ],
)
def test_escape(text: str, written: str) -> None:
    assert escape(text) == written


@given(texts)
def test_escaped_text_reads_as_the_text(text: str) -> None:
    tokens = READER.parse(escape(text))
    if not one_line(text):
        assert tokens == []
        return
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    children = tokens[1].children or []
    assert {child.type for child in children} <= {"text", "code_inline", "text_special"}
    read = "".join(child.content for child in children)
    plain = one_line(text).replace("<!--", "<!‑‑").replace("-->", "‑‑>")
    squeezed = read.replace("<!--", "<!‑‑").replace("-->", "‑‑>")
    # A space may part code spans that touch, and ticks around code are not text.
    assert squeezed.replace(" ", "").replace("`", "") == plain.replace(" ", "").replace("`", "")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", ""),
        ("a", "`a`"),
        ("a`b", "``a`b``"),
        ("`a", "`` `a ``"),
        ("a``", "``` a`` ```"),
        ("<!-- x -->", "`<!‑‑ x ‑‑>`"),
    ],
)
def test_code(text: str, written: str) -> None:
    assert code(text) == written


def test_cells_hold_no_pipe() -> None:
    assert cell("a | b \\| `c|d`") == "a │ b \\\\│ `c│d`"
    assert code_cell("a|b") == "`a│b`"


def test_named_is_never_empty() -> None:
    assert named(" \n") == "(blank)"
    assert named("a*") == "a\\*"


@pytest.mark.parametrize(
    ("text", "ticks"), [("x", 3), ("a ``` b", 4), ("~~~~~", 6), ("`````\n", 6)]
)
def test_fences_are_longer_than_any_inside(text: str, ticks: int) -> None:
    lines = fence(text).split("\n")
    assert lines[0] == "`" * ticks + "text"
    assert lines[-1] == "`" * ticks


@given(texts)
def test_fenced_text_reads_as_the_text(text: str) -> None:
    tokens = READER.parse(fence(text))
    assert [token.type for token in tokens] == ["fence"]
    expected = visible(text.expandtabs(4)).replace("<!--", "<!‑‑").replace("-->", "‑‑>")
    assert tokens[0].content.strip("\n") == expected.strip("\n")


def test_long_text_is_cut_before_it_is_escaped() -> None:
    assert escape("*" * 3_000) == "\\*" * 1_999 + "…"
    assert len(cell("x" * 3_000)) == 500
    assert len(code("x" * 5_000)) == 4_098
    assert len(fence("x" * 5_000).split("\n")[1]) == 4_000


def test_clip() -> None:
    assert clip("12345", 5) == "12345"
    assert clip("123 56", 5) == "123…"


def listing(count: int, *, size: int = 100, noun: str = "finding") -> Listing:
    return Listing(entries=tuple("x" * size for _ in range(count)), noun=noun, lead="## Open\n\n")


def test_assemble_keeps_everything_that_fits() -> None:
    body = assemble(["one", Fold("more", ("two", listing(2, size=3)))])
    assert body == (
        "one\n\n<details>\n<summary>more</summary>\n\ntwo\n\n## Open\n\nxxx\nxxx\n\n</details>"
    )


def test_assemble_cuts_at_entries_and_says_how_many() -> None:
    body = assemble(["top", listing(20), Fold("more", (listing(3, noun="gap"),)), "end"], limit=900)
    assert len(body) <= 900
    assert body.startswith("top\n\n## Open\n\nxxx")
    assert body.count("x" * 100) == 6
    assert "_14 more findings are not shown: the text would pass 60,000 characters._" in body
    assert "## Open\n\n_3 more gaps are not shown" in body
    assert body.endswith("</details>\n\nend")


def test_one_missing_entry_reads_well() -> None:
    body = assemble([listing(1)], limit=100)
    assert body.endswith("_1 more finding is not shown: the text would pass 60,000 characters._")


@given(st.lists(st.integers(0, 400), max_size=6))
def test_assemble_never_passes_the_limit(counts: list[int]) -> None:
    body = assemble([listing(count, size=300) for count in counts])
    assert len(body) <= LIMIT
    shown = body.count("x" * 300)
    assert (shown < sum(counts)) is ("not shown" in body)
