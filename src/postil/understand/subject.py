"""Reads one-line subjects: a conventional type in front, tags in brackets, and the rest."""

from __future__ import annotations

import re

_CONVENTIONAL = re.compile(
    r"\A(?P<type>[A-Za-z]{2,12})(?:\([^()\n]{0,80}\))?!?:[ \t]{1,4}(?P<rest>[^\n]*)"
)
_TAG = re.compile(r"\A\[[^\[\]\n]{1,40}\][ \t]{0,4}")
_TYPES = frozenset(
    {"build", "bugfix", "chore", "ci", "docs", "feat", "feature", "fix", "hotfix", "perf"}
    | {"refactor", "revert", "style", "test", "tests"}
)
_MAX_SUBJECT = 20_000


def parted(subject: str) -> tuple[str, str]:
    """The conventional type in lower case, empty when there is none, and what is left to read.

    Only known types count: `Parser: fix crash` names a component, which belongs to the text.
    """
    text = _TAG.sub("", subject[:_MAX_SUBJECT].strip(), count=1)
    found = _CONVENTIONAL.match(text)
    if found and found["type"].lower() in _TYPES:
        return found["type"].lower(), found["rest"].strip()
    return "", text
