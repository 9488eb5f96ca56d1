"""Lines that have a machine take a file in: an include, or an element of a page."""

from __future__ import annotations

import posixpath
import re

from postil.domain.paths import language_of
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit
from postil.syntax import supports

_INCLUDES = re.compile(r"#\s{0,8}(?:include|import)\s{0,8}[\"<]")
_OPENS_WITH_INCLUDE = re.compile(r"\A\s{0,80}#\s{0,8}(?:include|import)\s{0,8}[\"<]")
_TAKES_IN = re.compile(
    r"<(?:script|link|img|iframe|source|audio|video|embed)\s[^<>\n]{0,400}?\b(?:src|href)=[\"']([^\"'<>{}$\n]{1,300})[\"']",
    re.IGNORECASE,
)


def is_include(text: str) -> bool:
    """Whether a line takes a file in the way of C, however far the sign stands from the word."""
    return _INCLUDES.search(text[:LONGEST_LINE]) is not None


def is_plain_include(hit: Hit) -> bool:
    """Whether a line that looks like a comment is an include: no language is known, or it is C's kin."""
    unknown = language_of(hit.path) is None and not supports(hit.path)
    return unknown and _OPENS_WITH_INCLUDE.match(hit.text[:LONGEST_LINE]) is not None


def is_taken_in(path: str, hit: Hit) -> bool:
    """Whether an element of a page loads the file from where the page lies."""
    here = posixpath.dirname(hit.path)
    return any(
        posixpath.normpath(posixpath.join(here, address.partition("?")[0])) == path
        for address in _TAKES_IN.findall(hit.text[:LONGEST_LINE])
    )
