"""A remark must say everything a finding says, within measure."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import quote, remark
from postil.domain.finding import Damage, Race, Recovery, Window
from postil.domain.severity import Basis, Justification, Kind
from postil.judge import schema

RACE = Race(window=Window.SECONDS, damage=Damage.DATA_LOSS, recovery=Recovery.NO)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"title": "  \n "}, "no title"),
        ({"slug": "Wrong-Name"}, "slug"),
        ({"slug": "wrong--name"}, "slug"),
        ({"slug": "-wrong"}, "slug"),
        ({"slug": ""}, "slug"),
        ({"slug": "a" * 81}, "slug"),
        ({"confidence": -1}, "confidence"),
        ({"confidence": 101}, "confidence"),
        ({"justification": None}, "justification"),
        ({"justification": Justification.HYGIENE}, "hygiene"),
        ({"slug": "data-race"}, "a race must say"),
        ({"slug": "lock-order"}, "a race must say"),
        ({"category": "E2 Concurrency"}, "a race must say"),
        ({"quotes": ()}, "quotes nothing"),
        ({"quotes": (quote(),) * 21}, "more than 20 quotes"),
        ({"quotes": (quote("x" * 20_001),)}, "longer than 20000"),
        ({"quotes": (quote("\n\n"),), "basis": Basis.RULE}, "line ends"),
        ({"quotes": (quote("  "),)}, "blank"),
    ],
)
def test_what_is_missing_is_named(fields: dict[str, Any], words: str) -> None:
    kept, (aside,) = schema.admit([remark(**fields)])
    assert kept == ()
    assert aside.step == "schema"
    assert words in aside.reason


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"confidence": 0},
        {"confidence": 100},
        {"slug": "n1-query"},
        {"slug": "data-race", "race": RACE},
        {"slug": "data-race", "basis": Basis.TOOL},
        {"slug": "data-race", "kind": Kind.QUESTION},
        {"slug": "race-track-name-x", "race": RACE},
        {"category": "E20 Something"},
        {"justification": Justification.HYGIENE, "kind": Kind.QUESTION},
        {"quotes": (quote("  "),), "basis": Basis.RULE},
        {"quotes": (quote(""),)},
        {"quotes": (quote(),) * 20},
        {"title": "x" * schema.TITLE_LIMIT, "details": "x" * schema.DETAILS_LIMIT},
    ],
)
def test_what_is_complete_passes(fields: dict[str, Any]) -> None:
    (kept,), aside = schema.admit([remark(**fields)])
    assert aside == ()
    assert kept == remark(**fields)


def test_texts_become_one_line_of_bounded_length() -> None:
    long = remark(
        title=" One\n two " + "x" * 300,
        failure_mode="f" * 601,
        mitigation="m\tn",
        category="E5  Logic",
        details=" a\nb" + " " * 7_000 + "c",
    )
    ((kept,), _) = schema.admit([long])
    assert kept.title.startswith("One two xxx")
    assert kept.title.endswith("x…")
    assert len(kept.title) == schema.TITLE_LIMIT
    assert kept.failure_mode == "f" * 599 + "…"
    assert kept.mitigation == "m n"
    assert kept.category == "E5 Logic"
    assert kept.details == "a\nb…"


def test_a_remark_without_quotes_is_set_aside_without_a_place() -> None:
    (_, (aside,)) = schema.admit([remark(quotes=())])
    assert (aside.path, aside.line) == ("", None)
    (_, (aside,)) = schema.admit([remark(slug="", quotes=(quote(line=7),))])
    assert (aside.path, aside.line) == ("src/shape.py", 7)
