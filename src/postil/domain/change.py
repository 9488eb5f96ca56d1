"""One change at one head as plain data: files, hunks and lines, commits and what was left out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

Id = str
"""A full git object id, 40 or 64 hexadecimal digits."""


class Side(StrEnum):
    """Which version of a file a line belongs to."""

    OLD = "old"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a hunk; `mark` is a blank, a plus or a minus."""

    mark: str
    old: int | None
    new: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Hunk:
    """A run of changed lines with its context, as git printed it.

    `body` keeps each line with its mark in front and without the line feed; a carriage
    return, a form feed or a lone surrogate (a byte that is not UTF-8) is content.
    """

    old_start: int
    old_count: int
    new_start: int
    new_count: int
    body: tuple[str, ...]
    heading: str = ""
    old_ends_open: bool = False
    new_ends_open: bool = False

    def lines(self) -> Iterator[Line]:
        old, new = self.old_start, self.new_start
        for entry in self.body:
            mark, text = entry[:1], entry[1:]
            if mark == "+":
                yield Line("+", None, new, text)
                new += 1
            elif mark == "-":
                yield Line("-", old, None, text)
                old += 1
            else:
                yield Line(" ", old, new, text)
                old += 1
                new += 1


@dataclass(frozen=True, slots=True)
class Edited:
    """The added and removed lines of a file with their numbers, at head and at base."""

    added: tuple[tuple[int, str], ...] = ()
    removed: tuple[tuple[int, str], ...] = ()
    added_numbers: frozenset[int] = frozenset()
    removed_numbers: frozenset[int] = frozenset()

    @classmethod
    def of(cls, hunks: Iterable[Hunk]) -> Edited:
        added: list[tuple[int, str]] = []
        removed: list[tuple[int, str]] = []
        for hunk in hunks:
            for line in hunk.lines():
                if line.mark == "+" and line.new is not None:
                    added.append((line.new, line.text))
                elif line.mark == "-" and line.old is not None:
                    removed.append((line.old, line.text))
        return cls(
            tuple(added),
            tuple(removed),
            frozenset(number for number, _ in added),
            frozenset(number for number, _ in removed),
        )


_NOTHING = Edited()


class FileStatus(StrEnum):
    """What happened to a path. A type change (file to symlink) is a deletion and an addition."""

    ADDED = "added"
    MODIFIED = "modified"
    DELETED = "deleted"
    RENAMED = "renamed"
    COPIED = "copied"
    UNMERGED = "unmerged"


SYMLINK = "120000"
SUBMODULE = "160000"
EXECUTABLE = "100755"


@dataclass(frozen=True)
class ChangedFile:
    """One file of the change.

    Paths are the bytes git stores, decoded as UTF-8 with surrogate escapes. `path` is the
    name at head (at base for a deletion); `old_path` is the name at base, None when added.
    `left_out` says why hunks are missing although the file changed; None when they are all here.
    """

    path: str
    status: FileStatus
    old_path: str | None = None
    old_mode: str = ""
    new_mode: str = ""
    old_blob: Id = ""
    new_blob: Id = ""
    binary: bool = False
    hunks: tuple[Hunk, ...] = ()
    additions: int = 0
    deletions: int = 0
    left_out: str | None = None

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        """The folder at head without a trailing slash; empty for the root."""
        return self.path.rpartition("/")[0]

    @property
    def is_symlink(self) -> bool:
        return SYMLINK in (self.new_mode, self.old_mode)

    @property
    def is_submodule(self) -> bool:
        return SUBMODULE in (self.new_mode, self.old_mode)

    @property
    def size(self) -> int:
        return self.additions + self.deletions

    @property
    def added(self) -> tuple[tuple[int, str], ...]:
        """Line number at head and text of each added line, in order."""
        return self._edited.added

    @property
    def removed(self) -> tuple[tuple[int, str], ...]:
        """Line number at base and text of each removed line, in order."""
        return self._edited.removed

    @property
    def added_numbers(self) -> frozenset[int]:
        return self._edited.added_numbers

    @property
    def removed_numbers(self) -> frozenset[int]:
        return self._edited.removed_numbers

    @property
    def _edited(self) -> Edited:
        # Most files of a huge change come without hunks, and what is kept for each of them adds up.
        return self._read if self.hunks else _NOTHING

    @cached_property
    def _read(self) -> Edited:
        return Edited.of(self.hunks)

    def changes(self, side: Side, line: int) -> bool:
        """Whether this change adds (new side) or removes (old side) that line."""
        return line in (self.added_numbers if side is Side.NEW else self.removed_numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A point in history: the words it was asked for by, and the object it turned out to be."""

    name: str
    oid: Id
    is_commit: bool = True

    @property
    def short(self) -> str:
        return self.oid[:7]


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    oid: Id
    subject: str
    body: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something of the change that nobody will look at, and why.

    `required` marks what a reader would expect to have been seen (a cap was hit), as
    against what is left out by declared design (binaries, submodules).
    """

    path: str
    reason: str
    required: bool


@dataclass(frozen=True, kw_only=True)
class Change:
    """What is reviewed: everything between `base` (the merge base where there is one) and `head`.

    `target` is one line in the user's words ("branch `x` against `main`"); `notices` are the
    sentences a reader should see first (nothing ahead, shallow clone, left-over config).
    `repository` is the root commit's id, empty when there is none. `request` is the number of
    the pull request on a forge, empty for a local change. `written` is the day of the newest
    commit; None for what is not committed.
    """

    base: Revision
    head: Revision
    files: tuple[ChangedFile, ...]
    target: str = ""
    repository: str = ""
    branch: str = ""
    commits: tuple[Commit, ...] = ()
    title: str = ""
    description: str = ""
    labels: tuple[str, ...] = ()
    request: str = ""
    written: dt.date | None = None
    notices: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = field(default=())

    @cached_property
    def by_path(self) -> dict[str, ChangedFile]:
        """Changed files by their path at head (deleted ones by their path at base).

        A type change is two entries with one path; the one that lives at head wins.
        """
        ordered = sorted(self.files, key=lambda file: file.status is not FileStatus.DELETED)
        return {file.path: file for file in ordered}

    @cached_property
    def by_old_path(self) -> dict[str, ChangedFile]:
        """Changed files by their path at base; a copy leaves its source as it was."""
        return {
            file.old_path: file
            for file in self.files
            if file.old_path is not None and file.status is not FileStatus.COPIED
        }

    @property
    def name(self) -> str:
        """What the change is known by within its repository, from push to push."""
        return self.request or self.branch

    @cached_property
    def additions(self) -> int:
        return sum(file.additions for file in self.files)

    @cached_property
    def new_files(self) -> int:
        """How many files the change adds; asked of each file of a change, so counted once."""
        return sum(file.status is FileStatus.ADDED for file in self.files)

    @property
    def deletions(self) -> int:
        return sum(file.deletions for file in self.files)

    def touches(self, path: str) -> bool:
        return path in self.by_path or path in self.by_old_path

    def changes(self, path: str, side: Side, line: int) -> bool:
        """Whether the change adds or removes that line of that file."""
        file = (self.by_path if side is Side.NEW else self.by_old_path).get(path)
        return file is not None and file.changes(side, line)
