"""Lines that import something without a word that says so, as in the groups of Go."""

from __future__ import annotations

import re

_GROUPED = re.compile(
    r"\A\s{1,40}(?:[\w.]{1,60}\s{1,20})?\"[\w.~-]{1,80}(?:/[\w.~-]{1,80}){0,12}\"\s{0,20}(?://.{0,400})?\Z"
)


def is_grouped_import(line: str) -> bool:
    """Whether a line of Go in a group of imports would name a package."""
    return _GROUPED.match(line) is not None
