from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.track.locating.linemap import LineMap
from postil.track.locating.lines import Lines
from postil.track.locating.matching import NONE, Span

FUNCTION = "def {0}():\n    return work_of_{0}()\n\n"


def mapped(old: str, new: str) -> LineMap:
    return LineMap(Lines(old), Lines(new))


def functions(names: str) -> str:
    return "".join(FUNCTION.format(name * 5) for name in names)


def test_an_inserted_function_leaves_the_others_whole() -> None:
    found = mapped(functions("ac"), functions("abc"))
    assert found.pairs == [0, 1, 2, 6, 7, 8]


def test_a_removed_function_leaves_the_others_whole() -> None:
    found = mapped(functions("abc"), functions("ac"))
    assert found.pairs == [0, 1, 2, NONE, NONE, NONE, 3, 4, 5]


def test_lines_that_an_insertion_could_slide_over_are_loose() -> None:
    found = mapped("aa aa\n}\nbb bb\n", "aa aa\n}\nnew new\n}\nbb bb\n")
    assert found.pairs == [0, 1, 4]
    assert found.loose == {1}


def test_lines_that_a_removal_could_slide_over_are_torn() -> None:
    found = mapped("aa aa\n}\nold old\n}\nbb bb\n", "aa aa\n}\nbb bb\n")
    assert found.torn == {1, 3}
    assert found.pairs.count(NONE) == 2
    assert found.pairs[2] == NONE


def test_a_removal_begins_at_the_outer_indentation() -> None:
    old = "  top t\nxx xx\n  mid m\nxx xx\n  end e\n"
    assert mapped(old, "  top t\nxx xx\n  end e\n").pairs == [0, NONE, NONE, 1, 2]


def test_an_insertion_begins_at_the_outer_indentation() -> None:
    new = "  top t\nxx xx\n  mid m\nxx xx\n  end e\n"
    assert mapped("  top t\nxx xx\n  end e\n", new).pairs == [0, 3, 4]


def test_a_removal_longer_than_its_way_has_a_firm_middle() -> None:
    old = "aa aa\n}\nold one\nold two\n}\nbb bb\n"
    assert mapped(old, "aa aa\n}\nbb bb\n").torn == {1, 4}


def test_one_of_equal_lines_removed_leaves_all_of_them_torn() -> None:
    found = mapped("top\nsame\nsame\nsame\nend\n", "top\nsame\nsame\nend\n")
    assert found.torn == {1, 2, 3}


def test_new_indentation_keeps_the_pairs() -> None:
    found = mapped("a one\nwork(1)\nb two\n", "a one\nif x:\n    work(1)\nb two\n")
    assert found.pairs == [0, 2, 3]


def test_a_region_at_another_depth_is_paired_without_indentation() -> None:
    body = ["    wait(it)", "    go(two)", "  go(two)", "    go(one)"]
    shallow = [line[2:] for line in body]
    old, new = "\n".join(["head h", *body, "tail t"]), "\n".join(["head h", *shallow, "tail t"])
    found = mapped(old, new)
    assert found.pairs == [0, 1, 2, 3, 4, 5]
    assert found.loose | found.torn == set()


def test_the_gap_of_an_unpaired_line() -> None:
    found = mapped("aaa aaa\nxx\nyy\nbbb bbb\nzz\n", "aaa aaa\nqq\nbbb bbb\n")
    assert found.gap(1) == Span(1, 3, 1, 2)
    assert found.gap(4) == Span(4, 5, 3, 3)


def test_the_gap_of_a_first_line() -> None:
    assert mapped("xx\nbbb bbb\n", "bbb bbb\n").gap(0) == Span(0, 1, 0, 0)


def test_the_gap_without_any_pair_is_everything() -> None:
    assert mapped("a\nb\n", "c\n").gap(1) == Span(0, 2, 0, 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "firm"),
    [
        ("}\nx x x\n", "}\ny y y\n", 0, True),
        ("x x x\n}\n", "y y y\nz z z\n}\n", 1, True),
        ("x x x\n}\nu u u\n", "y y y\n}\nv v v\n", 1, False),
        ("x x x\nreturn the_answer_to(it)\nu u\n", "y\nreturn the_answer_to(it)\nv\n", 1, True),
        ("x x x\n}\nu u u\n", "y y y\nv v v\n", 1, False),
    ],
)
def test_firm_is_what_says_something_or_stands_at_an_end(
    old: str, new: str, line: int, firm: bool
) -> None:
    assert mapped(old, new).is_firm(line) is firm


def test_stray_pairs_leave_their_new_lines_open() -> None:
    found = mapped("x x x\n}\nu u u\n", "y y y\n}\nv v v\n")
    assert found.pairs == [NONE, 1, NONE]
    assert found.taken == frozenset()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\nc\n", "b\nd\ne\n"),
        ("a a\nb b\nc c\nd d\n", "x x\n  b b\ny y\n z z\n"),
    ],
)
def test_what_was_not_compared_is_not_whole(old: str, new: str) -> None:
    assert mapped(old, new).is_whole
    assert not LineMap(Lines(old), Lines(new), steps=4).is_whole


LINES = st.lists(st.sampled_from(["", "}", "  }", "alpha one", "  alpha one", "beta two"]))


@given(LINES)
def test_equal_texts_map_to_themselves(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    found = mapped(text, text)
    assert found.pairs == list(range(len(lines)))
    assert found.loose | found.torn == set()


@given(LINES, st.integers(1, 9))
def test_lines_put_above_shift_everything(lines: list[str], count: int) -> None:
    text = "".join(f"{line}\n" for line in lines)
    above = "".join(f"new line number {n}\n" for n in range(count))
    assert mapped(text, above + text).pairs == [n + count for n in range(len(lines))]


@given(LINES, LINES)
def test_pairs_rise_and_differ_in_indentation_at_most(old: list[str], new: list[str]) -> None:
    found = mapped("".join(f"{x}\n" for x in old), "".join(f"{x}\n" for x in new))
    pairs = [(at, spot) for at, spot in enumerate(found.pairs) if spot != NONE]
    assert all(old[at].strip() == new[spot].strip() for at, spot in pairs)
    spots = [spot for _, spot in pairs]
    assert spots == sorted(set(spots))
