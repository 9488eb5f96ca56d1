"""Finds the lines of a file that a tool was asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from postil.inspection.tools import Ground, Nonsense
from postil.inspection.tools._arguments import number, words

PATH = words(1_000)
START = number(10_000_000, default=1)
_MOST_GUESSES = 5


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of a file that are there; `total` is how many the file has."""

    path: str
    first: int
    last: int
    total: int

    @property
    def heading(self) -> str:
        return f"`{self.path}` has {self.total:,} lines; these are {self.first} to {self.last}."


def stretch(ground: Ground, arguments: Mapping[str, Any]) -> Stretch:
    """The lines that `path`, `start` and `count` mean; raises `Nonsense` when there are none."""
    path = arguments["path"].removeprefix("./")
    text = ground.head.read(path)
    if text is None:
        raise Nonsense(_why_not(ground, path))
    total = text.count("\n") + (not text.endswith("\n") and bool(text))
    first = arguments["start"]
    if first > total:
        raise Nonsense(f"`{path}` has {total:,} lines, so there is no line {first}.")
    return Stretch(path, first, min(total, first + arguments["count"] - 1), total)


def _why_not(ground: Ground, path: str) -> str:
    if path in ground.head.paths():
        return f"`{path}` cannot be read as text: it is binary, a submodule, or over 1 MB."
    if ground.head.exists(path.rstrip("/")):
        return f"`{path}` is a folder; `list_files` says what is in it."
    name = path.rstrip("/").rpartition("/")[2]
    alike = [each for each in ground.head.paths() if each.rpartition("/")[2] == name]
    if not alike:
        return f"There is no file `{path}` at head; `list_files` says what there is."
    guesses = ", ".join(f"`{each}`" for each in alike[:_MOST_GUESSES])
    return f"There is no file `{path}` at head; of that name there is {guesses}."
