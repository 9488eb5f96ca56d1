"""Whether a script brings the files of a pull request to where a program may run them."""

from __future__ import annotations

import re

_PULL = re.compile(r"\bgh pr checkout\b|\bgit (?:fetch|pull) [^\n]{0,200}\b(?:refs/)?pull/")
_COMPARES = re.compile(r"\bgit (?:diff|log|show|ls-tree|rev-list|cat-file)\b")
_LAYS_OUT = re.compile(
    r"\b(?:checkout|switch|git pull|merge(?!-base)|rebase|reset|worktree|cherry-pick|restore|archive)\b"
)


def pulled_in(script: str) -> re.Match[str] | None:
    """The command that fetches them; None where they are only compared or listed."""
    if _COMPARES.search(script) and not _LAYS_OUT.search(script):
        return None
    return _PULL.search(script)
