"""Whatever a model writes as arguments is either complete and in bounds, or refused in a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.inspection.questions import MOST_CHARACTERS, decoded
from postil.inspection.tools import Nonsense
from postil.inspection.tools._arguments import number, schema, words

SCHEMA = schema(path=words(20), glob=words(5, default=""), count=number(400, default=50))


def read(written: str) -> dict[str, Any]:
    return decoded(written, SCHEMA, original=str)


@pytest.mark.parametrize(
    ("written", "arguments"),
    [
        ('{"path": "a"}', {"path": "a", "glob": "", "count": 50}),
        ('{"path": "a", "count": 400}', {"path": "a", "glob": "", "count": 400}),
        ('{"glob": "", "path": "\\udcff"}', {"path": "\udcff", "glob": "", "count": 50}),
    ],
)
def test_what_is_left_out_has_its_usual_value(written: str, arguments: dict[str, Any]) -> None:
    assert read(written) == arguments


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("", "The argument `path` is missing; give it."),
        ("{}", "The argument `path` is missing; give it."),
        ('{"path": "a"', "The arguments are not JSON; send one object."),
        ("[" * 9_000, "The arguments are not JSON; send one object."),
        (
            '{"path": "a", "count": ' + "9" * 5_000 + "}",
            "The arguments are not JSON; send one object.",
        ),
        ('["a"]', "The arguments are not an object; send one with a value for each name."),
        ("null", "The arguments are not an object; send one with a value for each name."),
        ('{"path": "a", "path": "b"}', "An argument is given twice; give each of them once."),
        (
            '{"path": "a", "' + "z" * 99 + '": 1}',
            f"There is no argument `{'z' * 60}`; there are `path`, `glob`, `count`.",
        ),
        ('{"path": ""}', "The argument `path` is empty; say what to look for."),
        ('{"path": 5}', "The argument `path` must be a text of at most 20 characters."),
        ('{"path": null}', "The argument `path` must be a text of at most 20 characters."),
        (
            json.dumps({"path": "a" * 21}),
            "The argument `path` must be a text of at most 20 characters.",
        ),
        (
            '{"path": "\\ud800"}',
            "The argument `path` holds half a character; copy it as it was shown.",
        ),
        *(
            (
                json.dumps({"path": "a", "count": count}),
                "The argument `count` must be a whole number from 1 to 400.",
            )
            for count in (0, -1, 401, True, 5.0, "5", None, [1], float("inf"), float("nan"))
        ),
        (
            " " * (MOST_CHARACTERS + 1),
            "The arguments are over 10,000 characters long; ask for less.",
        ),
    ],
)
def test_nonsense_is_refused_in_a_sentence(written: str, sentence: str) -> None:
    with pytest.raises(Nonsense) as refusal:
        read(written)
    assert str(refusal.value) == sentence


def test_texts_are_led_back_to_what_stands_in_the_files() -> None:
    found = decoded('{"path": "SHOWN"}', SCHEMA, original=str.lower)
    assert found["path"] == "shown"


def test_a_text_that_comes_to_nothing_is_empty() -> None:
    with pytest.raises(Nonsense, match="is empty"):
        decoded('{"path": "x"}', SCHEMA, original=lambda _text: "")


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters())
VALUES = LEAVES | st.lists(LEAVES, max_size=3)


@given(
    st.text()
    | st.dictionaries(st.sampled_from(["path", "glob", "count", "more"]), VALUES).map(json.dumps)
)
def test_nothing_else_ever_comes_of_it(written: str) -> None:
    try:
        found = read(written)
    except Nonsense:
        return
    assert list(found) == ["path", "glob", "count"]
    assert 1 <= len(found["path"]) <= 20
    assert len(found["glob"]) <= 5
    assert type(found["count"]) is int
    assert 1 <= found["count"] <= 400
