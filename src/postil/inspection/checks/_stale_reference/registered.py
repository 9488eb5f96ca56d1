"""Finds settings that still ask for a thing by the name under which a program once entered it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_ci, is_doc, is_test, language_of
from postil.inspection.checks._stale_reference.keys import PROGRAMS, TABLES
from postil.inspection.checks._stale_reference.subjects import (
    POSSIBLE,
    Setting,
    Subject,
    old_line,
)
from postil.inspection.checks._stale_reference.words import (
    LONGEST_LINE,
    is_distinctive,
    is_left_alone,
)
from postil.ports import Hit, Tree

_ENTERS = re.compile(
    r"\A\s{0,40}((?:@|#\[)?[\w.:]{1,120})!?\(\s?(?:name\s?[=:]\s?)?([\"'])([A-Za-z][\w-]{1,60})\2"
)
"""A name as the first thing that a marker above a definition, or a call, is given."""
_REGISTERS = re.compile(r"regist(?:er|ry)", re.IGNORECASE)
_WORDS = re.compile(r"[A-Z]?[a-z]{3,40}")
_EMPTY = frozenset(
    {"register", "registry", "registered", "add", "new", "get", "name", "app", "self"}
)
_KEY = re.compile(r"\A(\s{0,60})(?:- {1,3})?[\"']?([A-Za-z_][\w.-]{0,80})[\"']?\s?[:=](?!=)")
_REACH = 20


def lost_registrations(change: Change, *, head: Tree) -> Iterator[Setting]:
    """Names that something was entered by, where it is entered by another since."""
    for file in change.files:
        path = file.old_path or file.path
        if language_of(path) not in PROGRAMS or is_test(path) or is_left_alone(path):
            continue
        if file.status is FileStatus.DELETED or not (file.removed and file.added):
            continue
        for number, text in file.removed:
            match = _ENTERS.match(text[:LONGEST_LINE])
            if match is None or not is_distinctive(match[3].replace("-", "_")):
                continue
            call, name, now = match[1], match[3], _now(match[3], text, file)
            if not now or not (call.startswith(("@", "#[")) or _REGISTERS.search(call)):
                continue
            subject = Subject(name=name, noun="name", cause=old_line(file, number, text), now=now)
            siblings = _entered(call, head.read(file.path) or "") - {now}
            accepts = partial(_accepts, called=_kinds(call), siblings=siblings, head=head)
            yield Setting(subject, name, accepts, _is_known)


def _now(name: str, text: str, file: ChangedFile) -> str:
    """The name that the one added line enters which is else the same."""
    before, _, after = text.partition(name)
    found = {
        match[3]
        for _, line in file.added
        if (match := _ENTERS.match(line[:LONGEST_LINE])) and f"{before}{match[3]}{after}" == line
    }
    return found.pop() if len(found) == 1 else ""


def _entered(call: str, text: str) -> set[str]:
    """All names that the same call enters in a file."""
    lines = (line[:LONGEST_LINE] for line in text.split("\n"))
    return {match[3] for line in lines if (match := _ENTERS.match(line)) and match[1] == call}


def _kinds(call: str) -> frozenset[str]:
    """What a call enters, by the words of its name: `register_codec` and `@codecs.entry` do codecs."""
    words = {word.lower() for word in _WORDS.findall(call)}
    return frozenset(word.removesuffix("s") for word in words - _EMPTY)


def _is_known(name: str, hit: Hit) -> bool:
    """Whether a program, or a test of it, holds the name as a text still."""
    if language_of(hit.path) not in PROGRAMS:
        return False
    return any(f"{quote}{name}{quote}" in hit.text[:LONGEST_LINE] for quote in "\"'`")


def _accepts(name: str, hit: Hit, *, called: frozenset[str], siblings: set[str], head: Tree) -> int:
    """A value of a key that is called after what is entered, or that stands beside another of them."""
    is_table = language_of(hit.path) in TABLES
    if not (is_table or is_doc(hit.path)) or is_ci(hit.path) or is_test(hit.path):
        return 0
    text = hit.text[:LONGEST_LINE]
    value = rf"(?:[\"']{re.escape(name)}[\"'](?!\s?[:=])|(?:\A\s{{0,60}}-|:) {{1,4}}{re.escape(name)}\s{{0,4}}(?:#|\Z))"
    if re.search(value, text) is None:
        return 0
    lines = (head.read(hit.path) or "").split("\n")
    key = _key_over(lines, hit.line)
    if any(word.lower().removesuffix("s") in called for word in _WORDS.findall(key)):
        return POSSIBLE
    beside = set(re.findall(r"[\w-]{2,80}", text.replace(name, " ")))
    return POSSIBLE if key and is_table and beside & siblings else 0


def _key_over(lines: list[str], number: int) -> str:
    """The key that a value belongs to, on its own line or on one above that stands further out."""
    own = lines[number - 1][:LONGEST_LINE] if 0 < number <= len(lines) else ""
    match = _KEY.match(own)
    if match is not None:
        return match[2]
    depth = len(own) - len(own.lstrip())
    for line in reversed(lines[max(0, number - 1 - _REACH) : number - 1]):
        match = _KEY.match(line[:LONGEST_LINE])
        if match is not None and len(match[1]) <= depth:
            return match[2]
        if not line.strip():
            return ""
    return ""
