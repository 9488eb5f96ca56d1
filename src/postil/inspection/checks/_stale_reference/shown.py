"""Tells what a program printed once, and what was so once, from what a document says is so."""

from __future__ import annotations

import re

from postil.inspection.checks._stale_reference.path_words import heads_listing
from postil.inspection.checks._stale_reference.whence import is_drawn_elsewhere
from postil.ports import Hit, Tree

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


_HEADING = re.compile(r"\A {0,3}(#{1,6} {0,4}|={1,6} )(\S.{0,200})")
_RULE = re.compile(r"\A[=~^\"'-]{3,}\s{0,4}\Z")
_RULES = "=-~^\"'"
"""What titles are underlined with, the widest parts first as most do."""
_VERSION = re.compile(
    r"\A[-*+]?\s{0,3}[*_`\[]{0,3}(?:(?:version |release |v\.? ?)?\d{1,4}\.\d{1,4}(?:\.\w{1,12}){0,3}(?:-[\w.]{1,20})?"
    r"|\d{4}-\d\d-\d\d)[*_`\]]{0,3}(?:\s{0,4}[(:,/–—-].{0,80})?\Z",
    re.IGNORECASE,
)
"""Nothing but a version, or a day, and perhaps what belongs to it."""
_RECORD = re.compile(
    r"(?i)change ?-?logs?\b|release notes?|(?:release|version) history"
    r"|\A\W{0,3}(?:(?:recent|latest|notable|major|important|breaking|version|all) )?changes\W{0,3}"
    r"(?:\Z|(?:in|since|from|between)\b)"
)
_PAST = re.compile(
    r"(?i)\bhistory\b|what.s new|\bnews\b|migrat|upgrad"
    r"|credits|contributors|thanks|\A\W{0,3}v?\d{1,4}\.\d[\w.-]{0,20}\b"
)


_LABEL = re.compile(
    r"\A[\s>]{0,12}[*_`\"]{0,4}(?:file(?:name)?:? {1,4}|in {1,4})?[*_`\"]{0,4}(?P<name>[\w.@+-]{1,200})[*_`\"]{0,4}:?[*_]{0,4}\s{0,8}\Z",
    re.IGNORECASE,
)
_SAMPLE = re.compile(r"\A[\s>]{0,12}(?:```|~~~|\.\. (?:code|code-block|sourcecode)::|<pre\b)")
_REACH_BELOW = 3


def shows_its_own(path: str, hit: Hit, head: Tree) -> bool:
    """Whether a document shows, at a line, a file that is called like another one of the tree."""
    return (
        heads_listing(hit.text)
        or is_drawn_elsewhere(path, hit, head)
        or _is_label_of_sample(path.rpartition("/")[2], hit, head)
    )


def _is_label_of_sample(name: str, hit: Hit, head: Tree) -> bool:
    """Whether a line is nothing but the name of a file, and the sample below is what stands in it.

    With a folder in front, or as a link, it would lead to where the file lies.
    """
    found = _LABEL.match(hit.text[:_REACH])
    if found is None or found["name"] != name:
        return False
    below = (head.read(hit.path) or "").split("\n")[hit.line : hit.line + _REACH_BELOW]
    following = next((line for line in below if line.strip()), "")
    return _SAMPLE.match(following[:_REACH]) is not None


def is_another_time(text: str, line: int) -> bool:
    """Whether a line of a document does not say what is so now."""
    return is_shown_output(text, line) or is_history(text, line)


def is_history(text: str, line: int) -> bool:
    """Whether a part about the past holds a line of a document: by the nearest heading above it,
    by one around that, or by the version that heads its list.
    """
    lines = text.split("\n")
    level = None
    indent = _indent(lines[line - 1]) if line <= len(lines) else 0
    for number in range(min(line - 1, len(lines)) - 1, max(-1, line - 1 - _REACH), -1):
        title, depth = _title(lines, number)
        if title and (level is None or depth < level):
            # What stands around the nearest part must be a record; a guide may thank people, too.
            around = level is not None
            if _RECORD.search(title) or _VERSION.match(title):
                return True
            if not around and _PAST.search(title):
                return True
            level = depth
        elif level is None and lines[number].strip() and _indent(lines[number]) <= indent:
            below = _indent(lines[number]) < indent
            indent = _indent(lines[number])
            plain = lines[number].strip()[:200]
            if (below or plain[1:2] != " ") and _VERSION.match(plain):
                return True
    return False


def _title(lines: list[str], number: int) -> tuple[str, int]:
    """What a line heads and how deep that part lies; empty when it is no heading."""
    heading = _HEADING.match(lines[number][:400])
    if heading is not None:
        return heading[2], len(heading[1].strip())
    underline = lines[number + 1][:200] if number + 1 < len(lines) else ""
    if _RULE.match(underline) and lines[number].strip():
        return lines[number].strip()[:200], _RULES.index(underline[0]) + 1
    return "", 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
