"""The same document or change with every text in it replaced by what may be shown of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

_Shown = TypeVar("_Shown")


def veiled(shown: _Shown, veil: Callable[[str], str] | None) -> _Shown:
    """A value of the same type; without a veil the value itself."""
    if veil is None:
        return shown
    found: _Shown = _veiled(shown, veil)
    return found


def _veiled(shown: Any, veil: Callable[[str], str]) -> Any:
    if isinstance(shown, str):
        return shown if isinstance(shown, Enum) else veil(shown)
    if isinstance(shown, (tuple, list, frozenset)):
        return type(shown)(_veiled(each, veil) for each in shown)
    if isinstance(shown, dict):
        return {_veiled(key, veil): _veiled(value, veil) for key, value in shown.items()}
    if is_dataclass(shown) and not isinstance(shown, type):
        own = {each.name: getattr(shown, each.name) for each in fields(shown) if each.init}
        new = {name: _veiled(value, veil) for name, value in own.items()}
        return shown if new == own else replace(shown, **new)
    return shown
