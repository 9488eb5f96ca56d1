"""Tests of reading YAML and JSON into values that remember their lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.inspection.outlines import (
    MOST_CHARACTERS,
    MOST_DEPTH,
    Listing,
    Scalar,
    Table,
    Unreadable,
    items,
    read_json,
    read_yaml,
    scalars,
    tables,
)


def test_yaml_keeps_lines_and_spelling() -> None:
    table = read_yaml("a: 'x'\nb:\n  - one\n  - é: |\n      two\n      three\n")
    assert table.text("a") == "x"
    listing = table.get("b")
    assert isinstance(listing, Listing)
    inner = listing.items[1]
    assert isinstance(inner, Table)
    value = inner.get("é")
    assert isinstance(value, Scalar)
    assert (value.text, value.line, value.quoted) == ("two\nthree\n", 4, True)
    assert value.raw == "|\n      two\n      three\n"
    assert [scalar.line for scalar in scalars(table)] == [1, 3, 4]


def test_only_line_feeds_and_returns_before_them_break_lines() -> None:
    table = read_yaml("a: 1\r\nb: x\u2028y\x85z\rw\nc: \udcff\n")
    assert {entry.key: entry.line for entry in table} == {"a": 1, "b": 2, "c": 3}


def test_a_byte_order_mark_is_no_key() -> None:
    assert read_yaml("\ufeffa: 1").text("a") == "1"


def test_merged_tables_give_way_to_own_keys() -> None:
    table = read_yaml(
        "x: &x {a: 1, b: 2}\ny: &y {c: 3}\nz:\n  <<: [*x, *y]\n  a: 9\nw: {<<: *y}\nv: {<<: 4}\n"
    )
    assert {key: table.text("z", key) for key in "abc"} == {"a": "9", "b": "2", "c": "3"}
    assert table.text("w", "c") == "3"
    assert table.table("v").entries == {}


def test_a_key_that_stands_twice_is_kept_apart() -> None:
    table = read_yaml("a: 1\nb: 2\na: 3\n? [x]\n: 4\n")
    assert table.text("a") == "3"
    assert [(entry.key, entry.line) for entry in table.repeated] == [("a", 3)]
    assert [(entry.key, entry.line) for entry in table.replaced] == [("a", 1)]


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("a: [", "did not find expected node content", 2),
        ("a: 1\n\tb: 2", "tab character that violates indentation", 2),
        ("- a", "holds no table of keys", None),
        ("", "holds no table of keys", None),
        ("a: *b", "alias `b` stands for nothing", None),
        ("a: " + "[" * (MOST_DEPTH + 1), f"nested deeper than {MOST_DEPTH} levels", None),
        ("a" * (MOST_CHARACTERS + 1), "larger than a million characters", None),
    ],
)
def test_yaml_that_cannot_be_read_says_why(text: str, reason: str, line: int | None) -> None:
    with pytest.raises(Unreadable) as caught:
        read_yaml(text)
    assert reason in str(caught.value)
    assert caught.value.line == line


def test_aliases_that_grow_without_end_are_refused() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
    )
    with pytest.raises(Unreadable, match="more than 50000 values"):
        read_yaml(bomb)


def test_only_the_first_document_counts() -> None:
    assert read_yaml("a: 1\n---\na: 2\n").text("a") == "1"


@pytest.mark.parametrize(
    ("text", "null", "true"),
    [
        ("null", True, False),
        ("~", True, False),
        ("", True, False),
        ("True", False, True),
        ("'true'", False, False),
    ],
)
def test_plain_words_have_meanings(text: str, null: bool, true: bool) -> None:
    value = read_yaml(f"a: {text}").get("a")
    assert isinstance(value, Scalar)
    assert (value.is_null, value.is_true) == (null, true)


def test_a_single_value_stands_for_a_listing() -> None:
    table = read_yaml("a: x\nb: [y, {z: 1}, w]\nc:\nd: {e: f}\n")
    assert [[item.text for item in items(table.get(key))] for key in "abcd"] == [
        ["x"],
        ["y", "w"],
        [],
        [],
    ]
    assert items(None) == ()
    assert list(scalars(None)) == []
    assert list(tables(None)) == []
    assert len(list(tables(table))) == 3
    assert table.get("a", "b") is None
    assert table.text("b") is None


def test_json_with_comments_keeps_lines() -> None:
    table = read_json(
        '\ufeff{\n  // one\n  "a": [1, true, {"b": null,},],\n  /* two\n */ "c": "x\\u0041\\n\\q"\n}'
    )
    value = table.get("c")
    assert isinstance(value, Scalar)
    assert (value.text, value.line) == ("xA\nq", 5)
    assert [scalar.text for scalar in scalars(table.get("a"))] == ["1", "true", "null"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": "b', "is not JSON"),
        ('{"a": 1', "no complete table"),
        ("[1]", "no complete table"),
        ('{"a": 1]', "closes nothing"),
        ("}", "closes nothing"),
        ('{"a"}', "a key has no value"),
        ('{"a": ' + "[" * MOST_DEPTH, "nested deeper"),
        ("/* never closed", "no complete table"),
        (" " * (MOST_CHARACTERS + 1), "larger than a million"),
    ],
)
def test_json_that_cannot_be_read_says_why(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_json(text)


_HOSTILE = st.text(
    st.sampled_from(list("ab:-[]{}&*!|>'\"#,%@`?<\n\t \\/\ud800\x00\u2028é")), max_size=80
)


@given(_HOSTILE)
def test_any_text_is_read_or_refused(text: str) -> None:
    for reader in (read_yaml, read_json):
        try:
            table = reader(text)
        except Unreadable:
            continue
        lines = text.count("\n") + 1
        assert all(1 <= scalar.line <= lines for scalar in scalars(table))
