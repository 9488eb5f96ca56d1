"""Spells out what the matrix of a workflow puts into its commands."""

from __future__ import annotations

import re

_VARIABLE = re.compile(r"\$\{\{ {0,4}matrix\.([\w-]{1,60}) {0,4}\}\}")
_KEY = re.compile(r"\A[ \t]{0,80}(?:- )?([\w-]{1,60}):[ \t]{0,9}(.{0,400})\Z")
_ITEM = re.compile(r"\A[ \t]{0,80}- ([^:\n]{1,400})\Z")
_LONGEST = 500


def spelled_out(text: str) -> str:
    """The text with all values of each variable in its place; one without values stays as it is."""
    asked = {found[1] for found in _VARIABLE.finditer(text)}
    if not asked:
        return text
    values: dict[str, list[str]] = {name: [] for name in asked}
    key = ""
    for line in text.split("\n"):
        told = line[:_LONGEST].partition(" #")[0].rstrip()
        entry, item = _KEY.match(told), _ITEM.match(told)
        if entry:
            key = entry[1]
        value = entry[2] if entry else item[1] if item else ""
        if key in values and "{{" not in value:
            values[key] += value.strip("[]").replace(",", " ").replace('"', "").split()
    # A folder in front tells a file without an ending from another word.
    return _VARIABLE.sub(
        lambda found: " ".join(f"./{value}" for value in values[found[1]]) or found[0], text
    )
