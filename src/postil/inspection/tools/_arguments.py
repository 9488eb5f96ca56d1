"""Describes the arguments of tools; the same description is what a model sees and is held to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def words(most: int, *, default: str | None = None) -> dict[str, Any]:
    """A text of one to `most` characters; with a default it may be left out or empty."""
    kind: dict[str, Any] = {"type": "string", "maxLength": most}
    return kind if default is None else {**kind, "default": default}


def number(most: int, *, default: int | None = None) -> dict[str, Any]:
    """A whole number from 1 on."""
    kind: dict[str, Any] = {"type": "integer", "minimum": 1, "maximum": most}
    return kind if default is None else {**kind, "default": default}


def schema(**arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The JSON Schema of these arguments; those without a default are required."""
    required = [name for name, kind in arguments.items() if "default" not in kind]
    return {
        "type": "object",
        "properties": arguments,
        "required": required,
        "additionalProperties": False,
    }
