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
_SAYING = frozenset({"java", "csharp"})
"""Languages whose methods say that they take the place of a parent's."""
_HOOK = re.compile(
    r"\A_{0,2}(?:get|set|is|has|on|handle|before|after|around|pre|post|to|from|as|with|test|clean"
    r"|validate|render|component|should|will|did|perform|form|find|visit|assert|default|allow|init"
    r"|setup|setUp|tear|dispatch|create|update|save|delete|destroy|build)(?=_|[A-Z])"
)
"""Openings of what frameworks call, or make from the columns of a table."""


def is_all_of_tree(lost: Lost, views: Iterable[View], *, is_given_up: bool) -> bool:
    """Whether no parent outside the tree provides the member: there is none, or the change gave a
    coined method another name, or took its users away, which nobody does to one the parent has.
    """
    if lost.descends_from_own:
        return True
    if lost.definition.kind is not Kind.METHOD or not is_distinctive(lost.name):
        return False
    if lost.family in _SAYING:
        return is_given_up and not _is_override(lost)
    if lost.family not in _LOOSE or lost.calls_parent or _is_spelled(lost.name, views):
        return False
    if is_given_up and lost.subject.now:
        return True
    return (is_given_up or bool(lost.subject.now)) and _HOOK.match(lost.name) is None


def _is_override(lost: Lost) -> bool:
    """Whether the method said itself that a parent has one of its name."""
    declared = f"{lost.marks}\n{lost.subject.cause.text}"
    return lost.calls_parent or "@Override" in declared or " override " in declared


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
