"""Tells whether a type that is nowhere is called like those of the project that stand around it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.inspection.checks._doc_claims.names import CitedName, is_own_type
from postil.ports import Tree

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_TYPE = re.compile(
    r"^[^\S\n]{0,16}(?:[a-z]{1,12} ){0,4}(?:class|struct|interface|trait|enum|record|type|object) ([A-Z]\w{1,80})",
    re.MULTILINE,
)
_TOO_LARGE = 200_000
_PAIR = 2

Words = tuple[str, ...]


@dataclass(frozen=True)
class Kin:
    """The types of a tree by the words in their names, as far as files are called after them."""

    head: Tree

    def surround(self, cited: CitedName) -> bool:
        """Whether a type of ours is called the same but for the last word, and the words before it
        are more than one or a type of ours themselves, so that no library has it.
        """
        name = _words(cited.name)
        if len(name) < _PAIR or not is_own_type(cited.name):
            return False
        path = cited.statement.path
        near = self._everywhere if paths.is_doc(path) else self._around(path)
        is_ours = len(name) > _PAIR or name[:-1] in near
        return is_ours and any(one[:-1] == name[:-1] and len(one) == len(name) for one in near)

    @cached_property
    def _by_folder(self) -> dict[str, set[Words]]:
        found: dict[str, set[Words]] = {}
        for path in self.head.paths():
            is_source = paths.language_of(path) is not None and not paths.is_doc(path)
            if is_source and not (paths.is_test(path) or paths.is_vendored(path)):
                folder, name = posixpath.split(path)
                found.setdefault(folder, set()).add(_words(name.partition(".")[0]))
        return found

    @cached_property
    def _everywhere(self) -> frozenset[Words]:
        return frozenset[Words]().union(*self._by_folder.values())

    def _around(self, path: str) -> frozenset[Words]:
        """What the folder of a source and the source itself hold."""
        beside = self._by_folder.get(posixpath.dirname(path), set[Words]())
        return frozenset(beside | set(self._defined(path)))

    def _defined(self, path: str) -> Iterator[Words]:
        text = (self.head.read(path) or "")[:_TOO_LARGE]
        return (_words(name) for name in _TYPE.findall(text))


def _words(name: str) -> Words:
    return tuple(part.lower() for piece in name.split("_") for part in _HUMP.split(piece) if part)
