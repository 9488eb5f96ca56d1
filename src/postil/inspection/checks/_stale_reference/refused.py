"""What a compiler refuses once a member is gone: static imports of it, and methods that override it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.inspection.checks._stale_reference.ancestry import parents
from postil.inspection.checks._stale_reference.declared import namespace_of
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.subjects import CERTAIN, LIKELY
from postil.inspection.checks._stale_reference.views import View
from postil.inspection.checks._stale_reference.words import is_distinctive
from postil.syntax import Definition, Form, Kind

_STATIC = re.compile(r"\A\s{0,8}import\s{1,4}static\s{1,4}([\w.]{1,400});")
_REACH = 5
_LONGEST = 400
_ANNOTATION = "@Override"
_OVERRIDE = re.compile(r"\boverride\b")
_ACCESS = re.compile(r"\b(?:public|protected|private|virtual)\s")
_TYPES = frozenset({Kind.CLASS, Kind.TYPE})


def refused(lost: Lost, view: View) -> Iterator[tuple[int, int]]:
    """Lines that do not compile without a member which no parent of its owner provides."""
    if lost.family == "java":
        yield from _statically_imported(lost, view)
    if lost.definition.kind is Kind.METHOD and not lost.definition.inherits:
        yield from ((line, CERTAIN) for line in _overriding(lost, view))


def _statically_imported(lost: Lost, view: View) -> Iterator[tuple[int, int]]:
    """Imports of the member itself, and its uses below an import of all that its owner has."""
    if not lost.namespace or lost.definition.inherits:
        return
    owner = f".{lost.definition.owner}"
    for use in view.in_code(lost.name, Form.IMPORT):
        found = _STATIC.match(view.lines[use.line - 1][:_LONGEST])
        place, _, name = found[1].rpartition(".") if found else ("", "", "")
        own = place.startswith(f"{lost.namespace}.") and place.endswith(owner)
        if own and name == lost.name:
            yield use.line, CERTAIN
    whole = f"import static {lost.namespace}{owner}.*;"
    if whole in view.text and not view.binds(lost.name):
        yield from ((use.line, LIKELY) for use in view.in_code(lost.name, Form.NAME))


def _overriding(lost: Lost, view: View) -> Iterator[int]:
    """Methods marked as overriding it, of classes that have its owner for their only parent."""
    owner = lost.definition.owner
    if owner not in view.text or not _may_know(lost, view):
        return
    heirs = {
        found.name
        for found in view.definitions
        if found.kind in _TYPES and found.name != owner and _only_parent(view, found) == owner
    }
    for found in view.definitions:
        if found.name == lost.name and found.owner in heirs and _is_marked(view, found):
            yield found.line


def _may_know(lost: Lost, view: View) -> bool:
    """Whether the file would take the owner's name for that very owner."""
    if view.path == lost.path or view.folder == lost.folder:
        return True
    owner = lost.definition.owner
    if lost.family == "java" and lost.namespace:
        same = namespace_of("java", view.text) == lost.namespace
        return same or f"{lost.namespace}.{owner}" in view.text
    name = lost.path.rpartition("/")[2]
    return is_distinctive(owner) or (lost.family == "c" and f'{name}"' in view.text)


def _only_parent(view: View, found: Definition) -> str:
    """What a class has for a parent, without its namespace; empty where it has more than one."""
    lines = [line[:_LONGEST].replace("::", ".") for line in view.lines[found.line - 1 :][:_REACH]]
    whole = Definition(name=found.name, kind=found.kind, line=1, end_line=len(lines))
    named = parents(view.family, lines, whole)
    spelled = _ACCESS.sub("", f"{named[0]} ").strip() if len(named) == 1 else ""
    return spelled.rpartition(".")[2]


def _is_marked(view: View, found: Definition) -> bool:
    """Whether the method says that it overrides one of a parent."""
    text = " ".join(line[:_LONGEST] for line in view.lines[found.line - 1 :][:_REACH])
    before, _, after = text.partition(found.name)
    if view.family == "c":
        return _OVERRIDE.search(re.split(r"[{;]", after, maxsplit=1)[0]) is not None
    if view.family == "java":
        above = view.lines[max(0, found.line - 1 - _REACH) : found.line - 1]
        marks: list[str] = []
        for line in reversed(above):
            if not line.lstrip().startswith("@"):
                break
            marks.append(line[:_LONGEST])
        return any(_ANNOTATION in line for line in (before, *marks))
    return _OVERRIDE.search(before) is not None
