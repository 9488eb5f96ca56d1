"""Asks git whether a clone holds certain commits."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from postil.workspaces.git.command import Git

_ID = re.compile(r"[0-9a-f]{4,64}")
_NONE = b" missing"


@dataclass(frozen=True)
class GitCommits:
    """A `ports.Commits` over the objects of one clone."""

    git: Git
    are_all_here: bool

    def unknown(self, ids: Collection[str]) -> frozenset[str]:
        # What is no id would be read as a name, and a name may mean anything.
        asked = sorted({one for one in ids if _ID.fullmatch(one)})
        if not asked:
            return frozenset()
        stdin = "".join(f"{one}\n" for one in asked).encode("ascii")
        said = self.git.run("cat-file", "--batch-check=%(objecttype)", stdin=stdin).split(b"\n")
        rows = zip(asked, said[: len(asked)], strict=True)
        return frozenset(one for one, row in rows if row.endswith(_NONE))
