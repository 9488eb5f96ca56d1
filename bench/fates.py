"""Tells what later commits did to the line that a finding was about.

A line that a later commit took away was probably worth telling, one that stands to this day
probably not; the reading decides, this only spares looking it up.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from histories import git

_LONGEST_SUBJECT = 60


def fate(repository: Path, commit: str, place: str, quote: str) -> str:
    """When the quoted line of `path:line` left the file, in which commit, after how many others."""
    path = place.partition(":")[0]
    line = next((text for text in quote.split("\n") if text.strip()), "")
    if not line:
        return "nothing quoted"
    try:
        taken = git(
            repository,
            *("log", "--reverse", "--no-merges", "--format=%h%x09%as%x09%s"),
            *(f"-S{line}", f"{commit}..HEAD", "--", path),
        )
    except subprocess.CalledProcessError:
        return "history cannot be read"
    first = taken.decode("utf-8", "replace").partition("\n")[0]
    if not first:
        return "stands to this day"
    short, day, subject = first.split("\t", 2)
    after = git(repository, "rev-list", "--count", f"{commit}..{short}").decode().strip()
    return f"left with {short} ({day}, {after} commits later): {subject[:_LONGEST_SUBJECT]}"
