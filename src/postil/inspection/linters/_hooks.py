"""Which files the hooks of pre-commit keep from a program; a pattern that is not plain keeps out
whatever holds its fixed parts, since a file that nobody checks must not be held against anybody.
"""

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
_INNER = re.compile(r"(?<!\\)\([^()]{0,500}\)[*+?]?")
_OPEN = re.compile(
    r"\\[a-zA-Z][*+?]?|\[[^\[\]]{0,200}\][*+?]?|\\?\.[*+?]|[\w/-][*?]|\x00|\{[\d,]{1,9}\}"
)
"""A part of a pattern that more than one text fits."""
_OPEN_PART = "\x00"
_NEST = 4
_FEWEST_TOLD = 3
"""Letters and digits that must be fixed for a pattern to say something of a path."""
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class _Place:
    """A piece of a path, which may have to stand at its beginning or its end."""

    text: str
    first: bool
    last: bool
    pieces: tuple[str, ...] = ()
    """Of a pattern that is more than a piece: what any path that fits has to hold, in this order."""

    def fits(self, path: str) -> bool:
        if self.pieces:
            return self._holds_all(path)
        if self.first:
            return path == self.text if self.last else path.startswith(self.text)
        return path.endswith(self.text) if self.last else self.text in path

    def _holds_all(self, path: str) -> bool:
        at = 0
        for piece in self.pieces:
            found = path.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        return True


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
    """The alternatives of a pattern; None for one that says nothing fixed of a path."""
    text = pattern[:_LONGEST]
    if text.startswith("(?x)"):
        lines = text.removeprefix("(?x)").split("\n")
        text = "".join("".join(line.partition("#")[0].split()) for line in lines)
    text = _without_groups(text.strip())
    grouped = _GROUPED.match(text)
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
    if _PLAIN.match(text):
        return _Place(text, first, last)
    pieces = tuple(piece for piece in _OPEN.split(text) if piece)
    told = sum(character.isalnum() for piece in pieces for character in piece)
    if told < _FEWEST_TOLD or not all(_PLAIN.match(piece) for piece in pieces):
        return None
    return _Place("", first=False, last=False, pieces=pieces)


def _without_groups(pattern: str) -> str:
    """The pattern with what brackets within it hold as one open part, but for a pair around it all."""
    text = pattern
    for _ in range(_NEST):
        inner = _INNER.sub(_OPEN_PART, text)
        if inner.strip("^$") == _OPEN_PART:
            break
        text = inner
    return text
