"""Documents of one version that stand beside those of the next."""

from __future__ import annotations

import re

from postil.domain.paths import is_doc
from postil.ports import Tree

_FOLDER = re.compile(r"(?:\A|(?<=/))(v|version-v?|)(\d{1,3})(\.[\dx]{1,3}|)(?=/)")
_NEXT = 3


def is_of_older_version(path: str, head: Tree) -> bool:
    """Whether a document tells of a version whose successor has a folder beside it."""
    found = _FOLDER.search(path[:400]) if is_doc(path) else None
    if found is None or not (found[1] or found[3]):
        return False
    parent, mark, major, minor = path[: found.start(1)], found[1], int(found[2]), found[3]
    later = [f"{mark}{major + step}{end}" for step in range(1, _NEXT) for end in {minor, ".0", ""}]
    if minor[1:].isdecimal():
        later += [f"{mark}{major}.{int(minor[1:]) + step}" for step in range(1, _NEXT)]
    return any(head.exists(parent + name) for name in later)
