"""The smallest thing a reviewer is given: one file's patch, or one group of a large file's hunks."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from postil.domain.change import ChangedFile, Hunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A part of the change that is reviewed whole or not at all.

    `part` counts the groups of a file that is reviewed in several, from 1; 0 when it is one.
    `twin` tells groups of one file with equal content apart. Files without hunks (renames,
    mode changes) are units too: they were looked at as much as there is to see.
    """

    file: ChangedFile
    hunks: tuple[Hunk, ...]
    part: int = 0
    twin: int = 0

    @property
    def path(self) -> str:
        return self.file.path

    @property
    def name(self) -> str:
        """`path`, or `path (part 2)` when the groups of a file are reviewed apart."""
        return f"{self.path} (part {self.part})" if self.part else self.path

    @property
    def size(self) -> int:
        """How many lines it adds and removes."""
        return sum(line[:1] in "+-" for hunk in self.hunks for line in hunk.body)

    @property
    def key(self) -> str:
        """What stays the same while the content of the patch does, whatever moves around it.

        Paths, added and removed lines in order; no line numbers and no context, so that a
        clean rebase next to someone else's edit changes nothing. A group's part is not in it
        either: another group before it leaves it what it was.
        """
        digest = hashlib.sha256()
        for part in (self.file.old_path or "", self.path, self.file.new_mode, str(self.twin)):
            digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
        for hunk in self.hunks:
            for line in hunk.body:
                if line[:1] in "+-":
                    digest.update(line.encode("utf-8", "surrogateescape") + b"\n")
        return digest.hexdigest()
