"""Tells a member that the project itself coined and gave up from one that a foreign parent may have."""

from __future__ import annotations

import re
from collections.abc import Iterable

from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.views import View
from postil.inspection.checks._stale_reference.words import LONGEST_LINE, is_distinctive
from postil.syntax import Kind

_LOOSE = frozenset({"ruby", "python", "javascript", "php"})
"""Languages in which nothing says before the call that a method is gone."""
_HOOK = re.compile(
    r"\A_{0,2}(?:get|set|is|has|on|handle|before|after|around|pre|post|to|from|as|with|test|clean"
    r"|validate|render|component|should|will|did|perform|form|find|visit|assert|default|allow|init"
    r"|setup|setUp|tear|dispatch|create|update|save|delete|destroy|build)(?=_|[A-Z])"
)
"""Openings of what frameworks call, or make from the columns of a table."""


def is_all_of_tree(lost: Lost, views: Iterable[View]) -> bool:
    """Whether no parent outside the tree provides the member: there is none, or the change gave a
    coined method another name, which nobody does to one that the parent has.
    """
    if lost.descends_from_own:
        return True
    return (
        lost.family in _LOOSE
        and lost.definition.kind is Kind.METHOD
        and bool(lost.subject.now)
        and is_distinctive(lost.name)
        and _HOOK.match(lost.name) is None
        and not (lost.calls_parent or _is_spelled(lost.name, views))
    )


def _is_spelled(name: str, views: Iterable[View]) -> bool:
    """Whether a text or a symbol is the name: a column, a delegate, a method that is made of it."""
    word = name.rstrip("?!=")
    spelled = re.compile(rf"[\"'`:]{re.escape(word)}[?!=]?(?![\w(])")
    return any(
        spelled.search(line[:LONGEST_LINE]) is not None
        for view in views
        for line in view.lines
        if word in line
    )
