"""Tells what a program printed once, and what was so once, from what a document says is so."""

from __future__ import annotations

import re

_FENCE = re.compile(r"\A {0,12}(?:```+|~~~+) {0,4}([\w-]{0,40})")
_PRINTED = frozenset(
    {"console", "shell-session", "terminal", "text", "txt", "output", "log", "pycon"}
)
_SHELLS = frozenset({"", "shell", "bash", "sh", "zsh", "python"})
_PROMPT = ("$ ", "> ", "% ", "# ", ">>> ", "PS ")
_REACH = 400


def is_shown_output(text: str, line: int) -> bool:
    """Whether a line of a document lies in a block of output and is no command in it."""
    lines = text.split("\n")
    opened = None
    for number in range(max(0, line - 1 - _REACH), min(line - 1, len(lines))):
        fence = _FENCE.match(lines[number][:200])
        if fence is not None:
            opened = None if opened is not None else (number, fence[1].lower())
    if opened is None or line > len(lines):
        return False
    start, language = opened
    if lines[line - 1].lstrip().startswith(_PROMPT):
        return False
    shown = lines[start + 1 : line]
    prompted = any(one.lstrip().startswith(("$ ", ">>> ")) for one in shown)
    return language in _PRINTED or (prompted and language in _SHELLS)


_HEADING = re.compile(r"\A {0,3}(?:#{1,6} {0,4}|={1,6} )(\S.{0,200})")
_RULE = re.compile(r"\A[=~^\"'-]{3,}\s{0,4}\Z")
_PAST = re.compile(
    r"(?i)change ?-?log|release notes?|release history|\bhistory\b|what.s new|\bnews\b|migrat|upgrad"
    r"|credits|contributors|thanks|\A\W{0,3}v?\d{1,4}\.\d[\w.-]{0,20}\b"
)


def is_another_time(text: str, line: int) -> bool:
    """Whether a line of a document does not say what is so now."""
    return is_shown_output(text, line) or is_history(text, line)


def is_history(text: str, line: int) -> bool:
    """Whether the nearest heading above a line of a document opens a part about the past."""
    lines = text.split("\n")
    for number in range(min(line - 1, len(lines)) - 1, max(-1, line - 1 - _REACH), -1):
        heading = _HEADING.match(lines[number][:400])
        if heading is not None:
            return _PAST.search(heading[1]) is not None
        underlined = number + 1 < len(lines) and _RULE.match(lines[number + 1][:200])
        if underlined and lines[number].strip():
            return _PAST.search(lines[number][:200]) is not None
    return False
