from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from postil.publish.sanitising.reading import Code, Edge, read, skim
from publish.bodies import ATTACKS, NOISE

texts = st.lists(st.sampled_from((*NOISE, *ATTACKS)), max_size=25).map("".join)
plain = texts.map(lambda text: "".join(c for c in text if c.isprintable() or c in "\n\t"))


@settings(deadline=None)
@given(plain)
def test_every_character_is_found_where_it_stands(body: str) -> None:
    for leaf in read(body).leaves:
        for at, character in enumerate(leaf.text):
            if not character.isspace():
                assert body[leaf.source(at)] == character


@settings(deadline=None)
@given(plain)
def test_skimming_sees_the_same_blocks(body: str) -> None:
    whole, outline = read(body), skim(body)
    assert (outline.codes, outline.edges, outline.lines) == (
        whole.codes,
        whole.edges,
        whole.lines,
    )


def test_code_and_folds() -> None:
    reading = read("<details>\n<summary>s</summary>\n\n> ~~~ py\n> x\n\n</details>\n\n```\n```")
    assert reading.edges == (Edge(0, 2, opens=True), Edge(6, 7, opens=False))
    assert reading.codes == (
        Code(3, 5, "~~~", "py", "x\n", is_closed=False),
        Code(8, 10, "```", "", "", is_closed=True),
    )
    assert reading.codes[0].margin(reading.lines) == "> "
    assert reading.is_whole


def test_spans_of_text() -> None:
    (leaf,) = read("> - a `b` \\* &amp; [c\n>   d](e 'f') ![g](h) <xx:y>").leaves
    found = [(one.rule, leaf.text[one.start : one.end]) for one in leaf.spans]
    assert found == [
        ("backtick", "`b`"),
        ("escape", "\\*"),
        ("entity", "&amp;"),
        ("link", "[c\nd](e 'f')"),
        ("image", "![g](h)"),
        ("autolink", "<xx:y>"),
    ]
    link, image, autolink = leaf.spans[3:]
    assert (leaf.text[link.inner], link.address) == ("]", "e")
    assert (image.text, image.address, autolink.address) == ("g", "h", "xx:y")


def test_cells_and_escaped_pipes() -> None:
    reading = read("| a | a |\n| - | - |\n| b | b |\n| c \\| d | e |")
    assert [(leaf.text, leaf.places, leaf.is_cell) for leaf in reading.leaves] == [
        ("a", (2,), True),
        ("a", (6,), True),
        ("b", (22,), True),
        ("b", (26,), True),
    ]
    assert reading.pipes == (34,)


def test_what_is_nested_too_deeply_is_not_read() -> None:
    assert not read("> " * 60 + "x").is_whole
    assert read("> " * 10 + "x").is_whole
