"""Tells of a method of Ruby whether a word above it, or about it, keeps it from others."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MOST_LINES = 5_000
_LONGEST = 1_000
_SECTION = re.compile(r"(private|protected|public|module_function)\s{0,8}(?:#|\Z)")
_BEFORE = re.compile(r"(?:private|protected|private_class_method)\s{1,8}def\b")
_RECEIVER = re.compile(
    r"(?:(?<!\bself)(?:&\.|\.)|::|\bdelegate\b.{0,200}:|\b(?:public_send|receive|respond_to\??)[ (]:)\Z"
)


def is_kept(lines: Sequence[str], number: int, name: str) -> bool:
    """Whether the method that a line begins can be called on its own object only."""
    own = lines[number - 1]
    if _BEFORE.match(own.strip()[:_LONGEST]) or _is_listed(lines, name):
        return True
    depth = _depth(own)
    for line in reversed(lines[: number - 1][-_MOST_LINES:]):
        text = line.strip()[:_LONGEST]
        if not text or text.startswith("#"):
            continue
        section = _SECTION.match(text)
        if section is not None and _depth(line) <= depth:
            return section[1] in ("private", "protected")
        if _depth(line) < depth:
            return False
    return False


def _is_listed(lines: Sequence[str], name: str) -> bool:
    listed = re.compile(
        rf"\s{{0,40}}(?:private|protected)[ (].{{0,400}}:{re.escape(name)}\b(?![?!=])"
    )
    return any(listed.match(line[:_LONGEST]) for line in lines)


def is_asked_of_another(text: str, name: str) -> bool:
    """Whether a line calls a method of something else than the object it stands in."""
    spots = re.finditer(rf"\b{re.escape(name)}\b", text[:_LONGEST])
    return any(_RECEIVER.search(text[: spot.start()]) for spot in spots)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
