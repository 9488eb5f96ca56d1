"""Reads a repository's history as diffs without context, oldest first, one commit at a time."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_START = "\x01"
_HEAD = re.compile(r"\x01([0-9a-f]{40}) (\d+) ?(.*)")
LONGEST_LINE = 2_000


class UnreadableHistoryError(Exception):
    """Git stopped before the end, so that what was read is not the history."""


@dataclass
class Edit:
    """What one commit did to one file."""

    old: str
    new: str
    status: str = "M"
    removed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)


@dataclass
class Step:
    """One commit and its edits."""

    commit: str
    moment: int
    message: str
    edits: list[Edit] = field(default_factory=list)


def steps(repository: Path, count: int) -> Iterator[Step]:
    """The newest `count` commits without merges, oldest first."""
    command = (
        *("git", "-C", str(repository), "log", "--no-merges", "--topo-order", "--reverse"),
        *(f"--max-count={count}", "-p", "-U0", "-M", "-l600", "--no-color", "--no-ext-diff"),
        f"--format={_START}%H %ct %s",
    )
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="replace"
    ) as log:
        step: Step | None = None
        in_hunk = False
        for raw in log.stdout or ():
            line = raw.rstrip("\n")[:LONGEST_LINE]
            head = _HEAD.match(line)
            if head is not None:
                if step is not None:
                    yield step
                step, in_hunk = Step(head[1], int(head[2]), head[3]), False
            elif line.startswith("diff --git ") and step is not None:
                in_hunk = False
                step.edits.append(Edit(*_names(line)))
            elif line.startswith("@@ "):
                in_hunk = True
            elif step is not None and step.edits:
                _take(step.edits[-1], line, in_hunk=in_hunk)
        if step is not None:
            yield step
    if log.returncode:
        raise UnreadableHistoryError(
            f"git could not show the newest {count} commits of `{repository}`; ask for fewer"
        )


def _names(line: str) -> tuple[str, str]:
    """The two paths of a header; equal halves when nothing was renamed."""
    rest = line.removeprefix("diff --git ")
    half = (len(rest) - 1) // 2
    if rest[:half].removeprefix("a/") == rest[half + 1 :].removeprefix("b/"):
        path = rest[:half].removeprefix("a/")
        return path, path
    old, _, new = rest.partition(" b/")
    return old.removeprefix("a/"), new


def _take(edit: Edit, line: str, *, in_hunk: bool) -> None:
    if in_hunk:
        if line.startswith("-"):
            edit.removed.append(line[1:])
        elif line.startswith("+"):
            edit.added.append(line[1:])
    elif line.startswith("deleted file"):
        edit.status = "D"
    elif line.startswith("new file"):
        edit.status = "A"
    elif line.startswith("rename from "):
        edit.status, edit.old = "R", line.removeprefix("rename from ")
    elif line.startswith("rename to "):
        edit.new = line.removeprefix("rename to ")
