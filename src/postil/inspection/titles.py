"""What the title of a change says about the state of the work."""

from __future__ import annotations

import re

_LONGEST = 200
_UNFINISHED = re.compile(
    r"\A\W{0,4}(?:wip|work in progress|draft|fixup!|squash!)(?:\W|\Z)"
    r"|\A[^:]{0,80}\b(?:experiments?|prototype|proof of concept)\W{0,4}\Z",
    re.IGNORECASE,
)
_BEGINNING = re.compile(
    r"\bstart(?:s|ed|ing)?(?: (?:to|on|work|working|building|implementing)\b|\W{0,4}\Z)"
    r"|\b(?:first|initial) (?:pass|cut|draft|stab|version|work|implementation)\b"
    r"|\b(?:hacky|skeleton|unfinished|incomplete|in progress|far from|save (?:code|work))\b"
    r"|\bnot (?:yet )?(?:done|finished|working)\b",
    re.IGNORECASE,
)


def is_unfinished(title: str) -> bool:
    """Whether more is to come, so that what looks left over may still be in use."""
    return _UNFINISHED.match(title[:_LONGEST]) is not None


def is_beginning(title: str) -> bool:
    """Whether it is a first step, so that what has no use yet may get one."""
    return _BEGINNING.search(title[:_LONGEST]) is not None
