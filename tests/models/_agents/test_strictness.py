"""The strict form of a schema takes whole answers and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from postil.inspection.prompt.answer_schema import SCHEMA
from postil.models._agents.strictness import strict

NESTED = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 3},
        "side": {"enum": ["old", "new"]},
        "list": {"type": "array", "items": {"$ref": "#/$defs/entry"}, "maxItems": 2},
        "either": {"anyOf": [{"enum": ["x"]}, {"type": "integer"}]},
    },
    "required": ["name"],
    "$defs": {"entry": {"type": "object", "properties": {"n": {"type": "integer"}}}},
}
WHOLE = {"name": "a", "side": None, "list": [{"n": None}], "either": "x"}


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for value in schema.values():
            yield from objects(value)
    if isinstance(schema, list):
        for value in schema:
            yield from objects(value)


@pytest.mark.parametrize("schema", [NESTED, SCHEMA])
def test_every_object_is_closed_and_every_field_required(schema: dict[str, Any]) -> None:
    made = strict(schema)
    found = list(objects(made))
    assert len(found) == len(list(objects(schema)))
    for each in found:
        assert each["additionalProperties"] is False
        assert each["required"] == list(each["properties"])


def test_what_may_be_left_out_may_be_null_and_nothing_else_may() -> None:
    made = strict(NESTED)
    jsonschema.validate(WHOLE, made)
    for broken in ({**WHOLE, "name": None}, {**WHOLE, "more": 1}, {**WHOLE, "side": "up"}, {}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(broken, made)


def test_lengths_are_left_out_and_words_get_a_type() -> None:
    properties = strict(NESTED)["properties"]
    assert properties["name"] == {"type": "string"}
    assert properties["side"]["anyOf"][0] == {"enum": ["old", "new"], "type": "string"}
    assert properties["list"]["anyOf"][0]["maxItems"] == 2


def test_the_given_schema_stays_as_it_is() -> None:
    before = repr(NESTED)
    strict(NESTED)
    assert repr(NESTED) == before
