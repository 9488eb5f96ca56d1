"""Tables in code that lead whoever asks for an old address to a new one, and so name what is gone."""

from __future__ import annotations

import posixpath
import re

from postil.inspection.checks._stale_reference.subjects import Stale
from postil.ports import Tree

_REACH = 300
_LONGEST = 400
_OPENING = re.compile(r"redirect\w{0,40}[\"']?\s{0,4}[:=]", re.IGNORECASE)
_LEADS = re.compile(r"[\"']\s{0,4}(?::|=>|,)")


def is_redirected(head: Tree, entry: Stale) -> bool:
    """Whether a table of redirects leads on from the address, on this line or on another one."""
    lines = (head.read(entry.path) or "").split("\n")
    if not _is_in_table(lines, entry.line):
        return False
    name = posixpath.basename(entry.subject.name)
    return any(
        _LEADS.search(line[:_LONGEST]) and name in _LEADS.split(line[:_LONGEST], 1)[0]
        for line in lines[max(0, entry.line - _REACH) : entry.line + _REACH]
    )


def _is_in_table(lines: list[str], number: int) -> bool:
    """Whether the nearest line above that stands further out opens redirects."""
    line = lines[number - 1] if number <= len(lines) else ""
    indent = len(line) - len(line.lstrip())
    for above in reversed(lines[max(0, number - 1 - _REACH) : number - 1]):
        if above.strip() and len(above) - len(above.lstrip()) < indent:
            return _OPENING.search(above[:_LONGEST]) is not None
    return False
