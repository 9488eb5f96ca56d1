"""Code that does not run any more: switched off in a comment, or a step that was taken long ago."""

from __future__ import annotations

import re

from postil.inspection.checks._stale_reference_views import View

_REACH = 3
_FEWEST = 3
_MARKS = ("//", "*", "/*", "#", "--", ";")
_ENDS = (";", "{", "}")
_MIGRATION = re.compile(r"(?:\A|/)(?:db/)?(?:migrate|migrations|alembic/versions)/")


def is_in_dead_block(view: View, line: int) -> bool:
    """Whether a line of a comment without a mark of its own lies among statements."""
    if view.lines[line - 1].lstrip().startswith(_MARKS):
        return False
    around = view.lines[max(0, line - 1 - _REACH) : line + _REACH]
    return sum(text.rstrip().endswith(_ENDS) for text in around) >= _FEWEST


def is_migration(path: str) -> bool:
    """Whether a file tells a database what changed at one time, in words of that time."""
    return _MIGRATION.search(path) is not None
