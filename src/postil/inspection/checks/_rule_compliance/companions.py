"""What a rule wants beside something: an option of a command, an attribute of an element, a call in the same statement."""

from __future__ import annotations

import re

from postil.inspection.checks._rule_compliance.calls import (
    arguments_of,
    bare_arguments,
    has_argument,
)
from postil.inspection.checks._rule_compliance.commands import is_command, segments_of
from postil.inspection.checks._rule_compliance.reading import Reading
from postil.inspection.checks._rule_compliance.statements import lacks_words
from postil.inspection.demands import is_sql

_MOST_LINES = 30
_KEYWORDS = frozenset({"await", "yield", "throw", "raise"})
"""What a statement has, as against what is called."""
_ATTRIBUTE = re.compile(r"\A[A-Za-z][\w:-]{0,40}=[\"'{]")
_MARKS = ("@", "#[", "[")
"""What annotations, attributes and decorators begin with."""
_WORDS = re.compile(r"[A-Za-z_$][\w$-]*")
_BUNDLES = ("{...", "v-bind=", "**")
_OPEN, _CLOSE = "([{", ")]}"
_COMMAND_LANGUAGES = frozenset({"bash", "dockerfile", "make", "yaml"})


def mark_of(call: str) -> str:
    """A part of what the rule speaks of that each line in question must hold."""
    if call.startswith("<"):
        return call.rstrip("/> ")
    return call.partition("(")[0].split(" ")[0].rstrip("*") or call


def is_called(call: str) -> bool:
    """Whether what the rule speaks of is a function, as against an element or a word."""
    return not (
        call.startswith(("<", *_MARKS))
        or call in _KEYWORDS
        or _ATTRIBUTE.match(call)
        or is_sql(call)
    )


def lacks(call: str, wanted: str, number: int, reading: Reading) -> bool:
    """Whether something of that kind begins on the line and does without what is wanted."""
    if is_command(call):
        if reading.language not in _COMMAND_LANGUAGES:
            return False
        command = _logical_line(number, reading)
        return any(wanted not in given for given in segments_of(call, command))
    if is_sql(call):
        return lacks_words(call, wanted, number, reading)
    if call.startswith("<") or _ATTRIBUTE.match(call):
        found = _element(call, number, reading)
    elif call.startswith(_MARKS):
        found = _stack(call, number, reading)
    elif call in _KEYWORDS:
        found = _statement(call, number, reading)
    else:
        calls = [*arguments_of(call, number, reading.roles.code)]
        if reading.language == "ruby":
            calls += bare_arguments(call, number, reading.roles.code)
        chained = _statement(call, number, reading) if wanted.endswith(")") else None
        return any(not has_argument(one, wanted) for one in calls) and not (
            chained is not None and _has(chained, wanted)
        )
    return found is not None and not _has(found, wanted)


def _has(text: str, wanted: str) -> bool:
    """Whether all words of what is wanted stand there, or may come in a bundle."""
    if any(bundle in text for bundle in _BUNDLES):
        return True
    words = _WORDS.findall(wanted)[: 2 if "=" in wanted else 1]
    return not words or set(words) <= set(_WORDS.findall(text))


def _logical_line(number: int, reading: Reading) -> str:
    """The line with those that a backslash joins to it."""
    lines = [reading.roles.code(number)]
    while lines[-1].rstrip().endswith("\\") and len(lines) < _MOST_LINES:
        lines.append(reading.roles.code(number + len(lines)))
    return " ".join(line.rstrip().rstrip("\\") for line in lines)


def _element(call: str, number: int, reading: Reading) -> str | None:
    """The opening tag that the line holds, or that the attribute on it is part of."""
    raw = reading.roles.text.split("\n")
    wanted = mark_of(call) if call.startswith("<") else call
    at = raw[number - 1].find(wanted)
    if at < 0 or raw[number - 1][at + len(wanted) :][:1].isalnum():
        return None
    first = number - 1
    start = at if call.startswith("<") else raw[first].rfind("<", 0, at)
    while start < 0 and first > max(0, number - _MOST_LINES):
        first -= 1
        start = raw[first].rfind("<")
    if start < 0:
        return None
    text = "\n".join((raw[first][start:], *raw[first + 1 : first + _MOST_LINES]))
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if letter == ">" and depth <= 0 and text[position - 1] != "=":
            return text[:position]
    return None


def _stack(call: str, number: int, reading: Reading) -> str | None:
    """The annotations around the one on the line, with what they stand over."""
    if not _begins(reading.roles.code(number), call):
        return None
    found = [reading.roles.code(number)]
    above = number - 1
    while above > 0 and reading.roles.code(above).lstrip().startswith(_MARKS):
        found.append(reading.roles.code(above))
        above -= 1
    for below in range(number + 1, number + _MOST_LINES):
        line = reading.roles.code(below)
        found.append(line)
        if not line.lstrip().startswith((*_MARKS, *_CLOSE)) and _depth("".join(found)) <= 0:
            return "\n".join(found)
    return None


def _begins(line: str, call: str) -> bool:
    plain, name = line.lstrip(), call.partition("(")[0]
    return plain.startswith(name) and not plain[len(name) :][:1].isalnum()


def _depth(text: str) -> int:
    return sum((letter in _OPEN) - (letter in _CLOSE) for letter in text)


def _statement(call: str, number: int, reading: Reading) -> str | None:
    """From the word to the end of its statement: a semicolon, or a line at which nothing is open."""
    name = mark_of(call)
    found = re.search(rf"(?<![\w$.]){re.escape(name)}(?![\w$])", reading.roles.code(number))
    if found is None:
        return None
    text = reading.roles.code(number)[found.start() :]
    for below in range(number + 1, number + _MOST_LINES):
        following = reading.roles.code(below).lstrip()
        if ";" in text and _depth(text.partition(";")[0]) <= 0:
            return text.partition(";")[0]
        if _depth(text) <= 0 and not following.startswith((".", "?.")):
            return text
        text = f"{text}\n{following}"
    return None
