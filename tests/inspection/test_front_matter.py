"""Front matter as people write it, and as nobody should."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.severity import Severity
from postil.inspection.front_matter import LONGEST_LINE, MOST_CHARACTERS, Facts, Unfit, parted
from postil.inspection.outlines import Unreadable, read_yaml


def facts(text: str) -> Facts:
    return Facts(read_yaml(text))


def test_the_facts_and_the_text_below() -> None:
    found, below = parted("\ufeff---\nname: x\nlist: [a, b, a]\n---\n\nSay it.\n---\nMore.\n")
    assert found.line("name") == "x"
    assert found.texts("list", most=3) == ("a", "b")
    assert below == "Say it.\n---\nMore."
    assert "name" in found
    assert "other" not in found


def test_windows_line_ends_are_line_ends() -> None:
    found, below = parted("---\r\nname: x\r\n---\r\nSay it.\r\n")
    assert (found.line("name"), below) == ("x", "Say it.")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "UTF-8 text of at most 20,000"),
        ("x" * (MOST_CHARACTERS + 1), "UTF-8 text of at most 20,000"),
        ("---\nname: \udcff\n---\n", "UTF-8 text"),
        ("", "begin it with front matter"),
        ("name: x\n", "begin it with front matter"),
        ("\n---\nname: x\n---\n", "begin it with front matter"),
        ("---\nname: x\n", "begin it with front matter"),
        ("---\n- x\n---\n", "repair its front matter: holds no table"),
        ("---\nname: [x\n---\n", "repair its front matter: "),
        ("---\n---\nx\n", "repair its front matter: holds no table"),
    ],
)
def test_what_is_no_front_matter(text: str | None, problem: str) -> None:
    with pytest.raises(Unfit, match=problem):
        parted(text)


def test_defaults_stand_for_what_is_not_there() -> None:
    found = facts("a: b")
    assert found.line("name", default="x") == "x"
    assert found.line("a", default="x") == "b"
    assert found.choice("how", Severity, default=Severity.LOW) is Severity.LOW
    assert facts("how: high").choice("how", Severity, default=Severity.LOW) is Severity.HIGH


@pytest.mark.parametrize(
    "text",
    ["b: 1", "a:", "a: [x]", f"a: {'x' * (LONGEST_LINE + 1)}", 'a: "x\\ny"', 'a: "\\u202e"'],
)
def test_a_line_is_one_short_printable_line(text: str) -> None:
    with pytest.raises(Unfit, match="write `a` as one line of at most 300"):
        facts(text).line("a")


@pytest.mark.parametrize("text", ["b: 1", "a: worst", "a: [high]"])
def test_a_choice_is_one_of_its_words(text: str) -> None:
    with pytest.raises(Unfit, match="choose `a` among critical, high, medium, low, nit"):
        facts(text).choice("a", Severity)


@pytest.mark.parametrize("text", ["b: 1", "a: x", "a: []", "a: [x, y, z]"])
def test_a_list_has_its_length(text: str) -> None:
    with pytest.raises(Unfit, match="list 1 to 2 `a`"):
        facts(text).texts("a", most=2)


@pytest.mark.parametrize("text", ["a: [{b: c}]", 'a: ["\\n"]', f"a: [{'x' * (LONGEST_LINE + 1)}]"])
def test_a_list_holds_words(text: str) -> None:
    with pytest.raises(Unfit, match="write `a` as a list of words"):
        facts(text).texts("a", most=2)


def test_a_key_nobody_reads_is_refused_by_name() -> None:
    facts("a: 1").only(frozenset({"a", "b"}))
    with pytest.raises(Unfit, match="take out `budget`; what counts is a, b"):
        facts("a: 1\nbudget: 100").only(frozenset({"a", "b"}))


def is_read(text: str) -> bool:
    try:
        parted(text)
    except Unfit:
        return False
    return True


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert not is_read(f"x{text}")
    assert is_read(f"---\n{text}\n---\n") or not is_table(text)


def is_table(text: str) -> bool:
    try:
        read_yaml(text)
    except Unreadable:
        return False
    return "---" not in text
