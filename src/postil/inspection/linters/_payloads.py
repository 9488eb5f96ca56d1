"""Reads what programs print as JSON, distrustfully: anything of another shape is no report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from postil.inspection.linters import Garbled

_MOST_MESSAGE = 300


def payload(printed: str) -> Any:
    try:
        return json.loads(printed)
    except (ValueError, RecursionError):
        raise Garbled("it printed something that is not JSON") from None


def entries(node: Any) -> Iterator[Any]:
    """The members of a list; a report must be one."""
    if not isinstance(node, list):
        raise Garbled("its report is not a list")
    yield from node


def at(node: Any, *keys: str) -> Any:
    """The value below these keys; None where there is no such thing."""
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node


def number(node: Any, *keys: str) -> int:
    """A line number below these keys; refuses anything else."""
    value = at(node, *keys)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise Garbled("a place in its report is not a line number")
    return value


def words(node: Any, *keys: str) -> str:
    """One line of text below these keys; empty where there is none."""
    value = at(node, *keys)
    return " ".join(value.split())[:_MOST_MESSAGE] if isinstance(value, str) else ""
