"""What runs a script that bears no ending, as its first line says."""

from __future__ import annotations

import re

_RUN_BY = re.compile(r"#! ?[\w./ -]{0,60}\b(bash|sh|dash|ksh|zsh|python|ruby|node)[\d.]{0,6}\s")
_ENDINGS = {
    **dict.fromkeys(("bash", "sh", "dash", "ksh", "zsh"), ".sh"),
    "python": ".py",
    "ruby": ".rb",
    "node": ".js",
}


def read_as(path: str, text: str) -> str:
    """The path with the ending of what runs the file, by which grammars know it."""
    run_by = None if "." in path.rpartition("/")[2] else _RUN_BY.match(text)
    return path + _ENDINGS[run_by[1]] if run_by else path
