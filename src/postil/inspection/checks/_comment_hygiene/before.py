"""Tells what ran before a change and is switched off by it from what comes in switched off."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from postil.domain.change import Change, ChangedFile
from postil.inspection.checks._comment_hygiene.ran import ran_until_now
from postil.inspection.checks._comment_hygiene.sheet import MAX_LINE, Sheet

_SHORTEST = 8
"""Characters from which on a line is known again."""
_WORD = re.compile(r"\w+")
_ALIKE = 0.6
"""Of the words of a line, and of the lines of a block, so many have to be the same."""
_REWRITTEN = 0.67
_MOST_LINES = 400
_COMMENTS = ("//", "#")
_SWITCHED_NAME = "DISABLED_"
"""What stands in front of the name of a test of C++ that is off."""
_SPREAD = 2
"""Lines elsewhere on which the same word gave way."""


def test_ran(before: Sheet, after: Sheet, number: int) -> bool:
    """Whether the test that a line switches stood in the file before, without any switch."""
    test = _named(after, number)
    if not test or test not in before.text:
        return False
    return all(_named(before, one) != test for one in before.switches)


def _named(sheet: Sheet, number: int) -> str:
    """What the test that a line switches is known by: its title, or the line that opens it."""
    switch = sheet.switch(number)
    if switch is not None and switch.first_statement:
        return sheet.line(sheet.opening(number)).strip()
    name = sheet.title(number) or sheet.line(sheet.subject(number)).strip()
    line = sheet.line(number).strip()
    return line.replace(_SWITCHED_NAME, "") if not name and _SWITCHED_NAME in line else name


def code_ran(file: ChangedFile, sheet: Sheet, before: Sheet) -> bool:
    """Whether a line of code that comes in as a comment stood in the file as code."""
    if ran_until_now(file, sheet, before):
        return True
    gone = {plain for _, text in file.removed if len(plain := _plain(text)) >= _SHORTEST}
    return bool(gone) and any(
        _plain(sheet.lines[number - 1].strip().lstrip("/#")) in gone
        for block in sheet.dead_code(file.added)
        for number in range(block.first, block.last + 1)
    )


def is_rewritten(before: Sheet, file: ChangedFile) -> bool:
    """Whether hardly a line of the file is left, so that it takes along what stood in it."""
    return bool(file.removed) and len(file.removed) >= _REWRITTEN * len(before.lines)


def was_off(before: Sheet, file: ChangedFile, block: Sequence[str]) -> bool:
    """Whether the code stood in comments already, laid out or worded a little differently."""
    gone = [
        words
        for number, _ in file.removed[:_MOST_LINES]
        if not before.roles.code(number).strip() and (words := _words(before.roles.comment(number)))
    ]
    own = [words for line in block[:_MOST_LINES] if (words := _words(line))]
    known = sum(any(len(words & other) >= _ALIKE * len(words) for other in gone) for words in own)
    return bool(own) and known >= _ALIKE * len(own)


def is_carried(gone: Collection[str], block: Sequence[str]) -> bool:
    """Whether a block comment went elsewhere with its marks; without them it was code until now."""
    return all(plain in gone for line in block if (plain := _plain(line)))


def is_swept(file: ChangedFile, change: Change, block: Sequence[str]) -> bool:
    """Whether one word of older comments changed, as it did on several lines of the change."""
    gone = {
        tuple(_WORD.findall(text[:MAX_LINE]))
        for _, text in file.removed[:_MOST_LINES]
        if text.lstrip().startswith(_COMMENTS)
    }
    swaps = {_swap(tuple(_WORD.findall(line[:MAX_LINE])), gone) for line in block[:_MOST_LINES]}
    if len(swaps - {()}) != 1 or None in swaps:
        return False
    old, new = next(iter(swaps - {()})) or ("", "")
    fewer = sum(_holds(one.removed, old) for one in change.files)
    more = sum(_holds(one.added, new) for one in change.files)
    return min(fewer, more) >= len(block) + _SPREAD


def _swap(
    line: tuple[str, ...], gone: Collection[tuple[str, ...]]
) -> tuple[str, str] | tuple[()] | None:
    """The one word that a line has for another one of a line that went; empty when it has none."""
    if line in gone:
        return ()
    for other in gone:
        differing = [pair for pair in zip(other, line, strict=False) if pair[0] != pair[1]]
        if len(other) == len(line) and len(differing) == 1:
            return differing[0]
    return None


def _holds(lines: Sequence[tuple[int, str]], word: str) -> int:
    return sum(word in _WORD.findall(text[:MAX_LINE]) for _, text in lines)


def _words(line: str) -> frozenset[str]:
    return frozenset(_WORD.findall(line[:MAX_LINE]))


def _plain(line: str) -> str:
    return "".join(line.split())
