"""Reads what a model wrote as the arguments of a tool, strictly: what is not described is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from postil.inspection.tools import Nonsense

MOST_CHARACTERS = 10_000
_NAMED = 60


def decoded(
    written: str, described: Mapping[str, Any], *, original: Callable[[str], str]
) -> dict[str, Any]:
    """The arguments, complete; raises `Nonsense` for anything the schema does not describe.

    `original` undoes in texts what was done to show them to the model.
    """
    given = _object(written)
    kinds = described["properties"]
    for name in given:
        if name not in kinds:
            known = ", ".join(f"`{each}`" for each in kinds)
            raise Nonsense(f"There is no argument `{name[:_NAMED]}`; there are {known}.")
    return {name: _value(name, given, kind, original) for name, kind in kinds.items()}


def _object(written: str) -> dict[str, Any]:
    if len(written) > MOST_CHARACTERS:
        raise Nonsense(f"The arguments are over {MOST_CHARACTERS:,} characters long; ask for less.")
    try:
        given = json.loads(written or "{}", object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise Nonsense("The arguments are not JSON; send one object.") from None
    if not isinstance(given, dict):
        raise Nonsense("The arguments are not an object; send one with a value for each name.")
    return given


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    given = dict(pairs)
    if len(given) < len(pairs):
        raise Nonsense("An argument is given twice; give each of them once.")
    return given


def _value(
    name: str, given: Mapping[str, Any], kind: Mapping[str, Any], original: Callable[[str], str]
) -> str | int:
    if name not in given:
        if "default" not in kind:
            raise Nonsense(f"The argument `{name}` is missing; give it.")
        left_out: str | int = kind["default"]
        return left_out
    if kind["type"] == "string":
        return _text(name, given[name], kind, original)
    value = given[name]
    # To Python a truth value is a number too.
    if type(value) is not int or not kind["minimum"] <= value <= kind["maximum"]:
        span = f"from {kind['minimum']} to {kind['maximum']:,}"
        raise Nonsense(f"The argument `{name}` must be a whole number {span}.")
    return value


def _text(name: str, value: object, kind: Mapping[str, Any], original: Callable[[str], str]) -> str:
    most = kind["maxLength"]
    if not isinstance(value, str) or len(value) > most:
        raise Nonsense(f"The argument `{name}` must be a text of at most {most:,} characters.")
    meant = original(value)
    if not meant and "default" not in kind:
        raise Nonsense(f"The argument `{name}` is empty; say what to look for.")
    try:
        meant.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise Nonsense(
            f"The argument `{name}` holds half a character; copy it as it was shown."
        ) from None
    return meant
