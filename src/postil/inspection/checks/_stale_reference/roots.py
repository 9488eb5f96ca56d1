"""Folders that a file of settings names as the ones below which its other paths lie."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache

from postil.domain.paths import is_config
from postil.ports import Hit, Tree

_LONGEST = 200_000
_WIDEST = 400
_REACH_ABOVE = 200
_ROOT = re.compile(
    r"^[ \t{]{0,40}[\"']?(?:(?:docs?|src|sources?|contents?|root|base|input|tests?|pages)[_-]?(?:dir|directory|path|root|url)"
    r"|root|base|source|src)[\"']?[ \t]{0,4}[:=][ \t]{0,4}(?:[\w.]{1,40}\([ ]?(?:__dirname, {0,4})?)?[\"']?"
    r"(?:\./|/)?([\w@.-][\w@./-]{0,200})",
    re.IGNORECASE | re.MULTILINE,
)
_FROM_FILE = re.compile(
    r"\A[\s{-]{0,80}[\"']?(?:extends|references|files|include|exclude|typeRoots|custom_dir|hooks|INHERIT)[\"']?\s{0,4}[:=]"
)
"""A setting whose paths are looked for from the file itself, whatever root it names."""
_NAME = "config"


def below_roots(token: str, hit: Hit, head: Tree) -> frozenset[str]:
    """Where a path of a settings file leads from the folders that the file names as its roots."""
    folder, _, name = hit.path.rpartition("/")
    if not (is_config(hit.path) or name.partition(".")[0] == _NAME):
        return frozenset()
    text = (head.read(hit.path) or "")[:_LONGEST]
    roots = _roots(text)
    if not roots or _is_from_file(text.split("\n"), hit.line):
        return frozenset()
    # The settings of a tool may lie in a hidden folder of the project that they are for.
    hidden = posixpath.basename(folder).startswith(".")
    bases = (folder, posixpath.dirname(folder)) if hidden else (folder,)
    plain = token.rstrip("/*").lstrip("/")
    return frozenset(
        posixpath.normpath(posixpath.join(base, root, plain)) for base in bases for root in roots
    )


@lru_cache(maxsize=64)
def _roots(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found.rstrip("/") for found in _ROOT.findall(text)))


def _is_from_file(lines: list[str], number: int) -> bool:
    """Whether a line is, or stands in, a setting whose paths know of no root."""
    indent = _indent(lines[number - 1])
    if _FROM_FILE.match(lines[number - 1][:_WIDEST]):
        return True
    for line in reversed(lines[max(0, number - 1 - _REACH_ABOVE) : number - 1]):
        if line.strip() and _indent(line) < indent:
            return _FROM_FILE.match(line[:_WIDEST]) is not None
    return False


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
