"""Headings that say in which form something stands below them, and what they are without that."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FORM = re.compile(
    r"\b(?:json|ya?ml|xml|toml|csv|structured|machine[- ]readable|payload)\b", re.IGNORECASE
)
"""A heading with such a word is over the block itself, whatever else follows."""
_FILLS = frozenset(
    {"json", "yaml", "yml", "xml", "toml", "csv", "structured", "payload", "raw", "data", "block", "full", "formatted", "parsed",
     "extracted", "all", "the", "of", "in", "as", "for", "my", "your"}
)  # fmt: skip
_WORD = re.compile(r"[a-z0-9]{1,40}")
_OPENS = re.compile(r"\A\s{0,8}(?:`{3,8}|~{3,8})(?P<language>json|ya?ml|xml|toml|csv)")
_LONGEST = 200


def is_over_form(heading: str, taken: str, patterns: Iterable[str]) -> bool:
    """Whether a heading names the form of the block below it, which just one of the patterns is for.

    What takes the code of any language out of a page leaves headings that are about the page.
    """
    opened = _OPENS.match(taken)
    if opened is None or _FORM.search(heading[:_LONGEST]) is None:
        return False
    return any(opened["language"] in pattern for pattern in patterns)


def are_one(some: str, other: str) -> bool:
    """Whether two headings are the same but for the words about the form."""
    said = [word for word in _words(some) if word not in _FILLS]
    return bool(said) and said == [word for word in _words(other) if word not in _FILLS]


def _words(heading: str) -> list[str]:
    return _WORD.findall(heading[:_LONGEST].lower())
