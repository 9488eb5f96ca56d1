"""Every file and folder of a revision as git lists them, with the sizes of the files."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from postil.domain.diff import text
from postil.workspaces.git.command import Git, failure
from postil.workspaces.git.objects import Entry

_LIMIT = 64 * 1024 * 1024
_USUAL = 12 * 1024 * 1024
"""Hardly any tree lists more; sizes are asked for beyond this only once the names alone fit."""
_KIND = 7
"""Where in a record the kind begins: after six digits of mode and a blank."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Records by path. They stay as git wrote them: of sixty thousand only a few are looked at."""

    files: dict[str, str]
    folders: dict[str, str]

    def paths(self) -> Collection[str]:
        return self.files.keys()

    def entry(self, path: str) -> Entry | None:
        """The file, link, submodule or folder at a path; None where none is."""
        record = self.files.get(path) or self.folders.get(path)
        if record is None:
            return None
        mode, _, oid = record.split()[:3]
        return Entry(mode, oid)

    def sizes(self) -> dict[str, int]:
        """How many bytes each file holds; nothing for a submodule and for what is not here."""
        return {path: _size(record) for path, record in self.files.items()}


def listed(git: Git, oid: str) -> Listing:
    """The listing of a commit or tree; raises `GitFailed` when git cannot tell."""
    names = ("ls-tree", "-r", "-t", "-z", "--full-tree", oid)
    arguments = ("ls-tree", "-r", "-t", "-l", "-z", "--full-tree", oid)
    answer = git.attempt(*arguments, limit=_USUAL)
    if not answer.worked:
        # A size costs git a look at each object, and a tree may unfold without end.
        answer = git.attempt(*names, limit=_LIMIT)
        if answer.worked:
            answer = git.attempt(*arguments, limit=_LIMIT)
    if not answer.worked:
        raise failure(arguments, answer)
    files: dict[str, str] = {}
    folders: dict[str, str] = {}
    for line in text(answer.stdout).split("\0")[:-1]:
        record, _, path = line.partition("\t")
        if record.startswith("tree", _KIND):
            folders[path] = record
        else:
            files[path] = record
    return Listing(files, folders)


def _size(record: str) -> int:
    size = record[record.rindex(" ") + 1 :]
    return int(size) if size.isdigit() else 0
