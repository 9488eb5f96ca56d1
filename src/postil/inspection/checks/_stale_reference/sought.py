"""Which path a token spells that a line holds, patterns for files among them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

from postil.inspection.checks._stale_reference.roots import below_roots
from postil.ports import Hit, Tree

_WILD = re.compile(r"(?:\A|/)[^/*?]{0,200}[*?].*")


def without_pattern(token: str) -> str:
    """The folder that a pattern for files begins with, or the path itself."""
    return _WILD.sub("", token).rstrip("/")


def is_whole_path(path: str, tokens: Iterable[str], hit: Hit, head: Tree) -> bool:
    """Whether a token is the whole path, from the root or the file's folder, and leads nowhere."""
    folder = posixpath.dirname(hit.path)
    for plain in map(without_pattern, tokens):
        near = posixpath.normpath(posixpath.join(folder, plain))
        ways = {posixpath.normpath(plain.lstrip("/")), near, *below_roots(plain, hit, head)}
        if "/" in plain.strip("./") and path in ways and not any(map(head.exists, ways)):
            return True
    return False
