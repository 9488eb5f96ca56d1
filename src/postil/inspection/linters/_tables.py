"""Settings files as plain values, read from TOML, YAML or JSON with comments."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import yaml

from postil.inspection.linters import Refused
from postil.inspection.outlines import Listing, Node, Scalar, Unreadable, read_json, read_yaml

_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_MOST_DEPTH = 40


def toml_table(path: str, text: str) -> Mapping[str, Any]:
    try:
        return _toml(text)
    except (ValueError, RecursionError):
        raise Refused(f"`{path}` is not TOML", "repair the file") from None


@lru_cache(maxsize=64)
def _toml(text: str) -> Mapping[str, Any]:
    """Several linters and both versions of a change ask for the same text."""
    return tomllib.loads(text)


def yaml_table(path: str, text: str) -> dict[str, Any]:
    try:
        # The outline refuses what is too large or too deep before it is built.
        read_yaml(text)
        table = yaml.load(text, Loader=yaml.CSafeLoader)
    except (Unreadable, yaml.YAMLError, ValueError, RecursionError):
        raise Refused(f"`{path}` is not YAML", "repair the file") from None
    return table if isinstance(table, dict) else {}


def json_table(path: str, text: str) -> dict[str, Any]:
    try:
        table = _plain(read_json(text))
    except Unreadable:
        raise Refused(f"`{path}` is not JSON", "repair the file") from None
    return table if isinstance(table, dict) else {}


def table_of(path: str, text: str) -> dict[str, Any]:
    """A JSON or YAML file, told by its name."""
    return (yaml_table if path.endswith((".yml", ".yaml")) else json_table)(path, text)


def _plain(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text if node.quoted else _word(node.text)
    if isinstance(node, Listing):
        return [_plain(item) for item in node.items]
    return {entry.key: _plain(entry.value) for entry in node}


def _word(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    try:
        return float(text) if "." in text or "e" in text.lower() else int(text)
    except ValueError:
        return text


def below(table: object, *keys: str) -> Any:
    """The value below these keys; None where there is no such thing."""
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table


def texts(value: object) -> list[str]:
    """The texts of a list, or the one text that stands where a list may stand."""
    members = value if isinstance(value, list) else [value]
    return [member for member in members if isinstance(member, str)]


def chosen(table: object, keys: frozenset[str]) -> dict[str, Any]:
    """The entries of a table that are allowed; empty where there is no table."""
    return {key: table[key] for key in table if key in keys} if isinstance(table, dict) else {}


def merged(lower: Mapping[str, Any], upper: Mapping[str, Any]) -> dict[str, Any]:
    """One table over another, table by table; a list or a value replaces what is below it."""
    return _merged(lower, upper, _MOST_DEPTH)


def _merged(lower: Mapping[str, Any], upper: Mapping[str, Any], depth: int) -> dict[str, Any]:
    joined = dict(lower)
    for key, value in upper.items():
        below_it = joined.get(key)
        both = isinstance(value, dict) and isinstance(below_it, dict)
        joined[key] = _merged(below_it or {}, value, depth - 1) if both and depth else value
    return joined
