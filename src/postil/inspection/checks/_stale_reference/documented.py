"""Finds entries of documents that explain an option which a table of defaults does not have any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.domain.paths import is_doc, is_test, language_of
from postil.inspection.checks._stale_reference.keys import PROGRAMS
from postil.inspection.checks._stale_reference.subjects import POSSIBLE, Setting, Subject, old_line
from postil.inspection.checks._stale_reference.words import (
    LONGEST_LINE,
    is_generic,
    is_left_alone,
)
from postil.ports import Hit, Tree

_OPENS = re.compile(
    r"\A\s{0,40}(?:[\w.$]{1,40} ){0,3}[\w.$]{0,80}(?i:defaults?|options|settings|config|schema)(?i:_?(?:options|settings|config|values|schema))?"
    r"\s?(?::\s?[\w<>\[\], .|]{1,120})?\s?[:=]\s?(?:Object\.freeze\(|dict\(|z\.object\()?\{\s{0,8}\Z"
)
"""The line that opens a table of options and what they are when nobody gives them."""
_KEY = re.compile(r"\A(\s{1,60})[\"']?([A-Za-z_$][\w$-]{1,60})[\"']?\s?:(?!:)")
_ENTRY = re.compile(
    r"\A\s{0,20}(?:\|\s{0,8}|[-*+] {1,4}|#{2,6} {1,4})?(?:<a [^>\n]{0,80}></a>)?(?:\*\*)?(`{1,2})((?:\w{1,40}\.){0,2})([A-Za-z_][\w-]{1,60})\1"
)
"""What an entry of a document is about: the first thing in a row, in a point of a list, in a heading."""
_FEW = 2
_REACH = 120


def lost_defaults(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Options that a table of defaults had, and that it lost together with every other use."""
    for file in change.files:
        path = file.old_path or file.path
        if language_of(path) not in PROGRAMS or is_test(path) or is_left_alone(path):
            continue
        if file.status is FileStatus.DELETED or not file.removed:
            continue
        lines = (base.read(path) or "").split("\n")
        after = _all_keys((head.read(file.path) or "").split("\n"))
        for number, text in file.removed:
            match = _KEY.match(text[:LONGEST_LINE])
            if match is None or is_generic(match[2]) or match[2] in after:
                continue
            beside = _beside(lines, number) & after
            if len(beside) >= _FEW:
                subject = Subject(name=match[2], noun="option", cause=old_line(file, number, text))
                accepts = partial(_accepts, beside=beside, head=head)
                yield Setting(subject, match[2], accepts, _is_known, is_harmless=True)


def _all_keys(lines: list[str]) -> set[str]:
    found = (_KEY.match(line[:LONGEST_LINE]) for line in lines)
    return {match[2] for match in found if match}


def _beside(lines: list[str], number: int) -> set[str]:
    """The other keys of the table of defaults that a line stands in; none when it is no such table."""
    own = _KEY.match(lines[number - 1][:LONGEST_LINE]) if 0 < number <= len(lines) else None
    if own is None:
        return set()
    found: set[str] = set()
    for at in range(number - 2, max(-1, number - 2 - _REACH), -1):
        line = lines[at][:LONGEST_LINE].rstrip()
        match = _KEY.match(line)
        if line.strip() and len(line) - len(line.lstrip()) < len(own[1]):
            return found | _below(lines, number, own[1]) if _OPENS.match(line) else set()
        if match is not None and match[1] == own[1]:
            found.add(match[2])
    return set()


def _below(lines: list[str], number: int, indent: str) -> set[str]:
    found: set[str] = set()
    for line in lines[number : number + _REACH]:
        match = _KEY.match(line[:LONGEST_LINE])
        if line.strip() and len(line) - len(line.lstrip()) < len(indent):
            break
        if match is not None and match[1] == indent:
            found.add(match[2])
    return found


def _is_known(_name: str, hit: Hit) -> bool:
    """Whether a program speaks of it still, in whatever way."""
    return language_of(hit.path) in PROGRAMS and not is_test(hit.path) and not is_doc(hit.path)


def _accepts(name: str, hit: Hit, *, beside: set[str], head: Tree) -> int:
    """An entry of a document that has entries like it for options which are there still."""
    match = _ENTRY.match(hit.text[:LONGEST_LINE]) if is_doc(hit.path) else None
    if match is None or match[3] != name:
        return 0
    lines = (line[:LONGEST_LINE] for line in (head.read(hit.path) or "").split("\n"))
    entries = {each[3] for line in lines if (each := _ENTRY.match(line)) and each[2] == match[2]}
    return POSSIBLE if len(entries & beside) >= _FEW else 0
