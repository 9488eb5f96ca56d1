"""Whom a bare word of Ruby is asked of: the module itself, a value of it, or what runs a block."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.domain.paths.names import words
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.views import View
from postil.syntax import Kind, Occurrence

_LONGEST = 400
_OF_MODULE = re.compile(r"\bdef\s{1,8}(?:self|[A-Z]\w{0,80})\.|\A\s{0,80}class\s{1,8}<<")
_OF_VALUE = re.compile(r"\bdef\s{1,8}[a-z_]")
_SHARES = re.compile(r"^\s{0,80}(?:module_function|extend self)\b", re.MULTILINE)
"""Makes the methods of a module its own as well."""
_OPENS = re.compile(r"\A\s{0,80}(?:class|module)\s{1,8}[A-Z]")
_TAKES_OVER = re.compile(r"\A\s{0,80}class\s{1,8}[\w:]{1,200}\s{0,8}<|\A\s{0,80}extend[ (]")
_COMMAND = re.compile(r"\A\s{0,80}(?:\w{1,80}\s{0,4}\|{0,2}=\s{0,4})?([a-z_]\w{0,80}[?!]?)(?=[ (])")
_BLOCK = re.compile(r"(?:\bdo|\{)(?:\s{0,4}\|[^|\n]{0,200}\|)?\s{0,4}\Z")
_WITH_ANOTHER_SELF = re.compile(
    r"\b(?:(?:Class|Module|Struct)\.new|Data\.define|\w{1,80}\.(?:class|instance|module)_(?:eval|exec))\b"
)
_OF_LANGUAGE = frozenset(
    words(
        "loop proc lambda at_exit catch trap tap then if unless while until for case begin return yield"
    )
)
"""What may open a block that is run by whoever wrote it."""


def is_out_of_reach(lost: Lost, view: View, use: Occurrence) -> bool:
    """Whether a method of a Ruby module itself is asked where the module is not the one asked: by a
    value of it, or in a block that a foreign parent, or a module it extends, takes over.
    """
    found = lost.definition
    own = _OF_MODULE.search(lost.subject.cause.text[:_LONGEST]) is not None
    if lost.family != "ruby" or found.kind is not Kind.METHOD or not own:
        return False
    is_of_value = is_of_another = is_foreign = False
    for number, line in _around(view.lines, use.line):
        if _OF_MODULE.search(line):
            return False
        if _OPENS.match(line):
            taken = (line, *view.lines[number : use.line])
            is_foreign &= any(_TAKES_OVER.match(one[:_LONGEST]) for one in taken)
            is_of_value &= _SHARES.search(view.text) is None
            return is_foreign or is_of_value or is_of_another
        is_of_value |= _OF_VALUE.search(line) is not None
        if number != use.line and _BLOCK.search(line):
            is_of_another |= _WITH_ANOTHER_SELF.search(line) is not None
            is_foreign |= _is_foreign(line, view)
    return False


def _around(lines: Sequence[str], number: int) -> Iterator[tuple[int, str]]:
    """A line, and those above that each stand further out than the last, with their numbers."""
    indent = _indent(lines[number - 1]) + 1
    for at in range(number, 0, -1):
        line = lines[at - 1][:_LONGEST]
        if line.strip() and _indent(line) < indent:
            indent = _indent(line)
            yield at, line


def _is_foreign(line: str, view: View) -> bool:
    """Whether a line opens a block for a command that the file does not define."""
    command = _COMMAND.match(line)
    if command is None or command[1] in _OF_LANGUAGE:
        return False
    return not any(found.name == command[1] for found in view.definitions)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
