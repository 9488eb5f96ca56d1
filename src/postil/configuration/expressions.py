"""Regular expressions people write in settings, read by an engine that is always linear in time."""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import Protocol

LONGEST = 1_000
_REMEMBERED = 256


class Expression(Protocol):
    def search(self, text: str) -> object | None:
        """What was found, or None."""


class BadExpression(Exception):
    """Text that is no expression, or one that no linear engine can read; the words say why."""


@lru_cache(maxsize=_REMEMBERED)
def compiled(text: str) -> Expression:
    """The expression; raises BadExpression. Look-around and back-references do not exist in it."""
    engine = importlib.import_module("re2")
    options = engine.Options()
    options.log_errors = False
    try:
        expression: Expression = engine.compile(text, options)
    except engine.error as error:
        raise BadExpression(_words(error)) from None
    except UnicodeEncodeError:
        raise BadExpression("it holds bytes that are not UTF-8") from None
    return expression


def _words(error: Exception) -> str:
    said = error.args[0] if error.args else ""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    return " ".join(text.split())[:120]


def readable(text: str) -> str:
    """The same text with every byte that is not UTF-8 replaced, as the engine wants it."""
    return text.encode("utf-8", "replace").decode("utf-8")
