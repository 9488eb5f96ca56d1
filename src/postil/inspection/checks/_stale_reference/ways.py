"""Reads the keys of a table with the whole way to each: YAML and JSON by their depth, others line by line."""

from __future__ import annotations

import re

from postil.domain.paths import language_of

_KEY = re.compile(
    r"\A(\s{0,80})(?:[\"']([\w./-]{1,120})[\"']|([A-Za-z_][\w.-]{0,120}))\s{0,4}:(?=\s|\Z|[\[{\"'])"
)
_FLAT = re.compile(r"\A\s{0,8}([A-Za-z_][\w.\[\]-]{0,200})\s{0,8}[=:]")
_SECTION = re.compile(
    r"\A\s{0,8}\[{1,2}\s{0,2}([\w.\"-]{1,200})\s{0,2}\]{1,2}\s{0,8}(?:#.{0,200})?\Z"
)
_LONGEST = 2_000
_MOST_LINES = 10_000


def ways(path: str, text: str) -> dict[str, int]:
    """Each key of a table, spelled with the keys above it and dots, and its line.

    Below an entry of a list nothing has a way.
    """
    lines = [line[:_LONGEST] for line in text.split("\n")[:_MOST_LINES]]
    return _deep(lines) if language_of(path) in ("yaml", "json") else _flat(lines)


def _deep(lines: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    above: list[tuple[int, str]] = []
    listed = _MOST_LINES
    for number, line in enumerate(lines, start=1):
        bare = line.strip()
        if not bare or bare.startswith(("#", "//")):
            continue
        depth = len(line) - len(line.lstrip())
        if bare == "---":
            above, listed = [], _MOST_LINES
            continue
        if bare.startswith("- "):
            listed = min(listed, depth)
            continue
        if depth > listed:
            continue
        listed = _MOST_LINES
        match = _KEY.match(line)
        if match is None:
            continue
        while above and above[-1][0] >= depth:
            above.pop()
        key = match[2] or match[3]
        above.append((depth, key))
        found.setdefault(".".join(name for _, name in above), number)
    return found


def _flat(lines: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    section = ""
    for number, line in enumerate(lines, start=1):
        opened = _SECTION.match(line)
        if opened is not None:
            section = f"{opened[1]}."
            continue
        match = _FLAT.match(line)
        if match is not None:
            found.setdefault(f"{section}{match[1]}", number)
    return found


def way_of(path: str, text: str, line: int) -> str:
    """The way to the key on a line; empty when it has none."""
    return next((way for way, number in ways(path, text).items() if number == line), "")
