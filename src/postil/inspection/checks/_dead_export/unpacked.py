"""Finds the names that a JavaScript file unpacks from an object only to export them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

_EXPORTED = re.compile(
    r"^export (?:const|let|var) (?:\{([^{}]{1,4000})\}|\[([^\[\]]{1,4000})\])[^=\n]{0,200}=\s{0,20}([^\n;]{1,300})",
    re.MULTILINE,
)
_REMOVED = re.compile(r"\A\s{0,8}(?:export )?(?:const|let|var) [{\[]([^={}\[\]]{1,4000})")
_ENTRY = re.compile(r"[^,]+")
_NAME = re.compile(r"([A-Za-z_$][\w$]{0,100})\s{0,8}\Z")
_CALLED = re.compile(r"\A(?:await )?(?:new )?[\w$.]{1,200}(?:<[^\n]{0,200}>)?\(")
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Unpacking:
    """One statement: the names it exports, and whether they come from a call made for them."""

    names: tuple[str, ...]
    is_made: bool

    def is_settled(self, before: Collection[str]) -> bool:
        """Whether what is new of it was chosen here, name by name.

        What a call of others returns all at once goes together; who adds a name to some older
        ones, or takes names that the file has written itself, means it to be used.
        """
        return not self.is_made or any(name in before for name in self.names)


def unpackings(text: str) -> dict[str, Unpacking]:
    """By each name that is unpacked and exported, what it is unpacked with."""
    found: dict[str, Unpacking] = {}
    for match in _EXPORTED.finditer(text):
        names = _names(match[1] or match[2])
        one = Unpacking(names, _CALLED.match(match[3]) is not None)
        found.update(dict.fromkeys(names, one))
    return found


def unpacked_on(line: str) -> tuple[str, ...]:
    """The names that a line unpacks."""
    match = _REMOVED.match(line[:_LONGEST])
    return _names(match[1]) if match is not None else ()


def _names(listed: str) -> tuple[str, ...]:
    """The last word of each entry: what it is called from there on, without what else it may be."""
    entries = (entry[0].partition("=")[0] for entry in _ENTRY.finditer(listed))
    return tuple(name[1] for entry in entries if (name := _NAME.search(entry.strip()[-120:])))
