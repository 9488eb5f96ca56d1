"""Examples for those who install a package, whom a rule for those who work on it does not bind."""

from __future__ import annotations

import re

from postil.ports import Tree

_MANIFESTS = ("package.json", "pyproject.toml", "Cargo.toml", "composer.json")
_NAME = re.compile(r"^\s{0,8}\"?name\"?\s{0,4}[:=]\s{0,4}\"([@\w./-]{1,100})\"", re.MULTILINE)
_LONGEST = 20_000


def own_names(head: Tree) -> frozenset[str]:
    """What the packages at the root of the tree are called."""
    return frozenset(
        name
        for path in _MANIFESTS
        for name in _NAME.findall((head.read(path) or "")[:_LONGEST])[:1]
    )


def is_for_consumers(text: str, names: frozenset[str]) -> bool:
    """Whether a line asks for the package itself, with or without a version."""
    words = (word.strip("\"'`.,;") for word in text.split())
    return any(
        word in names or re.split(r"(?<=\w)(?:@|==|\^|:|>=)", word)[0] in names for word in words
    )
