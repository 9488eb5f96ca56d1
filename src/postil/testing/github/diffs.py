"""What a pull request changes, as git itself says: files, hunks and the lines in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from postil.testing.github import git

_HUNK = re.compile(r"\A@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")
_STATUSES = {"A": "added", "D": "removed", "M": "modified", "R": "renamed", "C": "copied"}
_SHOWN = ("--no-ext-diff", "--no-textconv", "--no-color", "--find-renames", "--full-index")


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a patch; `position` counts from the first hunk's header, as GitHub does."""

    mark: str
    text: str
    old: int | None
    new: int | None
    position: int


@dataclass(frozen=True, slots=True)
class Hunk:
    """`start` is the first line of the old file that the header names."""

    header: str
    start: int
    lines: tuple[DiffLine, ...]

    def find(self, side: str, number: int) -> DiffLine | None:
        """The line of that number, where the side shows it: additions have no LEFT."""
        for line in self.lines:
            if (line.old if side == "LEFT" else line.new) == number:
                return line
        return None


@dataclass(frozen=True, slots=True)
class FileDiff:
    path: str
    old_path: str
    status: str
    blob: str
    patch: str
    hunks: tuple[Hunk, ...]

    @property
    def additions(self) -> int:
        return sum(line.mark == "+" for hunk in self.hunks for line in hunk.lines)

    @property
    def deletions(self) -> int:
        return sum(line.mark == "-" for hunk in self.hunks for line in hunk.lines)

    def hunk_of(self, side: str, number: int) -> Hunk | None:
        return next((hunk for hunk in self.hunks if hunk.find(side, number)), None)

    def at_position(self, position: int) -> DiffLine | None:
        every = (line for hunk in self.hunks for line in hunk.lines)
        return next((line for line in every if line.position == position), None)


# All that follows is asked by commit ids, which never come to mean something else.
@lru_cache(maxsize=1024)
def merge_base(path: Path, base: str, head: str) -> str:
    """Where the two histories parted; the base itself when they share nothing."""
    try:
        return git.text(path, "merge-base", base, head).split("\n", 1)[0]
    except git.GitRefused:
        return base


@lru_cache(maxsize=256)
def commits(path: Path, old: str, new: str) -> tuple[str, ...]:
    """What the new commit has and the old one has not, the newest first."""
    return tuple(git.text(path, "rev-list", "--topo-order", f"{old}..{new}").split())


@lru_cache(maxsize=256)
def between(path: Path, old: str, new: str) -> tuple[FileDiff, ...]:
    """Every file that differs, with GitHub's three lines of context."""
    names = git.text(path, "diff", "--raw", "-z", "--abbrev=40", *_SHOWN, old, new).split("\0")
    whole = git.run(path, "diff", "--unified=3", *_SHOWN, old, new)
    return tuple(_files(names, whole.decode(errors="replace")))


@lru_cache(maxsize=64)
def whole_text(path: Path, old: str, new: str) -> str:
    return git.text(path, "diff", "--unified=3", *_SHOWN, old, new)


def _files(names: list[str], whole: str) -> Iterator[FileDiff]:
    sections = _sections(whole)
    place = 0
    while place < len(names) and names[place]:
        fields = names[place].split(" ")
        letter = fields[4][:1]
        moved = letter in "RC"
        old_path = names[place + 1]
        path = names[place + 2] if moved else old_path
        place += 3 if moved else 2
        section = next(sections)
        # A change of type stands in the patch as a removal and an addition.
        if letter == "T":
            section = section + next(sections)
        at = next((i for i, line in enumerate(section) if line.startswith("@@ ")), len(section))
        body = section[at:]
        yield FileDiff(
            path=path,
            old_path=old_path,
            status=_STATUSES.get(letter, "changed"),
            blob=fields[2] if letter == "D" else fields[3],
            patch="\n".join(body),
            hunks=tuple(_hunks(body)),
        )


def _sections(whole: str) -> Iterator[list[str]]:
    section: list[str] = []
    for line in whole.removesuffix("\n").split("\n"):
        if line.startswith("diff --git ") and section:
            yield section
            section = []
        section.append(line)
    yield section


def _hunks(body: list[str]) -> Iterator[Hunk]:
    header, lines = "", list[DiffLine]()
    start = old = new = 0
    for position, text in enumerate(body):
        if found := _HUNK.match(text):
            if header:
                yield Hunk(header, start, tuple(lines))
            header, lines = text, []
            start, new = int(found[1]), int(found[2])
            old = start
            continue
        mark = text[:1]
        if mark in (" ", "-", "+"):
            has_old, has_new = mark in " -", mark in " +"
            at_old, at_new = old if has_old else None, new if has_new else None
            lines.append(DiffLine(mark, text[1:], at_old, at_new, position))
            old, new = old + has_old, new + has_new
    if header:
        yield Hunk(header, start, tuple(lines))


@lru_cache(maxsize=1024)
def _moves(path: Path, old: str, new: str) -> dict[str, FileDiff]:
    plain = git.run(path, "diff", "--unified=0", *_SHOWN, old, new).decode(errors="replace")
    names = git.text(path, "diff", "--raw", "-z", "--abbrev=40", *_SHOWN, old, new).split("\0")
    return {file.old_path: file for file in _files(names, plain)}


def follow(path: Path, old: str, new: str, place: tuple[str, int]) -> tuple[str, int] | None:
    """Where a line of the old commit stands in the new one; None when it was touched."""
    name, number = place
    file = _moves(path, old, new).get(name)
    if file is None:
        return place
    if file.status == "removed":
        return None
    shift = 0
    for hunk in file.hunks:
        removed = sum(line.old is not None for line in hunk.lines)
        added = sum(line.new is not None for line in hunk.lines)
        if hunk.start <= number < hunk.start + removed:
            return None
        # Without removed lines the header names the line after which the new ones stand.
        if (hunk.start + removed <= number) if removed else (hunk.start < number):
            shift += added - removed
    return file.path, number + shift
