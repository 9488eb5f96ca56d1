"""Comments that a change writes and that mean what it takes away all the same."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from postil.domain.change import Change

_LONGEST = 400
_SHORTEST = 24
_ALIKE = 0.9
_MOST = 40
_LINK = re.compile(
    r"\[`(?:\w{1,80}(?:::|\.)){0,6}(\w{1,80})(?:!|\(\))?`\](?![(\[:])"
    r"|\]: (?:\w{1,80}::){0,6}(\w{1,80})(?:\(\))?\s{0,8}\Z"
    r"|\{@link(?:plain)? [\w.]{0,200}#?\b(\w{1,80})[ (}]"
)
"""What a tool for documents looks up: a link of Rust, or one of Java."""


def is_link(name: str, line: str) -> bool:
    """Whether a line of a comment leads to the name, so that a tool will look for it."""
    return any(name in found.groups() for found in _LINK.finditer(line[:_LONGEST]))


def is_carried(change: Change, path: str, line: str) -> bool:
    """Whether a comment stood in another file before in nearly the same words, a slip mended.

    Who edits one where it stands has read what it says.
    """
    text = line.strip()
    if not _SHORTEST <= len(text) <= _LONGEST:
        return False
    words = set(text.split())
    left = [
        removed.strip()
        for file in change.files
        if file.path != path
        for _, removed in file.removed
        if removed.lstrip()[:1] == text[:1]
        and abs(len(removed.strip()) - len(text)) < _SHORTEST
        and len(words.symmetric_difference(removed.split())) <= len(words) // 2
    ]
    return any(SequenceMatcher(None, text, other).ratio() >= _ALIKE for other in left[:_MOST])
