"""Tests of settings files as plain values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.inspection.linters import Refused
from postil.inspection.linters._tables import (
    below,
    chosen,
    json_table,
    merged,
    table_of,
    texts,
    toml_table,
    yaml_table,
)


def test_json_values_keep_their_types() -> None:
    text = '{"a": true, "b": null, "c": 1, "d": 1.5, "e": "1", "f": [1e3, x], "g": {"h": false}}'
    assert json_table("a.json", text) == {
        "a": True,
        "b": None,
        "c": 1,
        "d": 1.5,
        "e": "1",
        "f": [1000.0, "x"],
        "g": {"h": False},
    }


def test_the_name_tells_the_format() -> None:
    assert table_of("a.yaml", "a: 1\n") == {"a": 1}
    assert table_of("a.jsonc", '{"a": 1} // x') == {"a": 1}


@pytest.mark.parametrize("read", [json_table, yaml_table, toml_table])
@given(text=st.text(alphabet=st.characters(), max_size=200))
def test_any_text_is_a_table_or_refused(read: object, text: str) -> None:
    assert callable(read)
    try:
        found = read("a", text)
    except Refused as refusal:
        assert refusal.reason.startswith("`a` is not ")  # noqa: PT017 - either way is fine
    else:
        assert isinstance(found, dict)


@pytest.mark.parametrize(
    ("lower", "upper", "both"),
    [
        ({}, {"a": 1}, {"a": 1}),
        ({"a": 1}, {}, {"a": 1}),
        ({"a": {"b": 1, "c": 1}}, {"a": {"b": 2}}, {"a": {"b": 2, "c": 1}}),
        ({"a": [1]}, {"a": [2]}, {"a": [2]}),
        ({"a": {"b": 1}}, {"a": 3}, {"a": 3}),
        ({"a": 3}, {"a": {"b": 1}}, {"a": {"b": 1}}),
    ],
)
def test_one_table_over_another(
    lower: dict[str, object], upper: dict[str, object], both: object
) -> None:
    assert merged(lower, upper) == both


def test_looking_into_tables() -> None:
    assert below({"a": {"b": 1}}, "a", "b") == 1
    assert below({"a": 3}, "a", "b") is None
    assert texts(["a", 1, "b"]) == ["a", "b"]
    assert texts("a") == ["a"]
    assert texts(None) == []
    assert chosen({"a": 1, "b": 2}, frozenset({"a"})) == {"a": 1}
    assert chosen(None, frozenset({"a"})) == {}
