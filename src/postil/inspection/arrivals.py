"""Tells code that a change brings in from elsewhere from code that was written for it."""

from __future__ import annotations

import re

from postil.domain.change import Change, ChangedFile, FileStatus

LEAST_NEW_FILES = 20
LEAST_NEW_LINES = 3_000
"""Lines of one new file, from which on a program or another project wrote it."""
_BROUGHT = re.compile(
    r"\b(?:squashed|subtrees?|import(?:s|ed|ing)?|vendor(?:s|ed|ing)?|merg(?:e|es|ed|ing)"
    r"|mov(?:e|es|ed|ing)|renam(?:e|es|ed|ing)|initial (?:commit|import)|migrat(?:e|es|ed|ing))\b",
    re.IGNORECASE,
)
_LONGEST_TITLE = 1_000


def comes_with_others(change: Change, file: ChangedFile) -> bool:
    """Whether a new file comes with many others under a title that says they come from elsewhere.

    What is odd in such a file was odd before, and its author is not the one who reads the review.
    """
    if file.status is not FileStatus.ADDED or not _BROUGHT.search(change.title[:_LONGEST_TITLE]):
        return False
    return change.new_files >= LEAST_NEW_FILES


def is_brought_in(change: Change, file: ChangedFile) -> bool:
    """Whether a new file comes from elsewhere, or is longer than anybody writes for one change."""
    is_long = file.status is FileStatus.ADDED and len(file.added) >= LEAST_NEW_LINES
    return is_long or comes_with_others(change, file)
