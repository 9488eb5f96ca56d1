"""Which files the hooks of pre-commit keep from a program, as far as their patterns are plain."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from postil.inspection.linters import Refused
from postil.inspection.linters._tables import yaml_table

NAMES = (".pre-commit-config.yaml", ".pre-commit-config.yml")
_GROUPED = re.compile(r"\A(\^?)\(\??:?([^()]{1,4000})\)(\$?)\Z")
_PLAIN = re.compile(r"\A[\w/ .-]{1,200}\Z")
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class _Place:
    """A piece of a path, which may have to stand at its beginning or its end."""

    text: str
    first: bool
    last: bool

    def fits(self, path: str) -> bool:
        if self.first:
            return path == self.text if self.last else path.startswith(self.text)
        return path.endswith(self.text) if self.last else self.text in path


def keeps_out(text: str, hooks: Collection[str], path: str) -> bool:
    """Whether each of the hooks with these ids leaves a file out; no where there is none."""
    table = _read(text)
    if _is_excluded(table, path):
        return True
    found = list(_hooks(table, hooks))
    return bool(found) and all(_is_excluded(hook, path) for hook in found)


def has_any(text: str, hooks: Collection[str]) -> bool:
    """Whether a file of hooks has one with these ids; it may where none of them can be read."""
    repositories = _tables(_read(text).get("repos"))
    found = [hook.get("id") for each in repositories for hook in _tables(each.get("hooks"))]
    return not found or any(name in hooks for name in found)


@lru_cache(maxsize=16)
def _read(text: str) -> Mapping[str, Any]:
    try:
        return yaml_table(NAMES[0], text)
    except Refused:
        return {}


def _hooks(table: Mapping[str, Any], ids: Collection[str]) -> Iterator[Mapping[str, Any]]:
    for repository in _tables(table.get("repos")):
        for hook in _tables(repository.get("hooks")):
            if hook.get("id") in ids:
                yield hook


def _tables(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _is_excluded(table: Mapping[str, Any], path: str) -> bool:
    exclude, files = table.get("exclude"), table.get("files")
    if isinstance(exclude, str) and any(place and place.fits(path) for place in _places(exclude)):
        return True
    wanted = _places(files) if isinstance(files, str) else []
    # A pattern that is not understood may let the file in.
    return bool(wanted) and all(place is not None and not place.fits(path) for place in wanted)


def _places(pattern: str) -> list[_Place | None]:
    """The alternatives of a pattern; None for one that is no plain piece of a path."""
    text = pattern[:_LONGEST]
    if text.startswith("(?x)"):
        lines = text.removeprefix("(?x)").split("\n")
        text = "".join("".join(line.partition("#")[0].split()) for line in lines)
    grouped = _GROUPED.match(text.strip())
    start, body, end = (grouped[1], grouped[2], grouped[3]) if grouped else ("", text.strip(), "")
    return [_place(each, start, end) for each in body.split("|") if each]


def _place(alternative: str, start: str, end: str) -> _Place | None:
    text = alternative.strip()
    first, last = bool(start) or text.startswith("^"), bool(end) or text.endswith("$")
    text = text.removeprefix("^").removesuffix("$")
    if text.startswith(".*"):
        text, first = text.removeprefix(".*"), False
    if text.endswith(".*"):
        text, last = text.removesuffix(".*"), False
    text = text.replace("\\.", ".").replace("\\/", "/")
    return _Place(text, first, last) if _PLAIN.match(text) else None
