"""Reads entries of documents that explain the options of a program: rows, points, headings, help that is shown."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from postil.inspection.checks._stale_reference.words import LONGEST_LINE

_OPENS = r"\A\s{0,20}(?:\|\s{0,8}|[-*+] {1,4}|#{2,6} {1,4}|\.\. (?:\w{1,12}-)?option:: {1,4})?"
_SHORT = r"(?:-\w(?:[ =]?[<\[]?[A-Z]\w{0,20}[>\]]?)?[`*_]{0,4}(?:, ?|/| {1,3}\|? {0,3})[`*_]{0,4})?"
_ENTRY = re.compile(rf"{_OPENS}[`*_]{{0,4}}{_SHORT}(--?)([a-z][a-z0-9-]{{1,40}})(?![\w-])")
"""What an entry is about: an option with its dashes, perhaps behind its short form."""
_BARE = re.compile(
    r"\A\s{0,12}(?:\|\s{0,8}[`*_]{0,4}([a-z][a-z0-9-]{1,40})[`*_]{0,4}\s{0,40}\||[-*+] {1,4}`([a-z][a-z0-9-]{1,40})`)"
)
"""One that leaves the dashes out, which other tables look like, too."""
_OF_COMMANDS = re.compile(
    r"\b(?:flags?|switch(?:es)?|arguments?|command[- ]line|cli)\b", re.IGNORECASE
)
_HEADING = re.compile(r"\A(?:#{1,6} |\s{0,8}\|)")
_SPAN = re.compile(r"`(--?)([a-z][a-z0-9-]{1,40})(?:[ =][^`\n]{1,60})?`")
_OPTION = re.compile(r"(?<![\w-])(--?)([a-z][a-z0-9-]{1,40})(?![\w-])")
_FEW = 2
_REACH = 120


def is_entry(name: str, line: str) -> bool:
    """Whether a line is an entry about the option, spelled with its dashes."""
    entry = _ENTRY.match(line[:LONGEST_LINE])
    return entry is not None and entry[2] == name


def is_in_span(name: str, line: str) -> bool:
    """Whether a sentence has the option in marks of code, by itself or with its value."""
    return any(word == name for _, word in _SPAN.findall(line[:LONGEST_LINE]))


def described(text: str) -> frozenset[str]:
    """The options that a document writes with their dashes, without these."""
    return frozenset(word for _, word in _OPTION.findall(text))


def is_bare_entry(name: str, lines: list[str], number: int, kept: AbstractSet[str]) -> bool:
    """Whether a row without dashes stands in a table of flags, of which others are there still."""
    if _bare(lines[number - 1]) != name:
        return False
    others = {_bare(line) for line in lines} & kept
    above = lines[max(0, number - 1 - _REACH) : number - 1]
    titles = [line for line in above if _HEADING.match(line) and _bare(line) not in kept]
    told = any(_OF_COMMANDS.search(line[:LONGEST_LINE]) for line in titles[-_FEW - 1 :])
    return len(others) >= _FEW and told


def _bare(line: str) -> str:
    entry = _BARE.match(line[:LONGEST_LINE])
    return (entry[1] or entry[2]) if entry is not None else ""
