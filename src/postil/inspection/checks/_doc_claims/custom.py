"""What the documents of a project cite that is not there: the custom of those who write for others."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.domain import paths
from postil.domain.change import Change
from postil.inspection.checks._doc_claims.lines import Statement, is_left_alone, said_in
from postil.inspection.checks._doc_claims.names import CitedName, cited_names
from postil.inspection.checks._doc_claims.paths import Atlas, CitedPath, cited_paths
from postil.inspection.checks._doc_claims.words import is_placeholder
from postil.ports import Hits, Tree

SEVERAL = 3
"""Things that documents cite and that are not here, from which on they speak of the reader's."""
_ELSEWHERE = 2
"""Untouched files that cite the same path."""
_MADE_UP = 2
_MOST_DOCUMENTS = 40
_MOST_LINES = 3_000
_MOST_NAMES = 30


@dataclass(frozen=True)
class Custom:
    """The documents before and after a change."""

    change: Change
    base: Tree
    head: Tree

    @cached_property
    def _atlas(self) -> Atlas:
        return Atlas(self.base, self.base)

    @cached_property
    def _missing(self) -> dict[str, frozenset[str]]:
        """Paths that are not there, by the document that cites them; filled as documents are read."""
        return {}

    def is_for_readers(self, cited: CitedPath, found: Mapping[str, Hits]) -> bool:
        """Whether such paths are cited all around: they are those of the reader's own project.

        A link leads into this repository, whatever else its document cites.
        """
        if cited.is_link:
            return False
        hits = found.get(cited.plain, Hits()).hits
        if len({hit.path for hit in hits if not self.change.touches(hit.path)}) >= _ELSEWHERE:
            return True
        if not paths.is_doc(cited.statement.path):
            return False
        if self._is_template(cited.statement.path):
            return True
        seen: set[str] = set()
        for path in self._nearest(cited.statement.path):
            seen |= self._missing_in(path) - {cited.plain}
            if len(seen) >= SEVERAL:
                return True
        return False

    def _is_template(self, path: str) -> bool:
        """Whether a document shows its readers several paths that are made up."""
        made_up = {
            cited.plain
            for statement in self._said(path, self.head)
            for cited in cited_paths(statement)
            if is_placeholder(cited.plain)
        }
        return len(made_up) >= _MADE_UP

    def _nearest(self, path: str) -> Iterator[str]:
        """The document itself and others of the same top folder, those close by first."""
        top, mark, _ = path.partition("/")
        start = f"{top}/" if mark else ""
        ending = posixpath.splitext(path)[1]
        beside = (
            other
            for other in self.base.paths()
            if other.startswith(start) and other.endswith(ending) and ("/" in other) == bool(mark)
            if paths.is_doc(other) and not is_left_alone(other)
        )
        ordered = sorted(beside, key=lambda other: (-_shared(path, other), other))
        return islice(ordered, _MOST_DOCUMENTS)

    def _missing_in(self, path: str) -> frozenset[str]:
        if path not in self._missing:
            self._missing[path] = frozenset(
                cited.plain
                for statement in self._said(path, self.base)
                for cited in cited_paths(statement)
                if not cited.is_link and self._atlas.is_missing(cited)
            )
        return self._missing[path]

    @staticmethod
    def _said(path: str, tree: Tree) -> Iterator[Statement]:
        lines = (tree.read(path) or "").split("\n")[:_MOST_LINES]
        return said_in(path, lines, range(1, len(lines) + 1))

    def names_beside(self, cited: Iterable[CitedName]) -> tuple[CitedName, ...]:
        """The functions that the same documents cited before."""
        documents = dict.fromkeys(
            one.statement.path for one in cited if one.is_call and paths.is_doc(one.statement.path)
        )
        return tuple(
            name for path in documents for name in islice(self._functions(path), _MOST_NAMES)
        )

    def _functions(self, path: str) -> Iterator[CitedName]:
        for statement in self._said(path, self.base):
            for name in cited_names(statement):
                if name.is_call and name.is_coined and not name.owner:
                    yield name


def _shared(one: str, other: str) -> int:
    """How much of their way two paths share; a path shares more with itself than with others."""
    return len(posixpath.commonprefix((one, other)))
