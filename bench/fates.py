"""Tells what later commits did to the line that a finding was about.

A line that a later commit took away was probably worth telling, one that stands to this day
probably not; the reading decides, this only spares looking it up.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from histories import git

_LONGEST_SUBJECT = 60
_MOST_MOVES = 10


def fate(repository: Path, commit: str, place: str, quote: str) -> str:
    """When the quoted line of `path:line` was taken away, in which commit, after how many others."""
    path = place.partition(":")[0]
    line = next((text for text in quote.split("\n") if text.strip()), "")
    if not line:
        return "nothing quoted"
    try:
        return _followed(repository, commit, path, line)
    except subprocess.CalledProcessError:
        return "history cannot be read"


def _followed(repository: Path, commit: str, path: str, line: str) -> str:
    since = commit
    for _ in range(_MOST_MOVES):
        taken = git(
            repository,
            *("log", "--reverse", "--no-merges", "--format=%h%x09%as%x09%s"),
            *(f"-S{line}", f"{since}..HEAD", "--", path),
        )
        first = taken.decode("utf-8", "replace").partition("\n")[0]
        if not first:
            return (
                "stands to this day"
                if _holds(repository, "HEAD", path, line)
                else "is not in the newest commit, and none of those after it took it away"
            )
        short, day, subject = first.split("\t", 2)
        moved = _moved(repository, short, path)
        if not (moved and _holds(repository, short, moved, line)):
            after = git(repository, "rev-list", "--count", f"{commit}..{short}").decode().strip()
            return f"left with {short} ({day}, {after} commits later): {subject[:_LONGEST_SUBJECT]}"
        since, path = short, moved
    return "moved too often to follow"


def _moved(repository: Path, commit: str, path: str) -> str:
    """Where the commit moved the file, if it did."""
    told = git(
        repository,
        *("diff-tree", "-r", "-z", "--no-commit-id", "--find-renames", "--diff-filter=R"),
        *("--name-status", commit),
    )
    words = told.decode("utf-8", "surrogateescape").split("\0")
    return next(
        (new for old, new in zip(words[1::3], words[2::3], strict=False) if old == path), ""
    )


def _holds(repository: Path, commit: str, path: str, line: str) -> bool:
    try:
        text = git(repository, "show", f"{commit}:{path}")
    except subprocess.CalledProcessError:
        return False
    return line.encode() in text
