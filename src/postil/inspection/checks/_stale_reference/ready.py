"""Code that is ready for what it names to be missing: it asks first, or goes on without it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.domain.paths import language_of
from postil.inspection.checks._stale_reference.modules import JAVASCRIPT
from postil.inspection.checks._stale_reference.subjects import Stale
from postil.ports import Tree

_LONGEST = 400
_REACH = 6
_ASKS = re.compile(
    r"(?:\b(?:exists?|existsSync|file_?exists|is_?file|isfile|is_readable)\b\??[ (]{1,2}|\b(?:file|readable)\?[ (]"
    r"|(?:\[\[? |\btest )-[efdrsx] )[\"'\w./${}()@, +-]{0,120}\Z",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\A[\"')]{1,3}\.(?:exists?|is_file|isFile|exist)\b")
_CONDITION = re.compile(r"\A\s{0,80}(?:(?:if|elif|elsif|test)\b|\[)|\s(?:if|&&|\?)\s")
_MISSED = re.compile(
    r"!|\b(?:not|unless|assert\w{0,20}|expect|should|raise|throw|die|fatal|exit|fail|abort)\b|\|\|"
)
"""What minds that a file is not there."""
_GIVES_UP = re.compile(r"\srescue (?:nil|false|true|LoadError)\b|\A\s{0,80}(?:-|s)include\b")
_OPENS = {"ruby": re.compile(r"\A\s{0,80}begin\b"), "script": re.compile(r"\btry\s{0,4}\{")}
_CATCHES = {
    "ruby": re.compile(
        r"\A\s{0,80}rescue\b.{0,80}(?:LoadError|NameError|ScriptError|MissingSourceFile|Exception|ENOENT)\b"
    ),
    "script": re.compile(r"\}?\s{0,4}catch\b"),
}
_HELD = re.compile(r"\A\s{0,80}(?:(?:local|readonly|export) )?(\w{1,80})=")
_HELD_ASKED = re.compile(r"(?:\[\[? |\btest )-[efdrsx] [\"']?\$\{?(\w{1,80})\}?")
_REACH_BELOW = 12
_LOADS = re.compile(r"\b(?:require|import)(?:_relative)?\b")


@dataclass(frozen=True)
class Ready:
    """The tree at head, whose files show what stands around a place."""

    head: Tree

    def is_at(self, entry: Stale) -> bool:
        """Whether a program does without a thing that was taken away.

        What has another name since is missed in silence there, so that it is told all the same.
        """
        if entry.subject.now or not entry.is_code:
            return False
        lines = (self.head.read(entry.path) or "").split("\n")
        name = entry.subject.name.rpartition("/")[2]
        return (
            _GIVES_UP.search(entry.text[:_LONGEST]) is not None
            or any(_is_asked(name, line[:_LONGEST]) for line in _opened(lines, entry.line))
            or _is_caught(entry, lines)
            or _is_held(entry, lines)
        )


def _opened(lines: Sequence[str], number: int) -> Iterator[str]:
    """A line, and those near above it that it stands further in than."""
    yield lines[number - 1]
    indent = _indent(lines[number - 1])
    for line in reversed(lines[max(0, number - 1 - _REACH) : number - 1]):
        if line.strip() and _indent(line) < indent:
            indent = _indent(line)
            yield line


def _is_asked(name: str, line: str) -> bool:
    """Whether a condition asks for the name and does not mind its being away."""
    if name not in line or _CONDITION.search(line) is None or _MISSED.search(line):
        return False
    return any(
        _ASKS.search(before) is not None or _ASKED.match(after) is not None
        for before, _, after in (line.partition(name), line.rpartition(name))
    )


def _is_held(entry: Stale, lines: Sequence[str]) -> bool:
    """Whether a variable of a shell takes the path, and a condition below asks if it is there."""
    held = _HELD.match(entry.text[:_LONGEST])
    if held is None:
        return False
    below = (line[:_LONGEST] for line in lines[entry.line : entry.line + _REACH_BELOW])
    return any(
        held[1] in _HELD_ASKED.findall(line)
        for line in below
        if _CONDITION.search(line) and not _MISSED.search(line)
    )


def _is_caught(entry: Stale, lines: Sequence[str]) -> bool:
    """Whether what loads the thing stands in a short block that takes its being away."""
    language = language_of(entry.path)
    family = "script" if language in JAVASCRIPT else language or ""
    if family not in _OPENS or _LOADS.search(entry.text[:_LONGEST]) is None:
        return False
    above = lines[max(0, entry.line - 1 - _REACH) : entry.line]
    below = lines[entry.line - 1 : entry.line + _REACH]
    opened = any(_OPENS[family].search(line[:_LONGEST]) for line in above)
    return opened and any(_CATCHES[family].search(line[:_LONGEST]) for line in below)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
