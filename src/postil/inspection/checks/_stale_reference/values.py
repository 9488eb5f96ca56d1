"""Finds what still gives an option a value that its list of choices no longer has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.domain.paths import is_test, language_of
from postil.inspection.checks._stale_reference.keys import PROGRAMS
from postil.inspection.checks._stale_reference.subjects import (
    LIKELY,
    Setting,
    Subject,
    old_line,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE, is_left_alone
from postil.ports import Hit, Tree

_OPTION = re.compile(r"[\"'](?:-\w, ?)?--([a-z][a-z0-9-]{1,40})(?=[\"' =<\[])")
_CHOICES = re.compile(
    r"(?:\bchoices ?[=:] ?|\bChoice\(|\.choices\(|\bvalue_parser ?= ?|\boptions: ?)[\[({]([^\])}\n]{1,600})[\])}]"
)
_WORD = re.compile(r"[\"']([\w.-]{2,40})[\"']")
_NEAR = 3


def lost_choices(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Values of options that a line of choices had and the file allows no more."""
    for file in change.files:
        path = file.old_path or file.path
        if language_of(path) not in PROGRAMS or is_test(path) or is_left_alone(path):
            continue
        if file.status is FileStatus.DELETED or not any(
            "hoice" in text for _, text in file.removed
        ):
            continue
        before, after = (
            (base.read(path) or "").split("\n"),
            (head.read(file.path) or "").split("\n"),
        )
        allowed = _allowed(after)
        for (option, value), number in _allowed(before).items():
            if (option, value) in allowed or number not in file.removed_numbers:
                continue
            if not any(one == option for one, _ in allowed):
                continue
            cause = old_line(file, number, before[number - 1])
            subject = Subject(name=value, noun="value", cause=cause)
            yield Setting(subject, value, partial(_accepts, option=option), _defines)


def _allowed(lines: list[str]) -> dict[tuple[str, str], int]:
    """Each option with each of its choices, and the line that says so."""
    found: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines, start=1):
        listed = _CHOICES.search(line[:LONGEST_LINE])
        if listed is None:
            continue
        near = [line, *reversed(lines[max(0, number - 1 - _NEAR) : number - 1])]
        options = next(
            (names for one in near if (names := _OPTION.findall(f"{one} "[:LONGEST_LINE]))), []
        )
        for option in options[:1]:
            for value in _WORD.findall(listed[1]):
                found.setdefault((option, value), number)
    return found


def _defines(_name: str, _hit: Hit) -> bool:
    """The lists of choices were compared before anything is searched."""
    return False


def _accepts(value: str, hit: Hit, *, option: str) -> int:
    """The option with the value behind it, as a command or a list of its words has them."""
    if is_test(hit.path):
        return 0
    given = rf"(?<![\w-])--{re.escape(option)}(?:=| {{1,4}}|[\"'], {{0,2}}[\"'])[\"']?{re.escape(value)}(?![\w./-])"
    return LIKELY if re.search(given, hit.text[:LONGEST_LINE]) else 0
