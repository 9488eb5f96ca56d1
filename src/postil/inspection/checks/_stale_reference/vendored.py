"""Copies of libraries in a folder of their own, which the installed library answers for once they leave."""

from __future__ import annotations

import re

_FOLDER = re.compile(r"(?:\A|/)(_?vendor(?:ed|ing|ized))/")


def is_copy(path: str) -> bool:
    """Whether a file lies in a folder of copies."""
    return _FOLDER.search(path) is not None


def names_copy(path: str, text: str) -> bool:
    """Whether a text that names something of a file also names the folder of copies it lay in.

    Without the folder the name is the library's, and a path that was set up led to the copy.
    """
    folder = _FOLDER.search(path)
    return folder is None or folder[1] in text
