"""Paths inside of a container that a Dockerfile copies the tree into, as paths of the tree."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from postil.domain.paths import language_of
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree

_COPIES = re.compile(
    r"^[ \t]{0,8}(?:COPY|ADD)(?:[ \t]{1,4}--(?!from)[\w-]{1,20}=\S{1,80}){0,3}[ \t]{1,4}\./?[ \t]{1,4}(\S{1,200})[ \t]{0,8}$",
    re.IGNORECASE | re.MULTILINE,
)
"""Puts the whole tree somewhere."""
_WORKDIR = re.compile(
    r"^[ \t]{0,8}WORKDIR[ \t]{1,4}(/[^\s$]{0,200})[ \t]{0,8}$", re.IGNORECASE | re.MULTILINE
)
_LONGEST = 100_000
_HERE = (".", "./")


def in_tree(token: str, hit: Hit, head: Tree) -> tuple[str, ...]:
    """The paths of the tree that a path from the root of an image may be a copy of.

    Empty where one of them stands.
    """
    line = hit.text[:LONGEST_LINE]
    if language_of(hit.path) != "dockerfile" or not token.startswith("/"):
        return ()
    if f" {token}" not in line and f'"{token}"' not in line:
        return ()
    found = tuple(_meant(token, hit, head))
    return () if any(map(head.exists, found)) else found


def _meant(token: str, hit: Hit, head: Tree) -> Iterator[str]:
    for root in _roots((head.read(hit.path) or "")[:_LONGEST]):
        below = token.removeprefix(f"{root.rstrip('/')}/")
        if below not in (token, ""):
            yield posixpath.normpath(below)
            yield posixpath.normpath(posixpath.join(posixpath.dirname(hit.path), below))


def _roots(text: str) -> set[str]:
    """Where an image has the whole tree; none when nothing copies it."""
    places = _COPIES.findall(text)
    found = {place for place in places if place.startswith("/")}
    if any(place in _HERE for place in places):
        found.update(_WORKDIR.findall(text))
    return found - {"/"}
