"""Reads what is given with `--context`: rules as `key=value`, everything else as text."""

from __future__ import annotations

from collections.abc import Iterable

from postil.configuration.keys import KEYS

_TABLE = "context"
_TEXT = "context.text"
_LISTS = frozenset(key.leaf for key in KEYS if key.table == _TABLE and key.name != _TEXT)


def context_values(given: Iterable[str]) -> dict[str, object]:
    """The settings meant, for a source of flags; a rule given several times adds up."""
    rules: dict[str, list[str]] = {}
    text: list[str] = []
    for item in given:
        name, equals, value = item.partition("=")
        leaf = name.strip().replace("-", "_")
        if equals and leaf in _LISTS:
            rules.setdefault(f"{_TABLE}.{leaf}", []).append(value.strip())
        else:
            text.append(item.removeprefix("text="))
    return {**rules, **({_TEXT: "\n".join(text)} if text else {})}
