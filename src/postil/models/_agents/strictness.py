"""A JSON Schema in the strict form: every field is there, and one that may be left out is null."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_NOT_TAKEN = frozenset({"maxLength", "minLength"})


def strict(schema: Mapping[str, Any]) -> dict[str, Any]:
    made = {name: _value(name, value) for name, value in schema.items() if name not in _NOT_TAKEN}
    if "enum" in made and "type" not in made:
        made["type"] = "string"
    if made.get("type") == "object":
        properties = made.get("properties", {})
        needed = set(schema.get("required", ()))
        made["properties"] = {
            name: value if name in needed else {"anyOf": [value, {"type": "null"}]}
            for name, value in properties.items()
        }
        made["required"] = list(properties)
        made["additionalProperties"] = False
    return made


def _value(name: str, value: Any) -> Any:
    if name in {"properties", "$defs"}:
        return {key: strict(each) for key, each in value.items()}
    if name == "items":
        return strict(value)
    return [strict(each) for each in value] if name == "anyOf" else value
