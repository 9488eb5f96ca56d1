"""Finds the names that a JavaScript file unpacks from an object only to export them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

_EXPORTED = re.compile(
    r"^export (?:const|let|var) (?:\{([^{}]{1,4000})\}|\[([^\[\]]{1,4000})\])[^=\n]{0,200}=\s{0,20}([^\n;]{1,300})",
    re.MULTILINE,
)
_REMOVED = re.compile(r"\A\s{0,8}(?:export )?(?:const|let|var) [{\[]([^={}\[\]]{1,4000})")
_WORD = re.compile(r"[\w$]+")
_ENTRY = re.compile(r"[^,]+")
_NAME = re.compile(r"\A[A-Za-z_$][\w$]{0,100}\Z")
_CALLED = re.compile(r"\A(?:await )?(?:new )?[\w$.]{1,200}(?:<[^\n]{0,200}>)?\(")
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Unpacking:
    """One statement: the names it exports, and which of them the file has written itself."""

    names: tuple[str, ...]
    own: frozenset[str]

    def is_chosen(self, name: str, before: Collection[str]) -> bool:
        """Whether a name was given away for its own sake.

        What a call returns all at once, or what each thing of that make has, goes together; who
        adds a name to some older ones, or takes what the file itself has made, means it to be used.
        """
        return name in self.own or any(one in before for one in self.names)


def unpackings(text: str) -> dict[str, Unpacking]:
    """By each name that is unpacked and exported, what it is unpacked with."""
    found: dict[str, Unpacking] = {}
    count: Counter[str] = Counter()
    for match in _EXPORTED.finditer(text):
        names = _names(match[1] or match[2])
        count = count or Counter(_WORD.findall(text))
        is_made = _CALLED.match(match[3]) is not None
        own = () if is_made else (name for name in names if count[name] > 1)
        found.update(dict.fromkeys(names, Unpacking(names, frozenset(own))))
    return found


def unpacked_on(line: str) -> tuple[str, ...]:
    """The names that a line unpacks."""
    match = _REMOVED.match(line[:_LONGEST])
    return _names(match[1]) if match is not None else ()


def _names(listed: str) -> tuple[str, ...]:
    """The last word of each entry: what it is called from there on, without what else it may be."""
    entries = (entry[0].partition("=")[0] for entry in _ENTRY.finditer(listed))
    words = (entry.rpartition(":")[2].strip() for entry in entries)
    return tuple(word for word in words if _NAME.match(word))
