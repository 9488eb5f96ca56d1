"""Finds the imports of a changed file that are of no use since the change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import language_of
from postil.inspection.arrivals import is_brought_in
from postil.inspection.checks._unused_import.meant import (
    is_for_effect,
    is_kept,
    is_left_alone,
    is_open,
)
from postil.inspection.checks._unused_import.reading import Reading
from postil.inspection.checks._unused_import.twice import Repeat, repeats
from postil.inspection.titles import is_beginning, is_unfinished
from postil.ports import Tree
from postil.syntax import Brought, Form, Role, references

_USES = frozenset({Form.NAME, Form.UNKNOWN, Form.IMPORT})
_MOST_ORIGINS = 8
_CUSTOM = 2
"""So many unused imports in the file before the change show that nobody minds them there."""


@dataclass(frozen=True, slots=True)
class Stray:
    """An import that nothing in its file speaks of, and the removed line that did, if one did."""

    entry: Brought
    last_use: tuple[int, str] | None = None


@dataclass(frozen=True)
class Sheet:
    """One changed file before and after; `shrunk` are those that lost lines, the most first."""

    change: Change
    file: ChangedFile
    head: Tree
    base: Tree
    shrunk: tuple[ChangedFile, ...] = ()

    @cached_property
    def now(self) -> Reading:
        return Reading(self.file.path, self.head.read(self.file.path) or "")

    @cached_property
    def before(self) -> Reading:
        old = self.file.old_path
        text = (self.base.read(old) if old else None) or ""
        return Reading(old or self.file.path, text)

    @cached_property
    def strays(self) -> tuple[Stray, ...]:
        """Those that come with the change first, each name once."""
        if is_open(self.now):
            return ()
        found = {stray.entry.local: stray for stray in self._strays()}
        return tuple(
            sorted(found.values(), key=lambda one: (one.last_use is not None, one.entry.line))
        )

    @cached_property
    def repeats(self) -> tuple[Repeat, ...]:
        if is_open(self.now) and self.now.imported is not None:
            return ()
        return tuple(repeats(self.now, self.before, self.file.added_numbers))

    @cached_property
    def is_custom(self) -> bool:
        """Whether the file held such imports before."""
        older = {
            entry.local
            for entry in self.before.names
            if entry.local in self.before.unused and not is_kept(self.before, entry)
        }
        return len(older) >= _CUSTOM

    def _strays(self) -> Iterator[Stray]:
        for entry in self.now.names:
            if entry.local not in self.now.unused or is_kept(self.now, entry):
                continue
            if entry.local in self.before.bound:
                use = self._last_use(entry.local)
                if use is not None:
                    yield Stray(entry, use)
            elif self._is_news(entry):
                yield Stray(entry)

    def _is_news(self, entry: Brought) -> bool:
        return (
            entry.line in self.file.added_numbers
            and self._tells_news
            and not is_for_effect(self.now, entry, self.before, self.head)
            and not any(entry.local in origin.unused for origin in self._origins)
        )

    @cached_property
    def _origins(self) -> list[Reading]:
        """Where a new file may come from: what was of no use there came along with the rest."""
        if self.file.status is not FileStatus.ADDED:
            return []
        alike = (
            file
            for file in self.shrunk
            if file.old_path and language_of(file.old_path) == self.now.language
        )
        return [
            Sheet(self.change, file, self.head, self.base).before
            for file in islice(alike, _MOST_ORIGINS)
        ]

    @cached_property
    def _tells_news(self) -> bool:
        """Whether what comes in unused is a slip: the work is done, and it is known what was there."""
        title = self.change.title
        if is_unfinished(title) or is_beginning(title) or title.startswith('Revert "'):
            return False
        return self.file.status is FileStatus.ADDED or self.before.imported is not None

    def _last_use(self, name: str) -> tuple[int, str] | None:
        """The last line of code that the change takes away and that used the name."""
        if name in self.before.unused:
            return None
        gone = dict(self.file.removed)
        uses = [
            place.line
            for place in references(self.before.path, self.before.text, {name})
            if place.line in gone
            and place.role is Role.CODE
            and place.form in _USES
            and not self.before.covers(place.line)
        ]
        return (uses[-1], gone[uses[-1]]) if uses else None


def sheets(change: Change, head: Tree, base: Tree) -> Iterator[Sheet]:
    """The files of the change that people write, and that may import something."""
    losing = (file for file in change.files if file.old_path and file.removed)
    shrunk = tuple(sorted(losing, key=lambda file: -file.deletions))
    for file in change.files:
        if file.status is FileStatus.DELETED or file.is_symlink or file.is_submodule:
            continue
        if not file.hunks or is_left_alone(file.path) or is_brought_in(change, file):
            continue
        yield Sheet(change, file, head, base, shrunk)
