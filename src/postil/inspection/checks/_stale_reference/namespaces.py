"""Tells from packages and namespaces that a file cannot mean a type which is spelled alike."""

from __future__ import annotations

import re

from postil.domain.change import Change
from postil.inspection.checks._stale_reference.declared import namespace_of
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.members import is_of_another_package
from postil.inspection.checks._stale_reference.spelled import is_bound_elsewhere
from postil.inspection.checks._stale_reference.views import View
from postil.syntax import Form, Kind

_TYPES = frozenset({Kind.CLASS, Kind.TYPE})
_HUMPS = re.compile(r"[A-Z][a-z0-9]{1,60}")
_COMPOUND = 2
_BY_SIMPLE_NAME = frozenset({"java", "php"})
_SOURCES = "/src/"
_PATH_ITSELF = re.compile(r"\bself\b(?!::)")
"""How an import of Rust takes in a path beside what the path holds."""
_OWN_ROOTS = ("crate", "super", "self")


def is_of_another_namespace(lost: Lost, view: View, change: Change) -> bool:
    """Whether a file stands in another package and has nothing from the one that lost a type.

    Java and PHP find a simple name in the file's own package, or where an import says; so the
    name was another type's before the change as well, of one that a build makes, say. Nested
    types are left out, which heirs see without an import.
    """
    if lost.definition.kind not in _TYPES or lost.definition.owner or lost.family != view.family:
        return False
    if lost.family not in _BY_SIMPLE_NAME:
        return False
    own = namespace_of(view.family, view.text)
    if not own or not lost.namespace or own == lost.namespace or view.path == lost.path:
        return False
    file = change.by_path.get(view.path)
    left = "" if file is None else "\n".join(text for _, text in file.removed)
    return not any(_has_from(lost, text) for text in (view.text, left))


def comes_from_elsewhere(lost: Lost, view: View, change: Change) -> bool:
    """Whether the file has the name by a path that has nothing to do with the lost file."""
    if is_bound_elsewhere(lost, view) or is_of_another_package(lost, view):
        return True
    if is_of_another_namespace(lost, view, change):
        return True
    parts = {
        part
        for path in (lost.path, lost.subject.cause.path)
        for part in path.rpartition(".")[0].split("/")[-2:]
        if part and not (part == lost.name and lost.family == "java")
    }
    return any(
        not any(part in _PATH_ITSELF.sub("", use.qualifier) for part in (*parts, *_OWN_ROOTS))
        for use in view.in_code(lost.name, Form.IMPORT)
    )


def is_word_of_another(lost: Lost, view: View, change: Change) -> bool:
    """Whether a comment in another part of the tree, without a tie to the type, has a plain compound."""
    compound = _HUMPS.findall(lost.name)
    if len(compound) != _COMPOUND or "".join(compound) != lost.name:
        return False
    apart = _part(lost.path) != _part(view.path)
    return apart and is_of_another_namespace(lost, view, change)


def _has_from(lost: Lost, text: str) -> bool:
    """Whether a text names the package itself, not only one below it."""
    mark = r"\\" if lost.family == "php" else r"\."
    space = re.escape(lost.namespace)
    return re.search(rf"(?<![\w.]){space}(?!{mark}[a-z]|\w)", text) is not None


def _part(path: str) -> str:
    """The folder that holds a part of the program with sources of its own."""
    return path.partition(_SOURCES)[0] if _SOURCES in path else ""
