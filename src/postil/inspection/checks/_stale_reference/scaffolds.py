"""Files that a program copies into a tree of the reader's own, where their paths are looked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from postil.inspection.checks._stale_reference.subjects import MILD, Stale

_FOLDER = re.compile(
    r"(?P<plain>\A_?templates?\Z)|[_.-]templates?\Z|\Atemplates?[_.-]"
    r"|scaffold|skeleton|boilerplate|cookiecutter|archetype",
    re.IGNORECASE,
)
_OF_THE_FORGE = (".github/", ".gitlab/")
_PAGES = (
    *(".html", ".htm", ".xhtml", ".jinja", ".jinja2", ".j2", ".erb", ".haml", ".slim", ".twig"),
    *(".hbs", ".mustache", ".ejs", ".pug", ".njk", ".liquid", ".phtml", ".php", ".tpl", ".vue"),
)
"""What a program of the tree itself shows, filled in, and finds its parts for."""
_BUNDLED = ".Files."
"""How a chart of Helm reads what stands beside its templates."""


def eased(stale: Iterable[Stale]) -> Iterator[Stale]:
    """The places, mild where the tree that a path is looked for in is that of a reader.

    What moved within the same scaffold moves in the reader's tree as well.
    """
    for entry in stale:
        root = _root(entry)
        subject = entry.subject
        moved = subject.now.startswith(root) and subject.name.startswith(root)
        if root and not moved:
            yield replace(entry, confidence=min(entry.confidence, MILD))
        else:
            yield entry


def _root(entry: Stale) -> str:
    """The folder of the scaffold that a place lies in; empty when it lies in none."""
    if entry.path.startswith(_OF_THE_FORGE) or _BUNDLED in entry.text:
        return ""
    folders = entry.path.split("/")[:-1]
    for count, folder in enumerate(folders, start=1):
        found = _FOLDER.search(folder)
        if found is not None and not (found["plain"] and entry.path.endswith(_PAGES)):
            return f"{'/'.join(folders[:count])}/"
    return ""
